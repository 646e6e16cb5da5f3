package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/julienschmidt/httprouter"
	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
	"designmanual/db/manual"
)

// Options are what [New] may be told. The zero Options serve without limits.
type Options struct {
	Rate           ratelimit.Rate   // for a client address
	TokenRate      ratelimit.Rate   // for a valid access token
	TrustedProxies []netip.Prefix   // whose X-Forwarded-For is believed; without any the field is never read
	Now            func() time.Time // time.Now when nil
	Log            *slog.Logger     // none when nil
	Pages          *pages.Pages     // none when nil: outside of /api/ there is but the health of the process
	SessionKey     []byte           // a secret that signs page sessions; the store's own when nil
	Dev            *Dev             // for local work alone; nil for none

	// Observe is told of every request once its answer is handed over, by the
	// goroutine that answers it. The observation is good until it returns. It
	// is not told of what net/http answers itself (400, 431, 505), and of
	// requests that came from nowhere (without RemoteAddr).
	Observe func(*Observation)
}

// prefix is where the interface lies. What is outside has no fields for web
// pages of other origins, and tells nothing of the rate limit.
const prefix = "/api/"

// A Handler answers requests from a store. Make one with [New].
type Handler struct {
	db         *db.DB
	router     *httprouter.Router
	byAddress  *limiter.Limiter // nil for no limit
	byToken    *limiter.Limiter // nil for no limit
	trusted    ratelimit.Proxies
	now        func() time.Time
	log        *slog.Logger
	ready      atomic.Bool
	bodies     *bodyCache
	mediaTypes map[manual.DocumentKind]string
	exports    map[string]manual.DocumentKind // by file name
	openapi    static
	site       *site // nil for none
	observer   func(*Observation)
	names      requestNames
}

// New returns a handler of the store's manuals. It answers for them once
// [Handler.SetReady] says so.
func New(store *db.DB, o Options) (*Handler, error) {
	h := &Handler{
		db: store, trusted: ratelimit.NewProxies(o.TrustedProxies), now: o.Now, log: o.Log, observer: o.Observe, names: newRequestNames(),
		bodies: newBodyCache(maxCachedBytes), mediaTypes: make(map[manual.DocumentKind]string), exports: make(map[string]manual.DocumentKind),
	}
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	h.byAddress = ratelimit.NewLimiter(o.Rate, ratelimit.AddressSlots, h.now)
	h.byToken = ratelimit.NewLimiter(o.TokenRate, ratelimit.TokenSlots, h.now)
	for _, d := range manual.Documents {
		h.mediaTypes[d.Kind] = d.Type
		if d.File != "" {
			h.exports[d.File] = d.Kind
		}
	}
	var err error
	if h.openapi, err = newStaticJSON(openapiSource); err != nil {
		return nil, fmt.Errorf("preparing the OpenAPI document: %w", err)
	}
	if o.Pages != nil {
		if h.site, err = newSite(&o, h.now); err != nil {
			return nil, fmt.Errorf("preparing the pages: %w", err)
		}
	}
	h.router = h.routes()
	return h, nil
}

// routes names what is served. Methods are judged in judge, after the rate
// limit, and not by the router; nor does it redirect anything.
func (h *Handler) routes() *httprouter.Router {
	router := &httprouter.Router{NotFound: http.HandlerFunc(h.serveOther)}
	read := func(path string, handle httprouter.Handle) {
		router.GET(path, handle)
		router.HEAD(path, handle)
	}
	read("/api/v1/manuals/:slug", h.handle(EndpointManual, h.manual))
	read("/api/v1/manuals/:slug/tokens.json", h.handle(EndpointTokens, h.tokens))
	read("/api/v1/openapi.json", h.handle(EndpointOpenAPI, h.description))
	read(healthPath, h.health)
	read(readyPath, h.readiness)
	return router
}

// handle returns the handle of an endpoint under /api/.
func (h *Handler) handle(as Endpoint, answer endpoint) httprouter.Handle {
	return func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		rq := h.newRequest(r, as)
		rq.shared = true
		rq.slug = params.ByName("slug")
		h.serve(w, rq, answer)
	}
}

// serveOther answers for what the router has no route for: unknown paths
// under /api/, methods that a route does not have, and the pages.
func (h *Handler) serveOther(w http.ResponseWriter, r *http.Request) {
	rq := h.newRequest(r, EndpointUnknown)
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, prefix):
		rq.shared = true
		h.serve(w, rq, func(*request) (*response, error) { return nil, errNotFound })
	case path == healthPath:
		rq.observation.Endpoint = EndpointHealth
		h.end(w, rq, nil, errMethod)
	case path == readyPath:
		rq.observation.Endpoint = EndpointReady
		h.end(w, rq, nil, errMethod)
	case h.site == nil:
		h.end(w, rq, nil, errNotFound)
	default:
		h.servePage(w, rq)
	}
}

// ServeHTTP answers the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.router.ServeHTTP(w, r) }

// SetReady says whether manuals are answered for. Before, requests under
// /api/ are refused with 503, and /readyz says so.
func (h *Handler) SetReady(ready bool) { h.ready.Store(ready) }

// Ready tells whether manuals are answered for.
func (h *Handler) Ready() bool { return h.ready.Load() }
