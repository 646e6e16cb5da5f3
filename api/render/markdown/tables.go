package markdown

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// A row is a token in a table, and the entry of the block that made it.
type row struct {
	group string
	entry int
	token manual.Token
}

func newRow(path []string, t manual.Token) row {
	group := path[0]
	if t.List == "tokens" {
		group = manual.GroupFurther
	}
	return row{group, t.Entry, t}
}

// tokenTable returns the tokens of a block as a table, empty without tokens. It has a column
// for each mode in which one of them has another value.
func tokenTable(modes []manual.Mode, rows []row) string {
	if len(rows) == 0 {
		return ""
	}
	columns := [][]string{{"Name"}, {"Variable"}, {"Value"}}
	for _, r := range rows {
		columns[0] = append(columns[0], escape(r.token.Title))
		columns[1] = append(columns[1], code(r.token.Variable))
		columns[2] = append(columns[2], code(valueText(r.token)))
	}
	changed := make(map[string]bool) // by the slugs of modes: a manual may have thousands
	for _, r := range rows {
		for _, mode := range r.token.Modes {
			changed[mode.Mode] = true
		}
	}
	for _, mode := range modes {
		if changed[mode.Slug] {
			columns = append(columns, modeColumn(mode, rows))
		}
	}
	printed, notes := []string{"Print"}, []string{"Notes"}
	for _, r := range rows {
		printed = append(printed, escape(printText(r.token.Print)))
		notes = append(notes, noteText(r.token))
	}
	columns = slices.DeleteFunc(append(columns, printed, notes), func(column []string) bool {
		return strings.Join(column[1:], "") == ""
	})
	t := make(table, len(rows)+1)
	for i := range t {
		for _, column := range columns {
			t[i] = append(t[i], column[i])
		}
	}
	return t.String()
}

// modeColumn returns the values of tokens in a mode; a token without another value there
// has an empty cell.
func modeColumn(mode manual.Mode, rows []row) []string {
	column := []string{escape(cmp.Or(mode.Title, mode.Slug))}
	for _, r := range rows {
		text := ""
		if other := r.token.In(mode.Slug); valueText(other) != valueText(r.token) {
			text = code(valueText(other))
		}
		column = append(column, text)
	}
	return column
}

// valueText returns the value of a token, and of a text style what its font property does
// not say.
func valueText(t manual.Token) string {
	text := t.Value
	if t.Style != nil && t.Style.LetterSpacing != "" {
		text += ", letter-spacing " + t.Style.LetterSpacing
	}
	if t.Style != nil && t.Style.Case != "" {
		text += ", " + t.Style.Case
	}
	return text
}

// printText returns the values of a color in print.
func printText(p manual.Print) string {
	var texts []string
	if len(p.CMYK) > 0 {
		texts = append(texts, "CMYK "+strings.Join(p.CMYK, " "))
	}
	if p.Pantone != "" {
		texts = append(texts, "Pantone "+p.Pantone)
	}
	if p.RAL != "" {
		texts = append(texts, "RAL "+strings.TrimPrefix(p.RAL, "RAL "))
	}
	if p.NCS != "" {
		texts = append(texts, "NCS "+strings.TrimPrefix(p.NCS, "NCS "))
	}
	return strings.Join(texts, ", ")
}

// noteText returns what is said of a token.
func noteText(t manual.Token) string {
	notes := escape(t.Description)
	if t.Deprecated.Set {
		notes = strings.TrimSpace(notes + " **Deprecated.** " + escape(t.Deprecated.Reason))
	}
	return notes
}

// A table is rows of cells of inline Markdown; the first row is its header.
type table [][]string

// String returns the table, empty if all cells are.
func (t table) String() string {
	columns, filled := 0, t[:0]
	for _, row := range t {
		if strings.Join(row, "") != "" {
			filled = append(filled, row)
			columns = max(columns, len(row))
		}
	}
	var out strings.Builder
	for i, row := range filled {
		for column := range columns {
			text := ""
			if column < len(row) {
				text = cell(row[column])
			}
			out.WriteString("| " + text + " ")
		}
		out.WriteString("|\n")
		if i == 0 {
			out.WriteString(strings.Repeat("| --- ", columns) + "|\n")
		}
	}
	return strings.TrimRight(out.String(), "\n")
}
