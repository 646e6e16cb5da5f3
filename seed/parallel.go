package seed

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// parallel calls do with 0 to n-1, on all processors, and returns when all
// calls have. A panic of one becomes the caller's.
func parallel(n int, do func(i int)) {
	var (
		next   atomic.Int64
		failed atomic.Pointer[string]
		wait   sync.WaitGroup
	)
	work := func() {
		defer func() {
			if cause := recover(); cause != nil {
				text := fmt.Sprintf("%v\n%s", cause, debug.Stack())
				failed.Store(&text)
			}
		}()
		for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
			do(int(i))
		}
	}
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(work)
	}
	wait.Wait()
	if text := failed.Load(); text != nil {
		panic(*text)
	}
}
