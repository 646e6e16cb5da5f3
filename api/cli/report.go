package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed"
)

// printReport prints what came of an import or a check.
func (p *program) printReport(r *seed.Report) error {
	if !p.json {
		printProblems(p.stderr, r.Warnings)
	}
	var text strings.Builder
	for _, m := range r.Manuals {
		printManual(&text, m)
	}
	for _, a := range r.Access {
		fmt.Fprintf(&text, "%-9s  access token %s (%s) of brand %s\n", a.Status, a.ID, a.Name, a.Brand)
	}
	return p.print(r, text.String()+summary(r)+"\n")
}

// summary is the last line of a report.
func summary(r *seed.Report) string {
	verdict := "imported"
	switch {
	case r.DryRun:
		verdict = "nothing written"
	case r.Count(seed.Unchanged) == len(r.Manuals) && len(r.Access) == 0:
		verdict = "nothing has changed"
	}
	return fmt.Sprintf("%s: %d new, %d changed, %d unchanged, %d removed; %s", counted(len(r.Manuals), "manual"),
		r.Count(seed.New), r.Count(seed.Changed), r.Count(seed.Unchanged), r.Count(seed.Removed), verdict)
}

// printManual prints what an import does to a manual: a line, and what is
// worth knowing indented below it. Of one that stays or goes the line says
// everything; `explain` has the rest.
func printManual(w io.Writer, m seed.ManualReport) {
	fmt.Fprintf(w, "%-9s  %s.%s  %s%s\n", m.Status, m.Brand, m.Slug, m.Address, tokenCounts(m))
	switch m.Status {
	case seed.Unchanged, seed.Removed:
		return
	case seed.New:
		m.Tokens.Added = nil // the count in the line says it
	}
	for _, t := range m.Tokens.Added {
		fmt.Fprintf(w, "           token added    %s\n", t)
	}
	for _, t := range m.Tokens.Changed {
		fmt.Fprintf(w, "           token changed  %s: %s → %s\n", t.Token, t.From, t.To)
	}
	for _, t := range m.Tokens.Removed {
		fmt.Fprintf(w, "           token removed  %s (breaking for builds that use it)\n", t)
	}
	for _, n := range m.LeftOut {
		fmt.Fprintf(w, "           %s\n", printedNote(n))
	}
	if open := openSummary(m.Open); open != "" {
		fmt.Fprintf(w, "           left to this store: %s\n", open)
	}
}

func tokenCounts(m seed.ManualReport) string {
	switch added, removed := len(m.Tokens.Added), len(m.Tokens.Removed); {
	case m.Status == seed.New && added > 0:
		return "  " + counted(added, "token")
	case m.Status == seed.Removed && removed > 0:
		return fmt.Sprintf("  with %s (breaking for builds that use them)", counted(removed, "token"))
	}
	return ""
}

// printedNote is a note after where it stands.
func printedNote(n manual.Note) string {
	where := slices.Compact([]string{n.Section, n.Block, n.Token})
	where = slices.DeleteFunc(where, func(id string) bool { return id == "" })
	if len(where) == 0 {
		return n.Text
	}
	return strings.Join(where, " ") + ": " + n.Text
}

// openSummary counts what the file leaves to the store; --json has it all.
func openSummary(notes []manual.Note) string {
	names := map[manual.NoteCode]string{
		manual.NoteOpenTime: "updatedAt", manual.NoteOpenPrimary: "the primary manual", manual.NoteOpenBrand: "the brand's settings",
	}
	counts := make(map[manual.NoteCode]int)
	var summary []string
	for _, n := range notes {
		counts[n.Code]++
		if name := names[n.Code]; name != "" {
			summary = append(summary, name)
		}
	}
	if n := counts[manual.NoteOpenAnchor]; n > 0 {
		summary = append(summary, counted(n, "anchor"))
	}
	if n := counts[manual.NoteOpenID]; n > 0 {
		summary = append(summary, counted(n, "section")+" without id and anchor")
	}
	return strings.Join(summary, ", ")
}
