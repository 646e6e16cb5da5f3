package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/cookiejar"
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
	if path := os.Getenv(boltPagesVariable); path != "" { // a command in this process checks pages in another one
		os.Exit(answerBoltPageCheck(path, os.Stderr))
	}
	// Scripts wait for watchers and new tries longer than they compute: more run beside each
	// other than there are processors.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"designmanual": func() {
			ctx, stop := context.WithCancel(context.Background())
			if limit, err := time.ParseDuration(os.Getenv("TIME_LIMIT")); err == nil {
				time.AfterFunc(limit, stop) // so that a server that should have been refused ends, with 0
			}
			os.Exit(Run(ctx, os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs the program in scripts: commands, output and exit statuses.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, scripts("testdata/script"))
}

// scripts returns the parameters to run the scripts in a folder, with commands of our
// own.
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
			e.Setenv("TIME_LIMIT", "2m")
			e.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector otherwise delays each exit by a second
			return nil
		},
	}
}

type serverKey struct{}

// A runningServer is a serve or dev process of a script.
type runningServer struct {
	cmd   *exec.Cmd
	lines chan string // lines of its output that have not been read yet
	read  []string    // lines that have been read
}

var addressInLog = regexp.MustCompile(`msg=serving listen=(\S+)`)
var metricsInLog = regexp.MustCompile(`msg="showing metrics" listen=(\S+)`)
var addressInWelcome = regexp.MustCompile(`^Open http://(?:[\w-]+\.)?localhost:(\d+)|^http://localhost:(\d+) shows`)

// startServer runs `designmanual <args>` in the background, waits until it is ready,
// and sets $ADDR to its address and $METRICS to the address of its metrics.
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
		for _, line := range running.read {
			if m := metricsInLog.FindStringSubmatch(line); m != nil {
				ts.Setenv("METRICS", m[1])
			}
		}
	} else {
		m := addressInWelcome.FindStringSubmatch(line)
		ts.Setenv("ADDR", "127.0.0.1:"+m[1]+m[2])
	}
}

// until reads the output up to a line that matches, and returns the line.
func (s *runningServer) until(ts *testscript.TestScript, match *regexp.Regexp) string {
	for long := time.After(patience); ; {
		select {
		case line, ok := <-s.lines:
			if !ok {
				ts.Fatalf("the server ended without a line that matches %s:\n%s", match, strings.Join(s.read, "\n"))
			}
			s.read = append(s.read, line)
			if match.MatchString(line) {
				return line
			}
		case <-long:
			ts.Fatalf("no line matched %s in time:\n%s", match, strings.Join(s.read, "\n"))
		}
	}
}

// logged waits for a line of output that matches.
func logged(ts *testscript.TestScript, neg bool, args []string) {
	match, err := regexp.Compile(args[0])
	ts.Check(err)
	ts.Value(serverKey{}).(*runningServer).until(ts, match)
}

// signalServer sends the server a signal, HUP or TERM.
func signalServer(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"HUP": syscall.SIGHUP, "TERM": syscall.SIGTERM}
	ts.Check(ts.Value(serverKey{}).(*runningServer).cmd.Process.Signal(signals[args[0]]))
}

// stopServer ends the server with SIGTERM and expects exit status 0. The script
// command is "quit" because "stop" is one of testscript's own.
func stopServer(ts *testscript.TestScript, neg bool, args []string) {
	running := ts.Value(serverKey{}).(*runningServer)
	ts.Check(running.cmd.Process.Signal(syscall.SIGTERM))
	for line := range running.lines {
		running.read = append(running.read, line)
	}
	ts.Check(os.WriteFile(ts.MkAbs("server.log"), []byte(strings.Join(running.read, "\n")+"\n"), 0o600))
	err := running.cmd.Wait()
	running.cmd = nil
	ts.Setenv("ADDR", "")
	ts.Check(err)
}

// get PATH|ADDRESS [HEADER…] sends a request to $ADDR, or to a full address. It writes
// the status and the body to the file "answer", and the body alone to "body".
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
	request.Host = request.Header.Get("Host") // the host of the URL if empty
	jar, err := cookiejar.New(nil)            // for cookies of a redirect
	ts.Check(err)
	response, err := (&http.Client{Jar: jar}).Do(request)
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("answer"), append([]byte(response.Status+"\n"), body...), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("body"), body, 0o600))
}

// exitStatus STATUS COMMAND… runs a command and compares its exit status.
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

// readSecret sets $SECRET and $TOKEN from the output of `token create --json`.
func readSecret(ts *testscript.TestScript, neg bool, args []string) {
	var created struct{ ID, Secret string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &created))
	ts.Setenv("SECRET", created.Secret)
	ts.Setenv("TOKEN", created.ID)
}

// emptyFolder fails if a folder is not empty.
func emptyFolder(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if (len(entries) == 0) == neg {
		ts.Fatalf("%s holds %v", args[0], entries)
	}
}
