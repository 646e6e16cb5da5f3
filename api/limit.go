package api

import (
	"strings"
	"time"

	"github.com/ulule/limiter/v3"

	"designmanual/api/ratelimit"
)

// checkRate counts the request towards the rate limit of its access token or, without a valid one, of
// its address. A file or an icon is counted by [Handler.countAnswer], if at all. The error is errRate.
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
		count = limit.Peek // only looks
	}
	rq.out.quota, _ = count(rq.Context(), key) // ratelimit.Store returns no errors
	if rq.out.quota.Reached {
		return errRate
	}
	return nil
}

// countAnswer counts a request that checkRate did not count: for a file if it failed, for an icon if it did
// not, since browsers ask every host for one.
func (h *Handler) countAnswer(rq *request, failed bool) {
	counts := rq.isFreeUnlessError() && failed || rq.endpoint == EndpointIcon && !failed
	if limit, key := h.limitOf(rq); limit != nil && counts {
		rq.out.quota, _ = limit.Get(rq.Context(), key)
	}
}

// limitOf returns the rate limit of a request, nil for none, and the key under which it counts.
func (h *Handler) limitOf(rq *request) (limit *limiter.Limiter, key string) {
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
