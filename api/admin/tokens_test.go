package admin

import (
	"context"
	"crypto/sha256"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A token in a seed file is valid as long as the file declares it. It is listed with
// the file, and cannot be revoked or rotated by a command.
func TestDeclaredTokens(t *testing.T) {
	ctx := context.Background()
	database := filepath.Join(t.TempDir(), "a.db")
	store := open(t, database)
	sum := sha256.Sum256([]byte("secret"))
	brand := manual.BrandSettings{Slug: "acme", Name: "Acme"}
	declare := func(access ...manual.DeclaredToken) {
		t.Helper()
		brand.DeclaredTokens = access
		if err := store.Update(ctx, func(tx *db.Tx) error { return tx.PutBrand(brand) }); err != nil {
			t.Fatal(err)
		}
	}
	valid := func() bool {
		token := store.Index().AccessToken(sum)
		return token != nil && token.Valid(time.Now())
	}
	declared := manual.DeclaredToken{ID: "tok_build", Name: "build", Sum: sum, File: "acme.json"}
	declare(declared)
	if !valid() {
		t.Fatal("a declared token without an end date is not valid")
	}
	store.NoteUse(store.Index().AccessToken(sum), time.Now())
	serve(t, store, time.Now)
	client := dial(t, database)
	tokens, err := Tokens.Do(ctx, client, None{})
	if err != nil || len(tokens) != 1 || tokens[0].Declared != "acme.json" || tokens[0].Created != nil || tokens[0].Expires != nil || tokens[0].LastUsed == nil {
		t.Errorf("%+v, %v", tokens, err)
	}
	_, revoking := RevokeToken.Do(ctx, client, "tok_build")
	_, rotating := RotateToken.Do(ctx, client, Rotation{ID: "tok_build"})
	for _, err := range []error{revoking, rotating} {
		if err == nil || !strings.Contains(err.Error(), "stands in acme.json") {
			t.Errorf("%v", err)
		}
	}

	declared.Expires = time.Now().Add(time.Hour)
	declare(declared)
	if last := store.Index().AccessToken(sum).LastUsed(); !valid() || last.IsZero() {
		t.Errorf("valid %t, last used %v", valid(), last)
	}
	declared.Expires = time.Now().Add(-time.Hour)
	declare(declared)
	if valid() {
		t.Error("it is valid after its end date")
	}
	declare()
	if store.Index().AccessToken(sum) != nil {
		t.Error("it is valid although the file no longer declares it")
	}
}

// A revoked token cannot be declared again by a seed file, and revoking it again does
// not change the time.
func TestRevokeIsFinal(t *testing.T) {
	ctx := context.Background()
	database := filepath.Join(t.TempDir(), "a.db")
	store := open(t, database)
	brand := manual.BrandSettings{Slug: "acme", Name: "Acme"}
	if err := store.Update(ctx, func(tx *db.Tx) error { return tx.PutBrand(brand) }); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)
	serve(t, store, func() time.Time { return now })
	client := dial(t, database)
	made, err := CreateToken.Do(ctx, client, NewToken{Brand: "acme", Name: "build", Expires: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		revoked, err := RevokeToken.Do(ctx, client, made.ID)
		if err != nil || revoked.Revoked == nil || !revoked.Revoked.Equal(time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)) {
			t.Errorf("revoked %v, %v", revoked.Revoked, err)
		}
		now = now.Add(time.Minute)
	}
	sum, _ := db.SecretSum(made.Secret)
	brand.DeclaredTokens = []manual.DeclaredToken{{ID: "tok_again", Name: "again", Sum: sum, File: "acme.json"}}
	if err := store.Update(ctx, func(tx *db.Tx) error { return tx.PutBrand(brand) }); err != nil {
		t.Fatal(err)
	}
	if token := store.Index().AccessToken(sum); token.Valid(now) {
		t.Errorf("%s is valid", token.ID)
	}
}
