//go:build linux

package lab

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

// longest is how long a line of the log may be. A reader that gave up at a
// longer one would leave the server waiting for ever to write the next.
const longest = 4 << 20

var (
	// ErrRefused is the error for a server that ended instead of serving.
	ErrRefused = errors.New("the server refuses to start")
	// ErrSilent is the error for one that neither served nor ended in time.
	ErrSilent = errors.New("the server does not begin")
)

// A Process is the program under torture, serving a store.
type Process struct {
	Command *exec.Cmd
	Address string // that it serves on
	Log     *Record
	Ended   <-chan struct{} // closed then; how is in Command.ProcessState

	patience time.Duration
}

var serving = regexp.MustCompile(`msg=serving listen=(\S+)`)

// Start starts the command of a server and waits until it serves. patience is
// how long it may take to begin, and to end when it is stopped. The error
// wraps [ErrRefused] or [ErrSilent], and has the log, where it does not serve;
// nothing runs any more then.
func Start(command *exec.Cmd, patience time.Duration) (*Process, error) {
	lines, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	ended, begun := make(chan struct{}), make(chan string, 1)
	p := &Process{Command: command, Log: new(Record), Ended: ended, patience: patience}
	go func() {
		defer close(ended)
		p.listen(lines, begun)
		_ = command.Wait() // how it ended is in ProcessState
	}()
	select {
	case p.Address = <-begun:
		return p, nil
	case <-p.Ended:
		return nil, fmt.Errorf("%w: %s", ErrRefused, p.Log.Whole())
	case <-time.After(patience):
		p.Kill()
		return nil, fmt.Errorf("%w: %s", ErrSilent, p.Log)
	}
}

// listen records what the process logs, and tells begun where it serves.
func (p *Process) listen(lines io.Reader, begun chan<- string) {
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		p.Log.Add(scanner.Text())
		if found := serving.FindStringSubmatch(scanner.Text()); found != nil {
			select {
			case begun <- found[1]:
			default: // it has been told, and nobody waits for more
			}
		}
	}
}

// PID returns the number of the process.
func (p *Process) PID() int { return p.Command.Process.Pid }

// Ends waits for the process to end, at most that long, and tells whether it
// has.
func (p *Process) Ends(within time.Duration) bool {
	select {
	case <-p.Ended:
	case <-time.After(within):
	}
	select { // both may have come
	case <-p.Ended:
		return true
	default:
		return false
	}
}

// Kill ends the process, if it has not ended.
func (p *Process) Kill() {
	_ = p.Command.Process.Kill() // it may have ended
	<-p.Ended
}

// Stop asks the process to end, which it must do in time, with whatever
// status.
func (p *Process) Stop() error {
	_ = p.Command.Process.Signal(syscall.SIGTERM) // it may have ended, which is seen below
	if !p.Ends(p.patience) {
		p.Kill()
		return Broken("the server does not end: %s", p.Log)
	}
	return nil
}
