package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"designmanual/api/pages"
	"designmanual/api/remote"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
)

const (
	lookTimeout = 10 * time.Second // for a request
	maxDocument = 64 << 20         // bytes
)

// An Address is what [Look] has found at the address of an open manual.
type Address struct {
	Address           string     `json:"address"`
	Manual            string     `json:"manual"`                      // BRAND.MANUAL
	CertificateExpiry *time.Time `json:"certificateExpiry,omitempty"` // of a certificate that is valid for the host
	Problem           string     `json:"problem,omitempty"`           // what is wrong, or empty
}

// IsWrong reports whether something is wrong at one of the addresses.
func IsWrong(found []Address) bool {
	return slices.ContainsFunc(found, func(a Address) bool { return a.Problem != "" })
}

// SetHome renders a store for a base URL. With loneAtHome a brand that is the only one is
// at home there, unless the base URL has one. The error may be a [manual.NoHomeError].
func SetHome(ctx context.Context, store *db.DB, base manual.Site, loneAtHome bool) error {
	brands := slices.Collect(store.Index().Brands())
	if loneAtHome && base.Home == "" && len(brands) == 1 {
		base.Home = brands[0].Slug
	}
	home := slices.ContainsFunc(brands, func(b *db.Brand) bool { return base.AtHome(b.BrandSettings) })
	if err := base.CheckHome(home); err != nil {
		return err
	}
	if base.Home != "" && !home {
		return manual.NoHomeError(fmt.Sprintf("there is no brand %q to be at home at %s", base.Home, base))
	}
	return seed.SetSite(ctx, store, base)
}

// Look requests the addresses that the open manuals of seed files have below a base URL.
// A brand that is the only one is looked for at home, then at a host of its own. The
// error is that of [seed.Import] or of [SetHome].
func Look(ctx context.Context, base manual.Site, sources []source.Source, o seed.Options) ([]Address, error) {
	var (
		found []Address
		err   error
	)
	err = importTemporarily(ctx, sources, o, func(store *db.DB) error {
		if err := SetHome(ctx, store, base, true); err != nil {
			return err
		}
		found = lookAt(ctx, store.Index(), sources, o)
		if !IsWrong(found) || SetHome(ctx, store, base, false) != nil {
			return nil
		}
		if apart := lookAt(ctx, store.Index(), sources, o); !IsWrong(apart) {
			found = apart
		}
		return nil
	})
	return found, err
}

func lookAt(ctx context.Context, ix *db.Index, sources []source.Source, o seed.Options) []Address {
	found := []Address{}
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			if !pages.IsForAnyone(e, time.Now()) {
				continue
			}
			a := Address{Address: address(ix, e), Manual: b.Slug + "." + e.Slug}
			if err := a.look(ctx, ix.Site, e, sources, o); err != nil {
				a.Problem = err.Error()
			}
			found = append(found, a)
		}
	}
	return found
}

// look requests the page and the document of a manual. It sets what it finds, and
// returns the first thing that is wrong.
func (a *Address) look(
	ctx context.Context, site manual.Site, e *db.Head, sources []source.Source, o seed.Options,
) error {
	page, _, err := a.get(ctx, a.Address)
	if err != nil {
		return err
	}
	origin := strings.TrimSuffix(page.Request.URL.String(), page.Request.URL.RequestURI())
	document := origin + site.PathBefore(e.Brand.BrandSettings, e.Subdomain, e.Primary) +
		manual.ManualsPath + a.Manual + manual.ManualSuffix
	response, body, err := a.get(ctx, document)
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
	if served.URL != a.Address {
		return fmt.Errorf(
			"the manual there has the address %q: is the server's --base-url or --brand another?", served.URL,
		)
	}
	want := e.ManualJSON
	tag := strings.TrimPrefix(response.Header.Get("ETag"), "W/") // weak where a proxy compresses
	if tag != `"`+want.ETag()+`"` && !served.UpdatedAt.Equal(e.UpdatedAt) {
		// A file may leave the time to the server's database: take the one of there.
		o.Now = func() time.Time { return served.UpdatedAt }
		err = importTemporarily(ctx, sources, o, func(store *db.DB) error {
			if err := seed.SetSite(ctx, store, site); err != nil {
				return err
			}
			if again := store.Index().Brand(e.Brand.Slug).Manual(e.Slug); again != nil {
				want = again.ManualJSON
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if tag != `"`+want.ETag()+`"` {
		return fmt.Errorf("has another state than these files: its entity tag is %s, expected %q", tag, want.ETag())
	}
	return nil
}

// client does not follow redirects, and asks for uncompressed bodies, whose tags
// are strong.
var client = &http.Client{
	Timeout: lookTimeout,
	Transport: &http.Transport{
		DialContext: remote.Dial, ForceAttemptHTTP2: true, DisableCompression: true, DisableKeepAlives: true,
	},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// get requests an address, which must answer with 200, and sets what the connection
// says.
func (a *Address) get(ctx context.Context, address string) (*http.Response, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	response, err := client.Do(request)
	if unresolved, ok := errors.AsType[*net.DNSError](err); ok {
		return nil, nil, fmt.Errorf("the host does not resolve: %w", unresolved)
	}
	if timedOut(err) {
		return nil, nil, fmt.Errorf("does not answer within %v", lookTimeout)
	}
	if err != nil {
		// of the *url.Error, which repeats the address
		return nil, nil, fmt.Errorf("does not answer: %w", errors.Unwrap(err))
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
	body, err := io.ReadAll(io.LimitReader(response.Body, maxDocument))
	if timedOut(err) {
		return nil, nil, fmt.Errorf("does not end its answer within %v", lookTimeout)
	}
	return response, body, err
}

func timedOut(err error) bool {
	fault, ok := errors.AsType[net.Error](err)
	return ok && fault.Timeout()
}
