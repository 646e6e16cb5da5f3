package api

import (
	"bytes"
	_ "embed" // the OpenAPI document
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/julienschmidt/httprouter"
	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/db"
)

// Options are what [New] may be told. The zero Options have no limits.
type Options struct {
	Pages          pages.Pages      // what is outside of /api/ needs them
	Rate           ratelimit.Rate   // for a client address
	TokenRate      ratelimit.Rate   // for a valid access token
	TrustedProxies []netip.Prefix   // whose X-Forwarded-For is believed; without any the field is never read
	Now            func() time.Time // time.Now when nil
	Log            *slog.Logger     // none when nil
	SessionKey     []byte           // a secret that signs page sessions; the store's own when nil
	Dev            bool             // for local work alone: pages load again when what is served has changed
	Preview        string           // a secret that, as ?preview=<secret> of its address, opens a page to a session; empty for none

	// Observe is told of every request that came from somewhere, by the
	// goroutine that has answered it; nil for nobody. The observation is good
	// until it returns.
	Observe func(*Observation)
}

// Where the interface and the health of the process lie.
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
	options   Options
	router    *httprouter.Router
	byAddress *limiter.Limiter // nil for no limit
	byToken   *limiter.Limiter // nil for no limit
	tries     *limiter.Limiter // of wrong passwords, by address
	trusted   ratelimit.Proxies
	ready     atomic.Bool
	bodies    *bodyCache
	openapi   static
	assets    map[string]static // by path
	checker   *pages.Checker
	key       pages.Key // signs page sessions; zero for that of the store
	pagesMu   sync.Mutex
	pages     *indexPages // guarded by pagesMu
	name      string      // what the names of its requests begin with
	requests  atomic.Uint64
}

// New returns a handler of the store's manuals. It answers for them once
// [Handler.SetReady] says so.
func New(store *db.DB, o Options) *Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		db: store, options: o, trusted: ratelimit.NewProxies(o.TrustedProxies), bodies: newBodyCache(maxCachedBytes),
		byAddress: ratelimit.NewLimiter(o.Rate, ratelimit.AddressSlots, o.Now),
		byToken:   ratelimit.NewLimiter(o.TokenRate, ratelimit.TokenSlots, o.Now),
		tries:     limiter.New(ratelimit.NewStore(trySlots, o.Now), limiter.Rate{Period: time.Minute, Limit: triesPerMinute}),
		checker:   pages.NewChecker(), name: fmt.Sprintf("%08x-", rand.Uint32()), assets: make(map[string]static),
	}
	if o.SessionKey != nil {
		h.key = pages.NewKey(o.SessionKey)
	}
	for path, a := range o.Pages.Assets {
		h.assets[path] = newStatic(a.Body, a.Type).compressed()
	}
	var openapi bytes.Buffer
	_ = json.Compact(&openapi, openapiSource) // which is valid JSON
	h.openapi = newStatic(openapi.Bytes(), mediaJSON).compressed()
	// Methods are judged after the rate limit, and not by the router; nor does
	// it redirect anything.
	h.router = &httprouter.Router{NotFound: http.HandlerFunc(h.serveOther)}
	h.route("/api/v1/manuals/:slug", EndpointManual, h.manual)
	h.route("/api/v1/manuals/:slug/tokens.json", EndpointTokens, h.tokens)
	h.route("/api/v1/openapi.json", EndpointOpenAPI, h.description)
	return h
}

// route has the endpoint answer for a path of the interface.
func (h *Handler) route(path string, as Endpoint, answer endpoint) {
	handle := func(w http.ResponseWriter, r *http.Request, params httprouter.Params) {
		rq := h.newRequest(r, as)
		rq.slug, rq.shared = params.ByName("slug"), true
		h.serve(w, rq, answer)
	}
	h.router.GET(path, handle)
	h.router.HEAD(path, handle)
}

// serveOther answers for what the router has no route for: what there is not
// under /api/, other methods, probes, and pages.
func (h *Handler) serveOther(w http.ResponseWriter, r *http.Request) {
	rq, answer := h.newRequest(r, EndpointUnknown), endpoint(nothing)
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, prefix):
		rq.shared = true
	case path == healthPath:
		rq.free, rq.endpoint, answer = true, EndpointHealth, h.health
	case path == readyPath:
		rq.free, rq.endpoint, answer = true, EndpointReady, h.health
	default:
		answer = h.routePage(rq)
	}
	h.serve(w, rq, answer)
}

// nothing is the endpoint of what there is not.
func nothing(*request) (*response, error) { return nil, errNotFound }

// health is the endpoint that tells, on any host and for anyone, that the
// process answers, or that manuals are answered for.
func (h *Handler) health(rq *request) (*response, error) {
	status := `{"status":"ok"}`
	if rq.endpoint == EndpointReady {
		status = `{"status":"ready"}`
		if !h.ready.Load() {
			return nil, errStarting
		}
	}
	return &response{mediaType: mediaJSON, cache: noStore, body: []byte(status)}, nil
}

// ServeHTTP answers the request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.router.ServeHTTP(w, r) }

// SetReady says whether manuals are answered for. Before, requests under
// /api/ are refused with 503, and /readyz says so.
func (h *Handler) SetReady(ready bool) { h.ready.Store(ready) }

// Ready tells whether manuals are answered for.
func (h *Handler) Ready() bool { return h.ready.Load() }
