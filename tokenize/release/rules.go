package release

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/tokenize/difference"
)

// What a release may be allowed to do although its number does not say so.
const (
	AllowRemoved = "removed"
	AllowRenamed = "renamed"
	AllowKind    = "kind"
	AllowAdded   = "added"
)

// Allowances are the words of these.
var Allowances = []string{AllowRemoved, AllowRenamed, AllowKind, AllowAdded}

// A Refusal is a rule that a version breaks.
type Refusal struct {
	Allow string   // the word that lets it through
	Needs Version  // the least version that may do it
	Does  string   // what the release does, as a sentence goes on
	What  []string // the tokens and modes, in words
}

// Error says what the rule is, what breaks it, and what helps.
func (r Refusal) Error() string {
	const most = 10
	what := r.What
	if len(what) > most {
		what = append(slices.Clone(what[:most]), fmt.Sprintf("and %d more", len(what)-most))
	}
	return fmt.Sprintf(
		"it %s: %s. Release it as %s, or with `--allow %s`.", r.Does, strings.Join(what, "; "), r.Needs, r.Allow,
	)
}

// Refuse returns the rules that the next version breaks after the last one, but for those that are
// allowed: what is gone, has another name or another type of value needs a new major number, or
// below 1.0.0 a new minor one; what is new needs a new minor one.
func Refuse(last, next Version, d *difference.Difference, allowed []string) []Refusal {
	major := Version{last[0] + 1, 0, 0}
	if last[0] == 0 {
		major = Version{0, last[1] + 1, 0}
	}
	minor := Version{last[0], last[1] + 1, 0}
	var refused []Refusal
	check := func(allow string, needs Version, does string, what []string) {
		if len(what) > 0 && next.Compare(needs) < 0 && !slices.Contains(allowed, allow) {
			refused = append(refused, Refusal{allow, needs, does, what})
		}
	}
	only := func(part difference.Difference) []string { return part.Words() }
	check(AllowRemoved, major, "takes away what builds may use", only(difference.Difference{
		Removed: d.Removed, Modes: difference.ModeChanges{Removed: d.Modes.Removed},
	}))
	check(AllowRenamed, major, "renames what builds may use", only(difference.Difference{Renamed: d.Renamed}))
	check(AllowKind, major, "changes the type of values", only(difference.Difference{Kinds: d.Kinds}))
	check(
		AllowAdded, minor, "adds",
		only(difference.Difference{Added: d.Added, Modes: difference.ModeChanges{Added: d.Modes.Added}}),
	)
	return refused
}
