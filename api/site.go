package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
)

// A site is what people open, as it is served.
type site struct {
	*pages.Pages
	assets     map[string]asset
	sessionKey *pages.Key // nil for that of the store
	dev        *dev       // nil for none
	checker    *pages.Checker
	forms      *http.CrossOriginProtection
	tries      *limiter.Limiter // of wrong passwords, by address
	triesStore *ratelimit.Store

	mu     sync.Mutex
	index  siteIndex
	errors errorPages
}

// An asset is a file that pages use, as it is served.
type asset struct {
	static
	mediaType string
}

func newSite(o *Options, now func() time.Time) (*site, error) {
	if strings.ContainsAny(o.Pages.Policy, "\r\n") {
		return nil, fmt.Errorf("a Content-Security-Policy of several lines: %q", o.Pages.Policy)
	}
	made := &site{
		Pages: o.Pages, assets: make(map[string]asset, len(o.Pages.Assets)), checker: pages.NewChecker(), forms: http.NewCrossOriginProtection(),
		triesStore: ratelimit.NewStore(trySlots, now),
	}
	made.tries = limiter.New(made.triesStore, limiter.Rate{Period: time.Minute, Limit: triesPerMinute})
	if o.SessionKey != nil {
		key := pages.NewKey(o.SessionKey)
		made.sessionKey = &key
	}
	if o.Dev != nil {
		made.dev = newDev(o.Dev)
	}
	for path, a := range o.Pages.Assets {
		document, err := newStatic(a.Body)
		if err != nil {
			return nil, err
		}
		made.assets[path] = asset{document, a.Type}
	}
	return made, nil
}

// serveAsset answers for a path under /-/. Assets are the program's and tell
// nothing of what is in the store, so they are not counted, ask for no access
// and are there before the store is filled: a page that says why there is no
// other one needs them.
func (h *Handler) serveAsset(w http.ResponseWriter, rq *request) {
	err := rq.check(false)
	var rs *response
	if err == nil {
		rs, err = h.asset(rq)
	}
	h.end(w, rq, rs, err)
}

// asset returns the asset at the path of a request. The errors are
// errNotFound and errPrecondition.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.Request) {
		return nil, errNotFound
	}
	if a, ok := h.site.assets[path]; ok {
		return a.respond(rq.Header, a.mediaType, forGood)
	}
	if rs := h.site.dev.asset(h, rq); rs != nil {
		return rs, nil
	}
	if made, ok := h.site.Icon(path); ok {
		document := plain(made.Body)
		return document.respond(rq.Header, made.Type, forGood)
	}
	return nil, errNotFound
}
