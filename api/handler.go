package api

import (
	"bytes"
	_ "embed" // the OpenAPI document
	"encoding/json"
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

// Where the interface and the health of the process lie. What is outside of
// /api/ has no fields for web pages of other origins, and tells nothing of the
// rate limit.
const (
	prefix     = "/api/"
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

//go:embed openapi.json
var openapiSource []byte

// A Handler answers requests from a store. Make one with [New].
type Handler struct {
	db        *db.DB
	router    *httprouter.Router
	byAddress *limiter.Limiter // nil for no limit
	byToken   *limiter.Limiter // nil for no limit
	trusted   ratelimit.Proxies
	now       func() time.Time
	log       *slog.Logger
	ready     atomic.Bool
	bodies    *bodyCache
	openapi   static
	site      *site // nil for none
	observer  func(*Observation)
	name      string // what the names of its requests begin with
	requests  atomic.Uint64
}

// New returns a handler of the store's manuals. It answers for them once
// [Handler.SetReady] says so.
func New(store *db.DB, o Options) (*Handler, error) {
	h := &Handler{
		db: store, trusted: ratelimit.NewProxies(o.TrustedProxies), now: o.Now, log: o.Log,
		bodies: newBodyCache(maxCachedBytes), observer: o.Observe, name: newServerName(),
	}
	if h.now == nil {
		h.now = time.Now
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	h.byAddress = ratelimit.NewLimiter(o.Rate, ratelimit.AddressSlots, h.now)
	h.byToken = ratelimit.NewLimiter(o.TokenRate, ratelimit.TokenSlots, h.now)
	var openapi bytes.Buffer
	if err := json.Compact(&openapi, openapiSource); err != nil {
		return nil, fmt.Errorf("preparing the OpenAPI document: %w", err)
	}
	h.openapi = newStatic(openapi.Bytes())
	if o.Pages != nil {
		var err error
		if h.site, err = newSite(&o, h.now); err != nil {
			return nil, fmt.Errorf("preparing the pages: %w", err)
		}
	}
	// Methods are judged after the rate limit, and not by the router; nor does
	// it redirect anything.
	h.router = &httprouter.Router{NotFound: http.HandlerFunc(h.serveOther)}
	h.route("/api/v1/manuals/:slug", EndpointManual, h.manual)
	h.route("/api/v1/manuals/:slug/tokens.json", EndpointTokens, h.tokens)
	h.route("/api/v1/openapi.json", EndpointOpenAPI, h.description)
	h.route(healthPath, EndpointHealth, h.health)
	h.route(readyPath, EndpointReady, h.health)
	return h, nil
}

// route has the endpoint answer for a path of the interface or for a probe.
func (h *Handler) route(path string, as Endpoint, answer endpoint) {
	handle := func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		rq := h.newRequest(r, as)
		rq.slug = params.ByName("slug")
		rq.shared = strings.HasPrefix(path, prefix)
		rq.free = !rq.shared
		h.serve(w, rq, answer)
	}
	h.router.GET(path, handle)
	h.router.HEAD(path, handle)
}

// serveOther answers for what the router has no route for: unknown paths
// under /api/, methods that a route does not have, and the pages.
func (h *Handler) serveOther(w http.ResponseWriter, r *http.Request) {
	rq := h.newRequest(r, EndpointUnknown)
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, prefix):
		rq.shared = true
	case path == healthPath:
		rq.free, rq.observation.Endpoint = true, EndpointHealth
	case path == readyPath:
		rq.free, rq.observation.Endpoint = true, EndpointReady
	case h.site == nil:
		rq.free = true
	default:
		h.servePage(w, rq)
		return
	}
	h.serve(w, rq, nothing)
}

// nothing is the endpoint of what there is not.
func nothing(*request) (*response, error) { return nil, errNotFound }

// health is the endpoint that tells, on any host and for anyone, that the
// process answers, or that manuals are answered for.
func (h *Handler) health(rq *request) (*response, error) {
	rs := &response{mediaType: mediaJSON, cache: noStore, unread: true, body: []byte(`{"status":"ok"}`)}
	if rq.URL.Path == readyPath {
		if !h.ready.Load() {
			return nil, errStarting
		}
		rs.body = []byte(`{"status":"ready"}`)
	}
	return rs, nil
}

// ServeHTTP answers the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.router.ServeHTTP(w, r) }

// SetReady says whether manuals are answered for. Before, requests under
// /api/ are refused with 503, and /readyz says so.
func (h *Handler) SetReady(ready bool) { h.ready.Store(ready) }

// Ready tells whether manuals are answered for.
func (h *Handler) Ready() bool { return h.ready.Load() }
