package admin

import (
	"context"
	"crypto/sha256"
	"path/filepath"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// The new token has the brand, the name and the lifetime of the old one. The old one
// ends after the overlap, but never later than before.
func TestRotateToken(t *testing.T) {
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	const hour, day = time.Hour, 24 * time.Hour
	for _, c := range []struct {
		name             string
		created, expires time.Duration // of the old one, from noon
		ask              Rotation
		oldEnds, newEnds time.Duration // from noon
	}{
		{"an overlap", -10 * day, 20 * day, Rotation{ID: "tok_old", Overlap: day}, day, 30 * day},
		{"it ends before the overlap", -day, hour, Rotation{ID: "tok_old", Overlap: day}, hour, day + hour},
		{"no overlap", -day, day, Rotation{ID: "tok_old"}, 0, 2 * day},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := open(t, filepath.Join(t.TempDir(), "a.db"))
			sum := sha256.Sum256([]byte("old"))
			old := db.AccessToken{ID: "tok_old", Brand: "acme", Name: "build", Sum: sum, Created: noon.Add(c.created), Expires: noon.Add(c.expires)}
			err := store.Update(context.Background(), func(tx *db.Tx) error {
				if err := tx.PutBrand(manual.BrandSettings{Slug: "acme", Name: "Acme"}); err != nil {
					return err
				}
				return tx.PutAccessToken(old)
			})
			if err != nil {
				t.Fatal(err)
			}
			serve(t, store, func() time.Time { return noon })
			made, err := RotateToken.Do(t.Context(), dial(t, store.Path()), c.ask)
			if err != nil {
				t.Fatal(err)
			}
			if made.ID == "tok_old" || made.Replaced.ID != "tok_old" || made.Brand != "acme" || made.Name != "build" {
				t.Errorf("%+v", made)
			}
			of, ok := db.SecretSum(made.Secret)
			now := store.Index().AccessToken(of)
			if now != nil && !store.Index().AccessToken(sum).Expires.Equal(noon) { // a token can be rotated twice during the overlap
				again, err := RotateToken.Do(t.Context(), dial(t, store.Path()), c.ask)
				if err != nil || again.Expires == nil || !again.Expires.Equal(noon.Add(c.newEnds)) {
					t.Errorf("rotated again: %+v, %v", again, err)
				}
			}
			if !ok || now == nil || now.ID != made.ID || !now.Created.Equal(noon) || !now.Expires.Equal(noon.Add(c.newEnds)) {
				t.Errorf("the new one: %+v", now)
			}
			if was := store.Index().AccessToken(sum); !was.Expires.Equal(noon.Add(c.oldEnds)) || !was.Revoked.IsZero() || !was.Created.Equal(old.Created) {
				t.Errorf("the old one: %+v", was)
			}
		})
	}
}
