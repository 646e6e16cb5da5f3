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
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"server": startServer,
			"stop":   stopServer,
			"get":    get,
			"status": exitStatus,
			"secret": readSecret,
			"empty":  emptyFolder,
		},
		Setup: func(e *testscript.Env) error {
			e.Values[serverKey{}] = &runningServer{}
			return nil
		},
	})
}

type serverKey struct{}

// runningServer is a serve or dev process of a script.
type runningServer struct {
	cmd  *exec.Cmd
	done chan struct{} // its output has ended
}

var addressInLog = regexp.MustCompile(`msg=serving listen=(\S+)`)
var addressInWelcome = regexp.MustCompile(`at http://localhost:(\d+)`)

// startServer runs `designmanual <args>` in the background until it says that
// it serves, and sets $ADDR to its address.
func startServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("server cannot be negated: use ! exec")
	}
	program, err := exec.LookPath("designmanual")
	ts.Check(err)
	cmd := exec.Command(program, args...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), "TMPDIR="+ts.Getenv("TMPDIR"))
	output, writer, err := os.Pipe()
	ts.Check(err)
	cmd.Stdout, cmd.Stderr = writer, writer
	ts.Check(cmd.Start())
	writer.Close()
	running := ts.Value(serverKey{}).(*runningServer)
	*running = runningServer{cmd, make(chan struct{})}
	ts.Defer(func() {
		if running.cmd != nil {
			_ = running.cmd.Process.Kill()
			_ = running.cmd.Wait()
		}
	})
	lines := bufio.NewScanner(output)
	var said strings.Builder
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if m := addressInLog.FindStringSubmatch(lines.Text()); m != nil {
			ts.Setenv("ADDR", m[1])
			break
		}
		if m := addressInWelcome.FindStringSubmatch(lines.Text()); m != nil {
			ts.Setenv("ADDR", "127.0.0.1:"+m[1])
			break
		}
	}
	if ts.Getenv("ADDR") == "" {
		ts.Fatalf("the server never served:\n%s", said.String())
	}
	go func() {
		defer close(running.done)
		for lines.Scan() {
			said.WriteString(lines.Text() + "\n")
		}
		output.Close()
		_ = os.WriteFile(ts.MkAbs("server.log"), []byte(said.String()), 0o600)
	}()
}

// stopServer ends the server as an init system does and expects exit status 0.
func stopServer(ts *testscript.TestScript, neg bool, args []string) {
	running := ts.Value(serverKey{}).(*runningServer)
	ts.Check(running.cmd.Process.Signal(syscall.SIGTERM))
	<-running.done
	err := running.cmd.Wait()
	running.cmd = nil
	ts.Setenv("ADDR", "")
	ts.Check(err)
}

// get asks $ADDR for a path, with header lines after it, and writes the status
// and the body to the file "answer".
func get(ts *testscript.TestScript, neg bool, args []string) {
	request, err := http.NewRequest(http.MethodGet, "http://"+ts.Getenv("ADDR")+args[0], nil)
	ts.Check(err)
	for _, line := range args[1:] {
		name, value, _ := strings.Cut(os.Expand(line, ts.Getenv), ": ")
		request.Header.Set(name, value)
	}
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
