package pages

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/crypto/bcrypt"
	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"
)

// ErrBusy is the error of [PasswordChecker.Check] if too many checks wait.
var ErrBusy = errors.New("too many passwords at once")

// waitersPerWorker is how many checks may wait for each one that runs.
const waitersPerWorker = 16

// A PasswordChecker checks passwords. bcrypt is slow by design, so at most half of the
// processors check passwords at a time, and the other half serves manuals,
// however many passwords are sent. Some more checks wait; the rest fail.
type PasswordChecker struct{ workers, queue *semaphore.Weighted }

// processors is how many processors there are. A server lets Go use one more (GOMAXPROCS), so that it answers
// while all of them work.
var processors = runtime.GOMAXPROCS(0)

// NewPasswordChecker returns a checker for the number of processors.
func NewPasswordChecker() *PasswordChecker {
	workers := int64(max(processors/2, 1))
	return &PasswordChecker{semaphore.NewWeighted(workers), semaphore.NewWeighted(workers * (1 + waitersPerWorker))}
}

// Check reports whether the password matches the bcrypt hash, as it was sent or in
// normalization form C or D (UAX #15): a Mac may send, and hash, the letters of one text
// decomposed that another machine has composed. The error is [ErrBusy] if too many checks wait, the error
// of ctx, or that of an invalid hash.
func (c *PasswordChecker) Check(ctx context.Context, hash, password string) (bool, error) {
	if !c.queue.TryAcquire(1) {
		return false, ErrBusy
	}
	defer c.queue.Release(1)
	if err := c.workers.Acquire(ctx, 1); err != nil {
		return false, err
	}
	defer c.workers.Release(1)
	forms := []string{password, norm.NFC.String(password), norm.NFD.String(password)}
	var (
		right bool
		err   error
	)
	for i, form := range forms {
		if slices.Contains(forms[:i], form) {
			continue
		}
		right, err = matches(hash, form)
		if right || err != nil {
			break
		}
	}
	return right, err
}

func matches(hash, password string) (bool, error) {
	err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(password))
	if errors.Is(err, bcrypt.ErrMismatchedHashAndPassword) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("checking a password: %w", err)
	}
	return true, nil
}
