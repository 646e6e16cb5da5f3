package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

// siteOver returns the base URL to serve: that of the options, else the stored one,
// else http://localhost with the port of the public listener, if it is open. A stored
// one that nobody has set follows the port. The error is a [UsageError].
func (s *server) siteOver(stored manual.Site) (manual.Site, error) {
	site := s.Site
	if site == (manual.Site{}) {
		site = stored
	}
	if s.guessed(stored) {
		site = localSite(s.listener)
		site.Host, site.Guessed = cmp.Or(s.LocalHost, site.Host), true
	}
	site.Local = s.API.Dev
	site.Home = stored.Home
	if s.Brand != nil {
		site.Home = *s.Brand
	}
	if site.IsIP() && site.Home == "" && !s.API.Dev {
		return site, site.CheckHome(false)
	}
	if !s.TLS.Enabled {
		return site, nil
	}
	if s.guessed(stored) {
		return site, usageErrorf("--tls needs --base-url with the https:// address of the site")
	}
	if site.Scheme != "https" {
		return site, usageErrorf("--tls needs an https:// address in --base-url, found %s", site)
	}
	if s.TLS.Cert == "" && (!strings.Contains(site.Host, ".") || site.IsIP()) {
		return site, usageErrorf(
			"no authority gives a certificate for the --base-url %s: take a public host name, or --tls-cert", site.Host,
		)
	}
	return site, nil
}

func (s *server) guessed(stored manual.Site) bool {
	return s.Site == (manual.Site{}) && (stored == (manual.Site{}) || stored.Guessed)
}

// localSite returns the base URL http://localhost with the port of a listener, or
// without one for nil. Browsers resolve localhost and all hosts below it to this
// machine (RFC 6761, section 6.3).
func localSite(l net.Listener) manual.Site {
	site := manual.Site{Scheme: "http", Host: "localhost"}
	if port := portOf(l); port != 80 && port != 0 {
		site.Port = strconv.Itoa(port)
	}
	return site
}

// setSite sets the base URL of the store and the brand at home there.
func (s *server) setSite(ctx context.Context) error {
	stored := s.db.Index().Site
	site, err := s.siteOver(stored)
	if err != nil {
		return err
	}
	err = seed.SetSite(ctx, s.db, site)
	if errors.Is(err, db.ErrRefused) && s.guessed(stored) {
		s.Log.Warn(
			"the database is only read: addresses are made from the base URL that it has", "db", s.Database, "base-url",
			stored.String(),
		)
		return nil
	}
	if err != nil {
		return fmt.Errorf("setting the base URL %s: %w", site, err)
	}
	s.baseURLGuessed = s.guessed(stored) && !s.API.Dev
	return nil
}
