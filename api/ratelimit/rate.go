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
type Rate struct{ limiter.Rate }

// The default rates (specification, section 8), in the notation of [ParseRate].
const (
	DefaultRate      = "600-M"  // for a client address
	DefaultTokenRate = "6000-M" // for an access token
)

// ErrRate is wrapped by the errors of [ParseRate].
var ErrRate = errors.New("not a rate")

// ParseRate parses a rate: a number of requests from 1 to 2147483647, a hyphen,
// and S, M, H or D for a second, a minute, an hour or a day; or "off". Errors
// wrap [ErrRate].
func ParseRate(text string) (Rate, error) {
	if text == "off" {
		return Rate{}, nil
	}
	fail := func(reason string) (Rate, error) {
		return Rate{}, fmt.Errorf("%w: %q: %s (say 600-M, or off)", ErrRate, text, reason)
	}
	rate, err := limiter.NewRateFromFormatted(text)
	switch {
	case err != nil:
		return fail("expected a number, a hyphen, and S, M, H or D")
	case strings.HasPrefix(text, "+") || rate.Limit < 1 || rate.Limit > math.MaxInt32:
		return fail("expected a number from 1 to 2147483647 before the hyphen")
	}
	return Rate{rate}, nil
}

// Off reports whether there is no limit.
func (r Rate) Off() bool { return r.Limit == 0 }

// String returns the rate in the notation of [ParseRate].
func (r Rate) String() string {
	if r.Off() {
		return "off"
	}
	return r.Formatted
}

// NewLimiter returns a limiter with a new [Store] of that many slots, or nil if
// the rate is off.
func NewLimiter(rate Rate, slots int, now func() time.Time) *limiter.Limiter {
	if rate.Off() {
		return nil
	}
	return limiter.New(NewStore(slots, now), rate.Rate)
}
