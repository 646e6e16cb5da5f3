package start

import (
	"cmp"
	"fmt"
	"path/filepath"
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
	colors, left := content.NewObject(), []string(nil)
	var t table
	for _, row := range rowsOf(string(data), filepath.Ext(f.path)) {
		at, color := t.colorOf(row)
		if at < 0 {
			if first := t.skip(row); first != "" {
				left = append(left, first)
			}
			continue
		}
		t.column, t.begun = at, true
		name := nameOfColor(row, at)
		if same := colors.Get(name).Get("$value").Text() == color; name == "" || colors.Has(name) && !same {
			left = append(left, cmp.Or(name, color))
			continue
		}
		if !colors.Has(name) {
			colors.Add(name, content.NewObject("$type", "color", "$value", color))
			m.addPrint(name, t.header, row)
		}
	}
	if len(colors.Children) < 2 {
		return false
	}
	if len(left) > 0 {
		noun := counted(len(left), "row")
		m.rowsLeft = append(m.rowsLeft, fmt.Sprintf("%s: %s left out (first: %q): a row needs a name of its own and a "+
			"color, as #0b5fff.", f.path, noun, left[0]))
	}
	data = content.NewObject("color", colors).Append(nil)
	m.palettes = append(m.palettes, convert.File{Name: f.path, Data: data, Found: !f.alone})
	return true
}

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
