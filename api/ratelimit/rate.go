// Package ratelimit finds out which client has sent a request and counts its
// requests. [ParseRate] reads a rate, [Proxies.Client] returns the address of
// the client, [Key] the key under which it is counted, and a [Store] keeps the
// counts for a [limiter.Limiter].
//
// The limiter's own store grows with the number of clients, and its middleware
// trusts the leftmost hop of X-Forwarded-For, which any client can invent, and
// counts each address of an IPv6 network separately.
package ratelimit

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ulule/limiter/v3"
)

// A Rate is how many requests a client may send in a period. The zero Rate means
// no limit: requests are not counted and no X-RateLimit fields are sent.
type Rate = limiter.Rate

// The default rates (specification, section 8), in the notation of [ParseRate].
const (
	DefaultRate      = "600-M"  // for a client address
	DefaultTokenRate = "6000-M" // for an access token
)

// errRate is wrapped by the errors of [ParseRate].
var errRate = errors.New("not a rate")

// ParseRate parses a rate: a number of requests from 1 to 2147483647, a hyphen,
// and S, M, H or D for a second, a minute, an hour or a day; or "off".
func ParseRate(text string) (Rate, error) {
	if text == "off" {
		return Rate{}, nil
	}
	fail := func(reason string) (Rate, error) {
		return Rate{}, fmt.Errorf("%w: %q: %s (say 600-M, or off)", errRate, text, reason)
	}
	rate, err := limiter.NewRateFromFormatted(text)
	if err != nil {
		return fail("expected a number, a hyphen, and S, M, H or D")
	}
	if strings.HasPrefix(text, "+") || rate.Limit < 1 || rate.Limit > math.MaxInt32 {
		return fail("expected a number from 1 to 2147483647 before the hyphen")
	}
	return rate, nil
}

// NewLimiter returns a limiter with a new [Store] of that many slots, or nil if
// the rate is off.
func NewLimiter(rate Rate, slots int, now func() time.Time) *limiter.Limiter {
	if rate == (Rate{}) {
		return nil
	}
	return limiter.New(NewStore(slots, now), rate)
}
