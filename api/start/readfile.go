package start

import (
	"fmt"
	"os"
	"path/filepath"

	"designmanual/seed/asset"
	"designmanual/seed/convert"
	"designmanual/seed/font"
	"designmanual/tokenize/pattern"
)

// read checks a file as an import does, and reads what says what it is. One that stays where it is
// is read in the folder, which no link may lead out of.
func (m *material) read(f *found) error {
	name := m.inside(f.path)
	in := m.out.FS
	if name == "" {
		in, name = os.DirFS(filepath.Dir(f.path)), filepath.Base(f.path)
	}
	f.asset = asset.Read(in, name, false)
	if f.asset.Err != nil {
		return f.asset.Err
	}
	var err error
	switch f.kind {
	case fonts:
		return f.readFont()
	case unknownDrawing, logos, logoPictures:
		f.inks, err = f.asset.Inks()
	}
	return err
}

// readFont reads the names and weights of a font file.
func (f *found) readFont() error {
	data, err := f.asset.Data()
	if err != nil {
		return err
	}
	name := font.ReadName(data)
	f.font = convert.Font{File: f.words[len(f.words)-1], Family: name.Family, Italic: name.Italic}
	least, most := f.asset.Font.MinWeight, f.asset.Font.MaxWeight
	if least > 0 && least < most {
		f.font.Weight = fmt.Sprint(least, " ", most)
	} else if least > 0 {
		f.font.Weight = fmt.Sprint(least)
	}
	return nil
}

// iconFamily matches the family of a font whose letters are icons.
var iconFamily = pattern.New(`(?i)icons?$|symbols?$|glyphs?$|icomoon|fontello|icon-?font`)
