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

// inOrder does n things in three steps: begin and end run one after the other
// in the caller's goroutine, in order, and work between them on all
// processors. Only a few are begun ahead, since all of them would not fit into
// memory. The first error is returned; a panic of work is one, since it
// happens outside of the goroutine that could recover from it.
func inOrder(n int, begin, work, end func(i int) error) error {
	workers := min(n, runtime.GOMAXPROCS(0))
	ahead := 4 * workers
	var (
		begun   = make(chan int, ahead)
		worked  = make([]chan error, ahead) // by i modulo ahead
		running sync.WaitGroup
	)
	for i := range worked {
		worked[i] = make(chan error, 1)
	}
	for range workers {
		running.Go(func() {
			for i := range begun {
				worked[i%ahead] <- recovered(func() error { return work(i) })
			}
		})
	}
	defer running.Wait()
	defer close(begun)
	next := 0
	for i := range n {
		for ; next < min(n, i+ahead); next++ {
			if err := begin(next); err != nil {
				return err
			}
			begun <- next
		}
		if err := <-worked[i%ahead]; err != nil {
			return err
		}
		if err := end(i); err != nil {
			return err
		}
	}
	return nil
}

// recovered returns the error of do, or its panic as one.
func recovered(do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return do()
}
