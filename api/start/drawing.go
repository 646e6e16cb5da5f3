package start

import (
	"fmt"
	"io/fs"

	"designmanual/seed/convert"
	"designmanual/seed/font"
	"designmanual/seed/picture"
)

// readDrawing reads the inks of a picture.
func (m *material) readDrawing(f *found) error {
	if f.asset.Size > picture.MaxDrawing {
		return nil
	}
	data, err := m.data(f)
	if err != nil {
		return err
	}
	f.inks = picture.Inks(data)
	return nil
}

// readFont reads the names and weights of a font file.
func (m *material) readFont(f *found) error {
	data, err := m.data(f)
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

func (m *material) data(f *found) ([]byte, error) {
	in, name, err := m.fileSystem(f)
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(in, name)
}
