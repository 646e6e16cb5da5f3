package start

import (
	"encoding/csv"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"designmanual/api/files"
	"designmanual/seed"
	"designmanual/seed/convert"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// paletteFiles are the endings of files that may have a table of colors.
var paletteFiles = []string{".csv", ".tsv", ".md"}

// lookAtPalette takes in the table of colors of a file of those that were named, false if it has none: colors
// with a name and a hex, and their values in print.
func (m *material) lookAtPalette(f *found) bool {
	if !f.named || !slices.Contains(paletteFiles, strings.ToLower(filepath.Ext(f.path))) {
		return false
	}
	data, err := files.Read(f.path, seed.MaxFileBytes)
	if err != nil {
		return false
	}
	colors := content.NewObject()
	var header []string
	for _, row := range rowsOf(string(data), filepath.Ext(f.path)) {
		hex := slices.IndexFunc(row, hexCell.MatchString)
		if hex < 0 {
			header = row
			continue
		}
		name := slices.IndexFunc(row, func(cell string) bool { return cell != "" })
		if name == hex || colors.Has(row[name]) {
			continue
		}
		colors.Add(row[name], content.NewObject("$type", "color", "$value", row[hex]))
		m.addPrint(row[name], header, row)
	}
	if len(colors.Children) < 2 {
		return false
	}
	data = content.NewObject("color", colors).Append(nil)
	m.palettes = append(m.palettes, convert.File{Name: f.path, Data: data, Found: !f.alone})
	return true
}

var hexCell = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// addPrint notes the values in print of a color that the columns of its row say.
func (m *material) addPrint(name string, header, row []string) {
	for i, cell := range row[:min(len(row), len(header))] {
		system := strings.ToLower(strings.Fields(header[i] + " -")[0])
		_, err := css.CMYK(content.NewString(cell))
		if slices.Contains([]string{"pantone", "ral", "ncs"}, system) {
			err = css.PrintName(system, cell)
		} else if system != "cmyk" {
			continue
		}
		if err != nil {
			continue
		}
		if m.print == nil {
			m.print = map[string]map[string]string{}
		}
		if m.print[name] == nil {
			m.print[name] = map[string]string{}
		}
		m.print[name][system] = cell
	}
}

// rowsOf returns the cells of the tables of a text: of Markdown, else of CSV, whose first line says by what the
// cells are parted.
func rowsOf(text, extension string) [][]string {
	text = strings.TrimPrefix(text, "\ufeff")
	var rows [][]string
	if strings.EqualFold(extension, ".md") {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "|") && strings.Trim(line, "|-: ") != "" {
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
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = strings.TrimSpace(strings.Trim(strings.TrimSpace(cell), "`*"))
		}
	}
	return rows
}
