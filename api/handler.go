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
	"sync"
	"sync/atomic"
	"time"

	"github.com/julienschmidt/httprouter"
	"github.com/ulule/limiter/v3"

	"designmanual/api/pages"
	"designmanual/api/ratelimit"
	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
)

// A DevMessage is what is wrong with a seed file.
type DevMessage struct {
	File string // its absolute path; empty if that is not known
	Text string // in lines
}

// Options are the options of [New]. The zero Options have no rate limits.
type Options struct {
	Pages           pages.Pages         // required for paths outside /api/
	Rate            ratelimit.Rate      // for a client address
	AccessTokenRate ratelimit.Rate      // for a valid access token
	TrustedProxies  []netip.Prefix      // whose X-Forwarded-For is used; if empty the field is ignored
	Now             func() time.Time    // if nil, time.Now
	Log             *slog.Logger        // if nil, nothing is logged
	SessionKey      []byte              // secret that signs page sessions; if nil, the store's own
	Dev             bool                // pages reload when the store changes
	DevMessages     func() []DevMessage // with Dev, what is wrong with the seed files; may be nil

	// Agents, if not nil, answers messages of the Model Context Protocol, given the
	// manuals that the request may read. The error is that of the request's context.
	Agents func(*http.Request, []manual.Readable) (status int, header http.Header, body []byte, err error)

	// Observe, if not nil, is called for every request that came over a
	// connection, by the goroutine that has answered it.
	Observe func(Observation)
}

//go:embed openapi.json
var openapiSource []byte

// A Handler answers requests from a store. Make one with [New].
type Handler struct {
	db            *db.DB
	options       Options
	router        *httprouter.Router
	byAddress     *limiter.Limiter // nil for no limit
	byAccessToken *limiter.Limiter // nil for no limit
	tries         *limiter.Limiter // wrong passwords, by address
	trusted       ratelimit.Proxies
	ready         atomic.Bool
	cache         *render.Cache
	openapi       static
	pageFiles     map[string]static // by path
	passwords     *pages.PasswordChecker
	key           pages.SessionKey // signs page sessions; zero for the store's own
	indexCacheMu  sync.Mutex
	indexCache    *indexCache   // guarded by indexCacheMu
	idPrefix      string        // of the request ids that it makes
	idCount       atomic.Uint64 // ids that it has made; the next one is a number higher
}

// New returns the handler of a store. It serves manuals after [Handler.SetReady].
func New(store *db.DB, o Options) *Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Handler{
		db: store, options: o, trusted: ratelimit.NewProxies(o.TrustedProxies),
		cache:         render.NewCache(store, o.Log, o.Agents != nil),
		byAddress:     ratelimit.NewLimiter(o.Rate, ratelimit.AddressSlots, o.Now),
		byAccessToken: ratelimit.NewLimiter(o.AccessTokenRate, ratelimit.AccessTokenSlots, o.Now),
		tries: limiter.New(
			ratelimit.NewStore(trySlots, o.Now), limiter.Rate{Period: time.Minute, Limit: triesPerMinute},
		),
		passwords: pages.NewPasswordChecker(), idPrefix: fmt.Sprintf("%08x-", rand.Uint32()),
		pageFiles: make(map[string]static),
	}
	if o.SessionKey != nil {
		h.key = pages.SessionKey(manual.NewSessionKey(o.SessionKey))
	}
	for path, a := range o.Pages.PageFiles {
		h.pageFiles[path] = newStatic(a.Body, a.Type).compressed()
	}
	var openapi bytes.Buffer
	_ = json.Compact(&openapi, openapiSource) // it is valid JSON
	h.openapi = newStatic(openapi.Bytes(), mediaJSON).compressed()
	h.router = newRouter()
	return h
}

// SetReady sets whether manuals are served. Until then requests for them, and for
// /readyz, are answered with 503.
func (h *Handler) SetReady(ready bool) { h.ready.Store(ready) }

// Ready reports whether manuals are served.
func (h *Handler) Ready() bool { return h.ready.Load() }
