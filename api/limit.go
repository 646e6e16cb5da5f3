package api

import (
	"strings"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/ratelimit"
)

// checkRate counts the request towards the rate limit of its access token or, without a valid one, of its address. It
// does not count a request for a file or an icon: [Handler.countAfterAnswer] does. The error is errRate.
func (h *Handler) checkRate(rq *request) error {
	if rq.isPreflight() || rq.isHealthOrPageFile() {
		return nil
	}
	limit, key := h.limitOf(rq)
	if limit == nil {
		return nil
	}
	count := limit.Get
	if rq.isFreeUnlessError() || rq.endpoint == EndpointIcon {
		count = limit.Peek // it reads the quota and counts nothing
	}
	rq.outcome.quota, _ = count(rq.Context(), key) // ratelimit.Store returns no errors
	if rq.outcome.quota.Reached {
		return errRate
	}
	return nil
}

// countAfterAnswer counts a request towards the rate limit that checkRate did not count. A request for a file counts if
// it failed; one for an icon counts if it did not, since browsers ask every host for one.
func (h *Handler) countAfterAnswer(rq *request, failed bool) {
	counts := rq.isFreeUnlessError() && failed || rq.endpoint == EndpointIcon && !failed
	if limit, key := h.limitOf(rq); limit != nil && counts {
		rq.outcome.quota, _ = limit.Get(rq.Context(), key)
	}
}

// limitOf returns the rate limit of a request, or nil, and the key under which the request counts.
func (h *Handler) limitOf(rq *request) (*limiter.Limiter, string) {
	if rq.accessToken != nil {
		return h.byAccessToken, rq.accessToken.ID
	}
	return h.byAddress, ratelimit.Key(rq.client)
}

// isFreeUnlessError reports whether the request counts towards the rate limit only if it fails, as
// for a file or one range of it. Several ranges cost as much as several requests.
func (rq *request) isFreeUnlessError() bool {
	ranges := rq.Header["Range"]
	return rq.endpoint == EndpointFiles && (len(ranges) == 0 || !strings.Contains(ranges[0], ","))
}

// secondsLeft returns the seconds until the client may send requests again, at least 1.
func secondsLeft(quota limiter.Context, now time.Time) int {
	return int(max(quota.Reset-now.Unix(), 1))
}
