package seed

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"designmanual/db"
)

const aSum = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"

// withAccess returns a seed file of a brand with that JSON as brand.access.
func withAccess(brand, access string) Source {
	return seedFile(brand+".json", fmt.Sprintf(`{"brand":{"slug":%q,"name":"B","access":%s},"manuals":[%s]}`, brand, access, aManual("guide")))
}

// Declared tokens work from the import on, and end when the file drops them.
func TestAccess(t *testing.T) {
	store := openStore(t)
	token := func() *db.AccessToken {
		for token := range store.Index().AccessTokens() {
			return token
		}
		return nil
	}
	importAll(t, store, Options{}, withAccess("acme", `[{"id":"tok_ci","name":"CI","sha256":"`+strings.ToUpper(aSum)+`","expires":"2027-01-01T00:00:00+01:00"}]`))
	if got := token(); got == nil || got.ID != "tok_ci" || got.Name != "CI" || fmt.Sprintf("%x", got.Sum) != aSum || got.File != "acme.json" || !got.Expires.Equal(time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC)) {
		t.Fatalf("token %+v", got)
	}
	importAll(t, store, Options{}, seedFile("more.json", `{"brand":"acme","manuals":[`+aManual("guide")+`]}`))
	if token() == nil {
		t.Error("a further file of the brand ends its tokens")
	}
	importAll(t, store, Options{}, withAccess("acme", `[{"id":"tok_ci","name":"CI","sha256":"`+aSum+`"}]`))
	if got := token(); got == nil || !got.Expires.IsZero() {
		t.Errorf("token %+v", got)
	}
	importAll(t, store, Options{}, acme(aManual("guide")))
	if got := token(); got != nil {
		t.Errorf("token %+v of a file that declares none", got)
	}
}

func TestAccessRefused(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, withAccess("other", `[{"id":"taken","name":"T","sha256":"`+aSum+`"}]`))
	err := store.Update(context.Background(), func(tx *db.Tx) error {
		return tx.PutAccessToken(db.AccessToken{ID: "made", Brand: "other", Name: "M", Sum: [32]byte{1}, Created: clock(), Expires: clock().Add(time.Hour)})
	})
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("0", 63) + "1"
	for _, tt := range []struct{ access, want string }{
		{`{}`, "brand.access: expected an array, found an object"},
		{`[{"name":"CI","sha256":"` + other + `"}]`, `brand.access[0]: missing key "id": expected a string`},
		{`[{"id":"a","name":" ","sha256":"` + other + `"}]`, "brand.access[0].name: expected text that is not empty"},
		{`[{"id":"a","name":"CI","sha256":"octocat"}]`, "brand.access[0].sha256: expected the SHA-256 of a secret (64 hexadecimal digits), found something else"},
		{`[{"id":"a","name":"CI","sha256":"` + other + `","expires":"2027"}]`, "brand.access[0].expires: expected a date-time"},
		{`[{"id":"a","name":"CI","sha256":"` + other + `","secret":"x"}]`, "brand.access[0].secret: unknown key"},
		{`[{"id":"a","name":"CI","sha256":"` + other + `"},{"id":"a","name":"C","sha256":"` + strings.Repeat("1", 64) + `"}]`, `brand.access[1].id: duplicate id "a" (also used by acme.json:1:`},
		{`[{"id":"a","name":"CI","sha256":"` + other + `"},{"id":"b","name":"C","sha256":"` + other + `"}]`, "brand.access[1].sha256: duplicate secret (also used by acme.json:1:"},
		{`[{"id":"taken","name":"CI","sha256":"` + other + `"}]`, `brand.access[0].id: duplicate id "taken" (also used by brand other`},
		{`[{"id":"b","name":"CI","sha256":"` + aSum + `"}]`, "brand.access[0].sha256: duplicate secret (also used by brand other"},
		{`[{"id":"made","name":"CI","sha256":"` + other + `"}]`, "(also used by a token that `designmanual token create` made)"},
	} {
		problems := problemsOf(t, store, Options{Now: clock}, withAccess("acme", tt.access))
		if len(problems) != 1 || !strings.Contains(problems[0].String(), tt.want) {
			t.Errorf("%s:\n%v\nwant %s", tt.access, problems, tt.want)
		}
	}
}
