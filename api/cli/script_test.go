package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"designmanual": func() {
			os.Exit(Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

// TestScripts drives the built program: commands, output, exit statuses, and
// both ways of reaching the store.
func TestScripts(t *testing.T) { testscript.Run(t, scripts("testdata/script")) }

// scripts are those of a folder, with the commands of the project's own.
func scripts(folder string) testscript.Params {
	return testscript.Params{
		Dir: folder,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"server": startServer,
			"quit":   stopServer,
			"logged": logged,
			"signal": signalServer,
			"get":    get,
			"status": exitStatus,
			"secret": readSecret,
			"empty":  emptyFolder,
			"flip":   flip,
		},
		Setup: func(e *testscript.Env) error {
			e.Values[serverKey{}] = &runningServer{}
			e.Setenv("GORACE", "atexit_sleep_ms=0") // else a program under the race detector takes a second to exit
			return nil
		},
	}
}

type serverKey struct{}

// runningServer is a serve or dev process of a script.
type runningServer struct {
	cmd   *exec.Cmd
	lines chan string // what it says, as it says it
	said  []string    // what of that has been read
}

var addressInLog = regexp.MustCompile(`msg=serving listen=(\S+)`)
var metricsInLog = regexp.MustCompile(`msg="showing metrics" listen=(\S+)`)
var addressInWelcome = regexp.MustCompile(`at http://localhost:(\d+)`)

// startServer runs `designmanual <args>` in the background until it says that
// it serves, and sets $ADDR to its address, and $METRICS to that of its figures.
func startServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("server cannot be negated: use ! exec")
	}
	program, err := exec.LookPath("designmanual")
	ts.Check(err)
	cmd := exec.Command(program, args...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), "TMPDIR="+ts.Getenv("TMPDIR"), "GORACE="+ts.Getenv("GORACE"))
	output, writer, err := os.Pipe()
	ts.Check(err)
	cmd.Stdout, cmd.Stderr = writer, writer
	ts.Check(cmd.Start())
	writer.Close()
	running := ts.Value(serverKey{}).(*runningServer)
	*running = runningServer{cmd: cmd}
	ts.Defer(func() {
		if running.cmd != nil {
			_ = running.cmd.Process.Kill()
			for range running.lines {
			}
			_ = running.cmd.Wait()
		}
	})
	running.lines = make(chan string)
	go func() {
		defer close(running.lines)
		defer output.Close()
		for lines := bufio.NewScanner(output); lines.Scan(); {
			running.lines <- lines.Text()
		}
	}()
	line := running.until(ts, regexp.MustCompile(addressInLog.String()+"|"+addressInWelcome.String()))
	if m := addressInLog.FindStringSubmatch(line); m != nil {
		ts.Setenv("ADDR", m[1])
		for _, line := range running.said {
			if m := metricsInLog.FindStringSubmatch(line); m != nil {
				ts.Setenv("METRICS", m[1])
			}
		}
	} else {
		ts.Setenv("ADDR", "127.0.0.1:"+addressInWelcome.FindStringSubmatch(line)[1])
	}
}

// until reads what the server says up to a line that matches, and returns it.
func (s *runningServer) until(ts *testscript.TestScript, match *regexp.Regexp) string {
	for long := time.After(20 * time.Second); ; {
		select {
		case line, ok := <-s.lines:
			if !ok {
				ts.Fatalf("the server ended and never said %s:\n%s", match, strings.Join(s.said, "\n"))
			}
			s.said = append(s.said, line)
			if match.MatchString(line) {
				return line
			}
		case <-long:
			ts.Fatalf("in twenty seconds the server has not said %s:\n%s", match, strings.Join(s.said, "\n"))
		}
	}
}

// logged waits until the server says something.
func logged(ts *testscript.TestScript, neg bool, args []string) {
	match, err := regexp.Compile(args[0])
	ts.Check(err)
	ts.Value(serverKey{}).(*runningServer).until(ts, match)
}

// signalServer sends the server a signal by its name.
func signalServer(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"HUP": syscall.SIGHUP, "TERM": syscall.SIGTERM}
	ts.Check(ts.Value(serverKey{}).(*runningServer).cmd.Process.Signal(signals[args[0]]))
}

// stopServer ends the server as an init system does and expects exit status 0.
// Its command is not called stop: that is one of testscript, which ends the
// script there and then.
func stopServer(ts *testscript.TestScript, neg bool, args []string) {
	running := ts.Value(serverKey{}).(*runningServer)
	ts.Check(running.cmd.Process.Signal(syscall.SIGTERM))
	for line := range running.lines {
		running.said = append(running.said, line)
	}
	ts.Check(os.WriteFile(ts.MkAbs("server.log"), []byte(strings.Join(running.said, "\n")+"\n"), 0o600))
	err := running.cmd.Wait()
	running.cmd = nil
	ts.Setenv("ADDR", "")
	ts.Check(err)
}

// get asks $ADDR for a path, or for a whole address, with header lines after it, and writes the status
// and the body to the file "answer".
func get(ts *testscript.TestScript, neg bool, args []string) {
	url := args[0]
	if !strings.HasPrefix(url, "http://") {
		url = "http://" + ts.Getenv("ADDR") + url
	}
	request, err := http.NewRequest(http.MethodGet, url, nil)
	ts.Check(err)
	for _, line := range args[1:] {
		name, value, _ := strings.Cut(os.Expand(line, ts.Getenv), ": ")
		request.Header.Set(name, value)
	}
	request.Host = request.Header.Get("Host") // the address where there is none
	response, err := http.DefaultClient.Do(request)
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("answer"), append([]byte(response.Status+"\n"), body...), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("body"), body, 0o600))
}

// exitStatus runs a command and compares its exit status: status 2 designmanual …
func exitStatus(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if exit, ok := err.(*exec.ExitError); ok {
		code = exit.ProcessState.String()[len("exit status "):]
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if (code == args[0]) == neg {
		ts.Fatalf("exit status %s, expected %s", code, args[0])
	}
}

// readSecret sets $SECRET and $TOKEN from what token create --json printed.
func readSecret(ts *testscript.TestScript, neg bool, args []string) {
	var created struct{ ID, Secret string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &created))
	ts.Setenv("SECRET", created.Secret)
	ts.Setenv("TOKEN", created.ID)
}

// emptyFolder fails where a folder has anything in it.
func emptyFolder(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if (len(entries) == 0) == neg {
		ts.Fatalf("%s holds %v", args[0], entries)
	}
}
