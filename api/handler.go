package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/julienschmidt/httprouter"
	"github.com/ulule/limiter/v3"

	"designmanual/api/ratelimit"
	"designmanual/db"
)

// Options are what [New] may be told. The zero Options serve without limits.
type Options struct {
	Rate           ratelimit.Rate   // for a client address
	TokenRate      ratelimit.Rate   // for a valid access token
	TrustedProxies []netip.Prefix   // whose X-Forwarded-For is believed; without any the field is never read
	Now            func() time.Time // time.Now when nil
	Log            *slog.Logger     // none when nil
	Pages          *Pages           // none when nil: outside of /api/ there is but the health of the process

	// Observe is told of every request once its answer is handed over, by the
	// goroutine that answers it. The observation is good until it returns.
	// Nothing is measured when it is nil. It is not told of what net/http
	// answers itself (400, 431, 505), and of requests that came from nowhere
	// (without RemoteAddr).
	Observe func(*Observation)
}

// prefix is where the interface lies. What is outside has no fields for web
// pages of other origins, and tells nothing of the rate limit.
const prefix = "/api/"

// A Handler answers requests from a store. Make one with [New].
type Handler struct {
	db          *db.DB
	router      *httprouter.Router
	byAddress   *limiter.Limiter // nil for no limit
	byToken     *limiter.Limiter // nil for no limit
	trusted     ratelimit.Proxies
	now         func() time.Time
	log         *slog.Logger
	ready       atomic.Bool
	copies      sync.Pool // of *bodyCopy, for large bodies
	smallCopies sync.Pool // and for small ones
	sending     sending
	openings    [len(refusals)][]byte
	maxAges     [cacheSeconds + 1]string // the fields
	openapi     static
	pages       *pages             // nil for none
	observer    func(*Observation) // nil for none
	names       requestNames
}

// New returns a handler of the store's manuals. It answers for them once
// [Handler.SetReady] says so.
func New(store *db.DB, o Options) (*Handler, error) {
	h := &Handler{db: store, trusted: ratelimit.NewProxies(o.TrustedProxies), now: o.Now, log: o.Log, observer: o.Observe, names: newRequestNames()}
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	h.byAddress = ratelimit.NewLimiter(o.Rate, ratelimit.AddressSlots, h.now)
	h.byToken = ratelimit.NewLimiter(o.TokenRate, ratelimit.TokenSlots, h.now)
	for i, p := range refusals {
		h.openings[i] = p.opening()
	}
	for seconds := range h.maxAges {
		h.maxAges[seconds] = maxAgeField(seconds)
	}
	var err error
	if h.openapi, err = newStaticJSON(openapiSource); err != nil {
		return nil, fmt.Errorf("preparing the OpenAPI document: %w", err)
	}
	if o.Pages != nil {
		if h.pages, err = newPages(o.Pages, h.now); err != nil {
			return nil, fmt.Errorf("preparing the pages: %w", err)
		}
	}
	h.router = h.routes()
	return h, nil
}

// routes names what is served. Methods are judged in judge, after the rate
// limit, and not by the router; nor does it redirect anything.
func (h *Handler) routes() *httprouter.Router {
	unknown := h.judged(EndpointUnknown, func(*exchange) (representation, error) { return representation{}, errNotFound })
	router := &httprouter.Router{NotFound: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, prefix) {
			unknown(w, r, nil)
			return
		}
		h.elsewhere(w, r)
	})}
	read := func(path string, handle httprouter.Handle) {
		router.GET(path, handle)
		router.HEAD(path, handle)
	}
	read("/api/v1/manuals/:slug", h.judged(EndpointManual, h.manual))
	read("/api/v1/manuals/:slug/tokens.json", h.judged(EndpointTokens, h.tokens))
	read("/api/v1/openapi.json", h.judged(EndpointOpenAPI, h.description))
	read(healthPath, h.health)
	read(readyPath, h.readiness)
	return router
}

// ServeHTTP answers the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.router.ServeHTTP(w, r) }

// SetReady says whether manuals are answered for. Before, requests under
// /api/ are refused with 503, and /readyz says so.
func (h *Handler) SetReady(ready bool) { h.ready.Store(ready) }

// Ready tells whether manuals are answered for.
func (h *Handler) Ready() bool { return h.ready.Load() }
