package history

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
)

// everyKind is a plan with every kind of change and of end.
var everyKind = plan{
	{changes: []change{{kind: "import", extra: true, slug: "more", press: true, password: 2}, {kind: "backup"}}},
	{changes: []change{{kind: "create", number: 1}, {kind: "share", number: 1}, {kind: "revoke"}}, ending: "restart"},
	{changes: []change{{kind: "import", extra: true, slug: "extra", ended: true}, {kind: "import", prune: true, press: true, password: 1}}, ending: "kill", after: 20},
	{changes: []change{{kind: "import", prune: true}, {kind: "backup", number: 1}}},
	{changes: []change{{kind: "import", extra: true, slug: "extra", press: true, password: 1}}, ending: "restore"},
}

// TestHistory runs one plan, and then plants a fault for each law in what was recorded: the
// judge must see every one of them.
func TestHistory(t *testing.T) {
	r, err := everyKind.do(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d operations", len(r.history))
	// Of the readers one is left, which makes a judgment twenty times as fast.
	recorded := slices.DeleteFunc(slices.Clone(r.history), func(one porcupine.Operation) bool { return one.ClientId > 2 })
	for _, fault := range plantable {
		t.Run(fault.law, func(t *testing.T) {
			history := fault.plant(slices.Clone(recorded))
			if history == nil {
				t.Fatal("the history has no place for this fault")
			}
			if more := len(history) - 1; more >= len(recorded) {
				if err := judge(history[:more]); err != nil {
					t.Errorf("there is a fault before the planted one: %v", err)
				}
			}
			if isSound(history) {
				t.Error("the judge does not see it")
			}
		})
	}
}

// A plantedFault changes a history into one that breaks a law. Without a place for the fault
// it returns nil.
type plantedFault struct {
	law   string
	plant func([]porcupine.Operation) []porcupine.Operation
}

var plantable = []plantedFault{
	{"a read is never older than the last change acknowledged", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "document", func(a answer) answer { return found("Guide 1") })
	}},
	{"a read is of a change that was made", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "document", func(a answer) answer { return found("Guide 99") })
	}},
	{"reads go forward", func(h []porcupine.Operation) []porcupine.Operation {
		at := end(h) // two reads that one import overlaps: the first has the new state, the second the old one
		return append(h, operation(at+1, at+9, change{kind: "import", number: 90}, done),
			operation(at+2, at+3, read{kind: "document"}, found("Guide ", 90)), operation(at+4, at+5, read{kind: "document"}, before(h, "document")))
	}},
	{"a document is of one import", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "document", func(a answer) answer { return found("Guide 1, " + a.body) })
	}},
	{"a list is of one import", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "manuals", func(answer) answer { return found(before(h, "document").body + ", Extra 1") })
	}},
	{"a tag is that of the document", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "document", func(a answer) answer { a.tag = "Guide 1"; return a })
	}},
	{"a tag is that of the tokens", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "tokens", func(a answer) answer { a.tag = "the tag of no body"; return a })
	}},
	{"304 is of what is served", func(h []porcupine.Operation) []porcupine.Operation {
		return replace(h, "page", func(answer) answer { return found("Guide 1, Extra 1") })
	}},
	{"a file goes with its import", func(h []porcupine.Operation) []porcupine.Operation {
		return append(h, last(h, read{kind: "file", number: 1}, found("file 1")))
	}},
	{"a revoked token opens nothing", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "revoke", number: 1}, done))
		return append(h, last(h, read{kind: "press", number: 1}, before(h, "press")))
	}},
	{"a link ends with the password", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, press: true, password: 3}, done))
		return append(h, last(h, read{kind: "link"}, answer{status: 303}))
	}},
	{"a slug that was given up names nothing", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, extra: true, slug: "more"}, done))
		return append(h, last(h, read{kind: "extra", slug: "extra"}, found("Extra ", 90)))
	}},
	{"what has ended is gone", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, extra: true, slug: "more", ended: true}, done))
		return append(h, last(h, read{kind: "extra", slug: "more"}, found("Extra ", 90)))
	}},
	{"what is pruned is gone", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, extra: true, slug: "more"}, done))
		h = append(h, last(h, change{kind: "import", number: 91, prune: true}, done))
		return append(h, last(h, read{kind: "extra", slug: "more"}, found("Extra ", 90)))
	}},
	{"what is not pruned stays", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, extra: true, slug: "more"}, done))
		h = append(h, last(h, change{kind: "import", number: 91}, done))
		return append(h, last(h, read{kind: "extra", slug: "more"}, answer{status: 404}))
	}},
	{"a restore brings all of the backup", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90}, done), last(h, change{kind: "backup", number: 3}, done))
		h = append(h, last(h, change{kind: "import", number: 91}, done))
		h = append(h, last(h, change{kind: "restore", number: 3}, done))
		return append(h, last(h, read{kind: "tokens"}, found("ink-", 91)))
	}},
	{"what a kill cut off is whole or not there", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90, extra: true, slug: "more"}, done))
		h = append(h, last(h, change{kind: "import", number: 91, extra: true, slug: "more"}, unknown))
		return append(h, last(h, read{kind: "manuals"}, found("Guide 91, Extra 90")))
	}},
	{"an import that was acknowledged survives a kill", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "import", number: 90}, done), last(h, change{kind: "import", number: 91}, unknown))
		return append(h, last(h, read{kind: "document"}, before(h[:len(h)-2], "document")))
	}},
	{"what may be asked is not refused", func(h []porcupine.Operation) []porcupine.Operation {
		h = append(h, last(h, change{kind: "create", number: 3}, done))
		return append(h, last(h, change{kind: "revoke", number: 3}, refused))
	}},
}

// replace changes the last answer with the status 200 to a kind of read.
func replace(h []porcupine.Operation, kind string, by func(answer) answer) []porcupine.Operation {
	for i, one := range slices.Backward(h) {
		if r, ok := one.Input.(read); ok && r.kind == kind && one.Output.(answer).status == 200 {
			h[i].Output = by(one.Output.(answer))
			return h
		}
	}
	return nil
}

// before returns the last answer with the status 200 to a kind of read.
func before(h []porcupine.Operation, kind string) answer {
	for _, one := range slices.Backward(h) {
		if r, ok := one.Input.(read); ok && r.kind == kind && one.Output.(answer).status == 200 {
			return one.Output.(answer)
		}
	}
	panic(fmt.Sprint("the history has no ", kind))
}

// end returns when the last operation of a history has ended.
func end(h []porcupine.Operation) (at int64) {
	for _, one := range h {
		at = max(at, one.Return)
	}
	return at
}

// last returns an operation after all others.
func last(h []porcupine.Operation, input, output any) porcupine.Operation {
	return operation(end(h)+1, end(h)+2, input, output)
}

func operation(call, end int64, input, output any) porcupine.Operation {
	return porcupine.Operation{Input: input, Call: call, Output: output, Return: end}
}
