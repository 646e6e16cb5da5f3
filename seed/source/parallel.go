package source

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Processors is how many processors the program begins with.
var Processors = runtime.GOMAXPROCS(0)

// Parallel calls do with 0 to n-1 on all processors. It waits for all calls and
// returns the first error. A panic of do becomes its error.
func Parallel(n int, do func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(Processors)
	for i := range n {
		g.Go(func() error { return CatchPanic(func() error { return do(i) }) })
	}
	return g.Wait()
}

// CatchPanic returns the error of do, or its panic as an error: a panic in a
// goroutine would end the program.
func CatchPanic(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return do()
}
