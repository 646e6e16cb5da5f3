package history

import (
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"
)

// How many of each a plan may make: the state of the model is a value, so that states
// compare with ==.
const (
	mostBackups = 4
	mostTokens  = 4
	mostLinks   = 4
)

// A view is what readers can see: of each manual the number of the import that it comes
// from, 0 for a manual that is not there.
type view struct {
	guide    int // public and primary; its file and its color are named after the import
	extra    int // public
	slug     string
	ended    bool // extra has an end date in the past
	press    int  // behind a password
	password int  // which one
	tokens   [mostTokens]bool
}

// A state is what is served, what the backups hold, and which password each share link was
// made for.
type state struct {
	now   view
	saved [mostBackups]view
	links [mostLinks]int
}

// A change is one command that changes what is served, or that makes something for later.
type change struct {
	kind   string // import, backup, restore, create, revoke or share
	number int    // of the import, the backup, the token or the link

	// Of an import:
	prune    bool
	extra    bool // the file has extra, under this slug
	slug     string
	ended    bool
	press    bool // the file has press, with this password
	password int
}

// apply returns the state after a change.
func (c change) apply(s state) state {
	switch c.kind {
	case "import":
		s.now.guide = c.number
		if c.extra {
			s.now.extra, s.now.slug, s.now.ended = c.number, c.slug, c.ended
		}
		if !c.extra && c.prune {
			s.now.extra, s.now.slug, s.now.ended = 0, "", false
		}
		if c.press {
			s.now.press, s.now.password = c.number, c.password
		}
		if !c.press && c.prune {
			s.now.press, s.now.password = 0, 0
		}
	case "backup":
		s.saved[c.number] = s.now
	case "restore":
		s.now = s.saved[c.number]
	case "create":
		s.now.tokens[c.number] = true
	case "revoke":
		s.now.tokens[c.number] = false
	case "share":
		s.links[c.number] = s.now.password
	}
	return s
}

// mayRefuse says whether a command may refuse a change in a state.
func (c change) mayRefuse(s state) bool {
	switch c.kind {
	case "revoke":
		return !s.now.tokens[c.number]
	case "share":
		return s.now.press == 0
	}
	return false
}

// An outcome is what a command said of a change.
type outcome string

const (
	done    outcome = "done"
	refused outcome = "refused"
	unknown outcome = "unknown" // the server was killed before it said anything
)

// A read is one request of a reader.
type read struct {
	kind   string
	slug   string // of a document of extra
	number int    // of the token, the link or the import of a file
}

// An answer is what a reader saw: the status, the imports that the body names, and those
// that the body with this entity tag names, empty where the answer has no tag.
type answer struct {
	status int
	body   string
	tag    string
}

var passwordForm = answer{status: 200}

// answer returns the answer to a read in a state. Its tag is that of its body.
func (r read) answer(s state) answer {
	v := s.now
	open := []string{fmt.Sprint("Guide ", v.guide)}
	if v.extra > 0 && !v.ended {
		open = append(open, fmt.Sprint("Extra ", v.extra))
	}
	switch r.kind {
	case "document", "show":
		return found("Guide ", v.guide)
	case "tokens":
		return found("ink-", v.guide)
	case "page", "manuals", "llms.txt":
		return found(strings.Join(open, ", "))
	case "file":
		if r.number != v.guide {
			return answer{status: 404}
		}
		return found("file ", v.guide)
	case "extra", "extra tokens":
		if v.extra == 0 || r.slug != v.slug {
			return answer{status: 404}
		}
		if v.ended {
			return answer{status: 410}
		}
		if r.kind == "extra tokens" {
			return found("sand-", v.extra)
		}
		return found("Extra ", v.extra)
	case "press":
		if !v.tokens[r.number] {
			return answer{status: 401}
		}
		if v.press == 0 {
			return answer{status: 404}
		}
		return found("Press ", v.press)
	case "link":
		if v.press == 0 {
			return answer{status: 404}
		}
		if s.links[r.number] != v.password {
			return passwordForm
		}
		return answer{status: 303}
	case "session":
		if v.press == 0 {
			return answer{status: 404}
		}
		if s.links[r.number] != v.password {
			return passwordForm
		}
		return found(strings.Join(append(open, fmt.Sprint("Press ", v.press)), ", "))
	case "list":
		return found(fmt.Sprintf("guide %d, extra %d %s %t, press %d", v.guide, v.extra, v.slug, v.ended, v.press))
	}
	panic("no read is called " + r.kind)
}

func found(parts ...any) answer {
	text := fmt.Sprint(parts...)
	return answer{status: 200, body: text, tag: text}
}

// allows says whether an answer may be seen in a state: an answer need not have a tag, but
// the body with its tag is the body of that state.
func (r read) allows(s state, seen answer) bool {
	want := r.answer(s)
	if seen.tag == "" {
		want.tag = ""
	}
	return seen == want
}

// model is what the program promises: each command takes effect once, at one moment between
// its start and its end, or perhaps never if it was cut off, and each reader sees the state
// of one moment between its request and the answer.
var model = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{state{}} },
	Step: func(before, input, output any) []any {
		s := before.(state)
		r, isRead := input.(read)
		if isRead && r.allows(s, output.(answer)) {
			return []any{s}
		}
		if isRead {
			return nil
		}
		c := input.(change)
		switch output.(outcome) {
		case done:
			return []any{c.apply(s)}
		case unknown:
			return []any{s, c.apply(s)}
		}
		if c.mayRefuse(s) {
			return []any{s}
		}
		return nil
	},
	DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v: %+v", input, output) },
	DescribeState:     func(s any) string { return fmt.Sprintf("%+v", s) },
}).ToModel()
