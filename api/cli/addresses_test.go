package cli

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/api/admin"
)

// The page of every manual that anyone may read names the address that the list and the
// manual document have, also where the manual has a host of its own.
func TestPagesNameTheirAddress(t *testing.T) {
	database := filepath.Join(t.TempDir(), "addresses.db")
	server := "http://" + newServer(t, "--db", database, "--seed", "../../fixtures", "--rate", "off", "--base-url", "http://localhost:8080").address()
	stdout, _ := run(t, exitDone, "list", "--db", database, "--json")
	var brands []admin.BrandInfo
	if err := json.Unmarshal([]byte(stdout), &brands); err != nil {
		t.Fatal(err)
	}
	looked, hosts := 0, 0
	for _, brand := range brands {
		for _, m := range brand.Manuals {
			if !m.Published || !m.Visibility.ForAnyone() || m.ExpiresAt != nil {
				continue
			}
			address, err := url.Parse(m.Address)
			if err != nil {
				t.Fatal(err)
			}
			page := exchange(t, http.MethodGet, server+address.Path, "", "Host: "+address.Host)
			if want := `<link rel="canonical" href="` + html.EscapeString(m.Address) + `">`; !strings.Contains(page, want) {
				t.Errorf("%s.%s: the page lacks %s", brand.Slug, m.Slug, want)
			}
			document := exchange(t, http.MethodGet, server+"/api/v1/manuals/"+brand.Slug+"."+m.Slug+".json", "")
			if want := `"url":"` + m.Address + `"`; !strings.Contains(document, want) {
				t.Errorf("%s.%s: the document lacks %s", brand.Slug, m.Slug, want)
			}
			looked++
			if m.Subdomain != "" {
				hosts++
			}
		}
	}
	if looked < 6 || hosts == 0 {
		t.Errorf("%d manuals, %d with a host of their own", looked, hosts)
	}
}
