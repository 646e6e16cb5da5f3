// Guarantees tries what the documents of the program promise, and writes a table of it:
//
//	go run ./scripts/guarantees.d [-hour] FILE
//
// A run takes some ten minutes, with -hour an hour. FILE is only written if every promise
// holds.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func main() {
	hour := flag.Bool("hour", false, "try for an hour")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	times := 1
	if *hour {
		times = 6
	}
	if err := write(flag.Arg(0), times); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write tries all promises and writes the table.
func write(path string, times int) error {
	commit, err := exec.Command("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty").Output()
	if err != nil {
		return fmt.Errorf("naming the commit: %w", err)
	}
	began := time.Now()
	figures := make([]figures, len(promises))
	broken := 0
	for i, p := range promises {
		command := p.command(times)
		fmt.Println(command)
		since := time.Now()
		if figures[i], err = run(command); err != nil {
			broken++
			fmt.Printf("%s\n%q does not hold\n", err, p.text)
		}
		fmt.Printf(
			"    %d rounds, %d faults, %s\n", figures[i].rounds, figures[i].faults,
			time.Since(since).Round(time.Second),
		)
	}
	if broken > 0 {
		return fmt.Errorf("%d of %d promises do not hold", broken, len(promises))
	}
	fmt.Printf("%d promises hold; tried for %s\n", len(promises), time.Since(began).Round(time.Second))
	return os.WriteFile(path, []byte(table(strings.TrimSpace(string(commit)), figures)), 0o644)
}

// figures are what a try counts: how often something was tried, and how many faults were
// made meanwhile, such as kills.
type figures struct{ rounds, faults int }

var executions = regexp.MustCompile(`execs: (\d+)`)

// run runs a command of go test. Tests that count nothing themselves count as one round
// each, their parts too.
func run(command string) (figures, error) {
	shell := exec.Command("sh", "-c", strings.Replace(command, "go test", "go test -json", 1))
	shell.Stderr = os.Stderr
	out, err := shell.StdoutPipe()
	var f figures
	if err != nil {
		return f, err
	}
	if err := shell.Start(); err != nil {
		return f, err
	}
	passed, counted := 0, false
	var said strings.Builder
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var event struct{ Action, Test, Key, Value, Output string }
		if err := json.Unmarshal(lines.Bytes(), &event); err != nil {
			said.Write(lines.Bytes()) // a package that cannot be built
			continue
		}
		n, _ := strconv.Atoi(event.Value)
		if event.Action == "attr" && event.Key == "rounds" {
			f.rounds, counted = f.rounds+n, true
		}
		if event.Action == "attr" && event.Key == "faults" {
			f.faults += n
		}
		if event.Action == "pass" && event.Test != "" {
			passed++
		}
		if event.Action == "output" {
			said.WriteString(event.Output)
		}
		if m := executions.FindStringSubmatch(event.Output); m != nil {
			f.rounds, _ = strconv.Atoi(m[1])
			counted = true
		}
	}
	if err := shell.Wait(); err != nil {
		return f, fmt.Errorf("%s%w", &said, err)
	}
	if passed == 0 || !counted && strings.Contains(command, " -fuzz ") {
		return f, fmt.Errorf("nothing was tried:\n%s", &said)
	}
	if !counted {
		f.rounds = passed
	}
	return f, nil
}

// table returns the document. A promise that does not hold has no table, so nothing in one
// is lost or wrong.
func table(commit string, all []figures) string {
	var text strings.Builder
	text.WriteString(`# Guarantees

What the documents promise, how it is tried, and what came of it. ` + "`scripts/guarantees`" + ` writes this page if it can
break no promise; do not edit it. A round is one try, a fault is a kill, a failing call, a damaged byte or what
else the test does to the program meanwhile. *Lost* counts acknowledged changes that were gone afterwards, *wrong*
answers of another state than they should be. ` + "`scripts/guarantees -hour`" + ` tries six times as long.

Tried at commit ` + "`" + commit + "`" + `.

| promise | how it is tried | rounds | faults | lost | wrong | to repeat it |
| --- | --- | --- | --- | --- | --- | --- |
`)
	for i, p := range promises {
		fmt.Fprintf(
			&text, "| %s | %s | %d | %d | 0 | 0 | `%s` |\n", p.sentence(), p.how, all[i].rounds, all[i].faults,
			cell(p.command(1)),
		)
	}
	return text.String()
}

// sentence returns the promise with a link to where it stands.
func (p promise) sentence() string {
	link := "../" + p.file
	if at, ok := strings.CutPrefix(p.file, ".github/"); ok {
		link = at
	}
	return fmt.Sprintf("[%s](%s)", p.text, link)
}

// cell returns a text as it stands in a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
