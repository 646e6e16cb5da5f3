package api

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/ulule/limiter/v3"
	"golang.org/x/crypto/bcrypt"

	"designmanual/api/ratelimit"
)

const (
	triesPerMinute = 5       // wrong passwords from an address
	trySlots       = 1 << 14 // 256 KiB: addresses that try passwords in one minute
	waitersPerTurn = 16
)

// A gate is where passwords are checked. bcrypt is slow by design, so an
// address has few tries, at most half of the processors check at a time, some
// more checks wait for their turn, and the rest is refused: however many
// passwords are sent, the manuals are served on.
type gate struct {
	tries  *limiter.Limiter
	counts *ratelimit.Store
	turns  chan struct{} // holds one value for each check under way
	places chan struct{} // and one for each that is under way or waits
}

func newGate(now func() time.Time) *gate {
	turns := max(runtime.GOMAXPROCS(0)/2, 1)
	store := ratelimit.NewStore(trySlots, now)
	return &gate{
		tries:  limiter.New(store, limiter.Rate{Period: time.Minute, Limit: triesPerMinute}),
		counts: store,
		turns:  make(chan struct{}, turns),
		places: make(chan struct{}, turns*(1+waitersPerTurn)),
	}
}

// check tells whether the password is the one of the bcrypt hash. standing is
// where the client stands with its tries: once they are used up, the password
// is not looked at. Only a wrong one uses one up. The error is errCrowd when
// too many wait, errBusy when the client has gone, or says that hash is none.
func (g *gate) check(ctx context.Context, client, hash, password string) (right bool, standing limiter.Context, err error) {
	standing, err = g.tries.Get(ctx, client) // before the check: tries sent at once count too
	if err != nil {
		return false, standing, fmt.Errorf("counting the tries: %w", err)
	}
	if standing.Reached {
		return false, standing, nil
	}
	err = g.wait(ctx)
	if err == nil {
		err = bcrypt.CompareHashAndPassword([]byte(hash), []byte(password))
		<-g.turns
		<-g.places
	}
	if errors.Is(err, bcrypt.ErrMismatchedHashAndPassword) {
		return false, standing, nil
	}
	g.counts.Refund(client, g.tries.Rate)
	if err != nil {
		return false, standing, fmt.Errorf("checking a password: %w", err)
	}
	return true, standing, nil
}

// wait waits for a turn.
func (g *gate) wait(ctx context.Context) error {
	select {
	case g.places <- struct{}{}:
	default:
		return errCrowd
	}
	select {
	case g.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		<-g.places
		return errBusy
	}
}
