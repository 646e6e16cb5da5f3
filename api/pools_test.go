//go:build !race

package api

// poolLosses is what of an allocation a request may take more than it needs,
// because a pool is emptied now and then.
const poolLosses = 0.5
