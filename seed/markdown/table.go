package markdown

import "strings"

// A table is rows of cells of inline Markdown; the first row is its head.
type table struct{ rows [][]string }

// open begins a row (tr) or a cell (td or th).
func (t *table) open(element string) {
	if element == "tr" || len(t.rows) == 0 {
		t.rows = append(t.rows, nil)
	}
	if element != "tr" {
		row := &t.rows[len(t.rows)-1]
		*row = append(*row, "")
	}
}

// add adds to the last cell; what stands in no cell is a row of its own.
func (t *table) add(inline string) {
	if len(t.rows) == 0 || len(t.rows[len(t.rows)-1]) == 0 {
		t.open("td")
	}
	row := t.rows[len(t.rows)-1]
	row[len(row)-1] = strings.TrimSpace(row[len(row)-1] + " " + inline)
}

// String returns the table, empty where nothing is in it.
func (t *table) String() string {
	columns, filled := 0, t.rows[:0]
	for _, row := range t.rows {
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
