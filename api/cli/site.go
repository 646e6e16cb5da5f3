package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"designmanual/api/remote"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
)

const (
	siteTimeout     = 10 * time.Second // for the requests to one address
	maxSiteDocument = 64 << 20         // bytes
)

// A siteAddress is what was found at the address of an open manual.
type siteAddress struct {
	Address           string     `json:"address"`
	Manual            string     `json:"manual"`                      // BRAND.MANUAL
	Resolves          bool       `json:"resolves"`                    // the host has an IP address
	LeadsHere         bool       `json:"leadsHere"`                   // the page and the manual document are there
	CertificateExpiry *time.Time `json:"certificateExpiry,omitempty"` // of a certificate that is valid for the host
	SameTag           bool       `json:"sameTag"`                     // the document is that of the files
	Problem           string     `json:"problem,omitempty"`           // what is wrong, or empty
}

// checkSite requests the addresses that the open manuals of seed files have below a
// base URL, and prints what it finds. If something is wrong it returns errFlag. A brand
// that is the only one is looked for at home, then at a host of its own.
func (p *program) checkSite(ctx context.Context, base manual.Site, sources []source.Source, o seed.Options) error {
	found, err := lookAt(ctx, base, true, sources, o)
	if err == nil && isWrong(found) {
		if apart, err := lookAt(ctx, base, false, sources, o); err == nil && !isWrong(apart) {
			found = apart
		}
	}
	if err != nil {
		return err
	}
	if err := p.print("site", found); err != nil {
		return err
	}
	if isWrong(found) {
		return errFlag
	}
	return nil
}

func isWrong(found []siteAddress) bool {
	return slices.ContainsFunc(found, func(a siteAddress) bool { return a.Problem != "" })
}

// lookAt requests the address of each open manual of seed files.
func lookAt(ctx context.Context, base manual.Site, loneAtHome bool, sources []source.Source, o seed.Options) ([]siteAddress, error) {
	found := []siteAddress{}
	err := renderSite(ctx, base, loneAtHome, sources, o, func(ix *db.Index) error {
		for b := range ix.Brands() {
			for e := range b.Manuals() {
				if !e.Visibility.Open() || !isCurrent(e) {
					continue
				}
				a := siteAddress{Address: ix.Site.Address(b.Brand, e.Slug, e.Subdomain, e.Primary), Manual: b.Slug + "." + e.Slug}
				if err := a.look(ctx, ix.Site, e, sources, o); err != nil {
					a.Problem = err.Error()
				}
				found = append(found, a)
			}
		}
		return nil
	})
	return found, err
}

// renderSite imports files into a temporary store for a base URL and calls use with
// its index.
func renderSite(ctx context.Context, base manual.Site, loneAtHome bool, sources []source.Source, o seed.Options, use func(*db.Index) error) error {
	folder, err := os.MkdirTemp("", "designmanual-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	store, err := db.Open(filepath.Join(folder, "site.db"))
	if err != nil {
		return err
	}
	defer store.Close()
	if _, err := seed.Import(ctx, store, sources, o); err != nil {
		return err
	}
	if err := setSite(ctx, store, base, loneAtHome, "site"); err != nil {
		return err
	}
	return use(store.Index())
}

// setSite renders a store for the base URL of a flag. With loneAtHome a brand that is the
// only one is at home there, unless the base URL has one.
func setSite(ctx context.Context, store *db.DB, base manual.Site, loneAtHome bool, flag string) error {
	brands := slices.Collect(store.Index().Brands())
	if loneAtHome && base.Home == "" && len(brands) == 1 {
		base.Home = brands[0].Slug
	}
	home := slices.ContainsFunc(brands, func(b *db.Brand) bool { return base.AtHome(b.Brand) })
	if err := base.CheckHome(home); err != nil {
		return usageErrorf("--%s: %w", flag, err)
	}
	if base.Home != "" && !home {
		return usageErrorf("--brand: there is no brand %q", base.Home)
	}
	return seed.SetSite(ctx, store, base)
}

// look requests the page and the document of a manual. It sets what it finds, and
// returns the first thing that is wrong.
func (a *siteAddress) look(ctx context.Context, site manual.Site, e *db.Manual, sources []source.Source, o seed.Options) error {
	requests, cancel := context.WithTimeout(ctx, siteTimeout)
	defer cancel()
	page, _, err := a.get(requests, a.Address)
	if err != nil {
		return err
	}
	origin := strings.TrimSuffix(page.Request.URL.String(), page.Request.URL.RequestURI())
	document := origin + site.PathBefore(e.Brand.Brand, e.Subdomain, e.Primary) + manual.ManualsPath + a.Manual + manual.ManualSuffix
	response, body, err := a.get(requests, document)
	if err != nil {
		return err
	}
	var served struct {
		ID        string    `json:"id"`
		URL       string    `json:"url"`
		UpdatedAt time.Time `json:"updatedAt"`
	}
	if err := json.Unmarshal(body, &served); err != nil || served.ID == "" {
		return fmt.Errorf("leads elsewhere: %s is not a manual document", document)
	}
	if a.LeadsHere = served.URL == a.Address; !a.LeadsHere {
		return fmt.Errorf("the manual there has the address %q: is the server's --base-url or --brand another?", served.URL)
	}
	want, _ := e.Document(manual.ManualDocument)
	tag := strings.TrimPrefix(response.Header.Get("ETag"), "W/") // weak where a proxy compresses
	if tag != `"`+want.ETag()+`"` && !served.UpdatedAt.Equal(e.UpdatedAt) {
		// A file may leave the time to the server's database: take the one of there.
		o.Now = func() time.Time { return served.UpdatedAt }
		err = renderSite(ctx, site, false, sources, o, func(ix *db.Index) error {
			if again := ix.Brand(e.Brand.Slug).Manual(e.Slug); again != nil {
				want, _ = again.Document(manual.ManualDocument)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if a.SameTag = tag == `"`+want.ETag()+`"`; !a.SameTag {
		return fmt.Errorf("has another state than these files: its entity tag is %s, expected %q", tag, want.ETag())
	}
	return nil
}

// siteClient does not follow redirects, and asks for uncompressed bodies, whose tags
// are strong.
var siteClient = &http.Client{
	Transport:     &http.Transport{DialContext: remote.Dial, ForceAttemptHTTP2: true, DisableCompression: true, DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// get requests an address, which must answer with 200, and sets what the connection
// says.
func (a *siteAddress) get(ctx context.Context, address string) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	response, err := siteClient.Do(request)
	resolver, unresolved := errors.AsType[*net.DNSError](err)
	a.Resolves = !unresolved
	switch {
	case unresolved:
		return nil, nil, fmt.Errorf("the host does not resolve: %w", resolver)
	case errors.Is(err, context.DeadlineExceeded):
		return nil, nil, fmt.Errorf("does not answer within %s", siteTimeout)
	case err != nil:
		return nil, nil, fmt.Errorf("does not answer: %w", errors.Unwrap(err)) // of the *url.Error, which repeats the address
	}
	defer response.Body.Close()
	if response.TLS != nil {
		a.CertificateExpiry = &response.TLS.PeerCertificates[0].NotAfter
	}
	if to := response.Header.Get("Location"); to != "" {
		return nil, nil, fmt.Errorf("leads elsewhere: %s is redirected to %s", address, to)
	}
	if response.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("leads elsewhere: %s answers with %s", address, response.Status)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxSiteDocument))
	return response, body, err
}
