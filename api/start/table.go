package start

import (
	"encoding/csv"
	"slices"
	"strings"
	"unicode"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A table is what is known of a table of colors from the rows that are read.
type table struct {
	header []string
	column int  // of the last color
	begun  bool // it has a color
}

var (
	hexCell     = pattern.New(`^#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`)
	likeHex     = pattern.New(`^#[0-9A-Fa-f]`)
	bareCell    = pattern.New(`^(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$`)
	sureCell    = pattern.New(`^[0-9A-Fa-f]*(?:[0-9][A-Fa-f]|[A-Fa-f][0-9])[0-9A-Fa-f]*$`)
	colorHeader = pattern.New(`(?i)hex|colou?r|farb|couleur|value|wert|code`)
)

// colorOf returns the color of a row as CSS writes it and its cell, -1 for none: a hex, also without # where the
// column has colors or the digits are no word or number, else a function of CSS.
func (t *table) colorOf(row []string) (at int, color string) {
	at = slices.IndexFunc(row, hexCell.MatchString)
	if at >= 0 {
		return at, row[at]
	}
	for i, cell := range row {
		isColumn := t.begun && i == t.column || i < len(t.header) && colorHeader.MatchString(t.header[i])
		isSure := len(cell) == 6 && sureCell.MatchString(cell)
		if bareCell.MatchString(cell) && (isColumn || isSure) {
			return i, "#" + cell
		}
	}
	for i, cell := range row {
		if strings.HasSuffix(cell, ")") && css.IsColor(cell) {
			return i, cell
		}
	}
	return -1, ""
}

// skip takes a row without a color: the header of a table, the title of a part or the end. It returns the
// first cell of one that should have a color, empty for the others.
func (t *table) skip(row []string) string {
	cells := slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return cell == "" })
	if len(cells) == 0 {
		t.begun = false
	}
	if len(cells) > 1 && (t.begun || slices.ContainsFunc(cells, likeHex.MatchString)) {
		return cells[0]
	}
	if len(cells) > 1 {
		t.header = row
	}
	return ""
}

// nameOfColor returns the name of the color in a cell of a row, empty for none: the first cell, or one after
// the color that has letters.
func nameOfColor(row []string, at int) string {
	for i, cell := range row {
		isName := i < at || !hexCell.MatchString(cell) && strings.ContainsFunc(cell, unicode.IsLetter)
		if i != at && cell != "" && isName {
			return cell
		}
	}
	return ""
}

// openFunction matches the first of the cells into which commas divide a color.
var openFunction = pattern.New(`(?i)^\s*(?:rgba?|hsla?)\([^)]*$`)

// withFunctions joins the cells into which commas divide a function: rgb(1,2,3).
func withFunctions(row []string, comma string) []string {
	var joined []string
	for _, cell := range row {
		last := len(joined) - 1
		if last >= 0 && openFunction.MatchString(joined[last]) {
			joined[last] += comma + cell
			continue
		}
		joined = append(joined, cell)
	}
	return joined
}

// rowsOf returns the cells of the tables of a text: of Markdown, else of CSV, whose first line says by what the
// cells are parted. A line without a table is a row without cells.
func rowsOf(text, extension string) [][]string {
	text = strings.TrimPrefix(text, "\ufeff")
	var rows [][]string
	if strings.EqualFold(extension, ".md") {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "|") {
				rows = append(rows, nil)
			} else if strings.Trim(line, "|-: ") != "" {
				rows = append(rows, strings.Split(strings.Trim(line, "|"), "|"))
			}
		}
	} else {
		first, _, _ := strings.Cut(text, "\n")
		r := csv.NewReader(strings.NewReader(text))
		r.FieldsPerRecord, r.LazyQuotes = -1, true
		for _, comma := range ";\t" {
			if strings.ContainsRune(first, comma) {
				r.Comma = comma
			}
		}
		rows, _ = r.ReadAll()
		for i := range rows {
			rows[i] = withFunctions(rows[i], string(r.Comma))
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = strings.TrimSpace(strings.Trim(strings.TrimSpace(cell), "`*"))
		}
	}
	return rows
}
