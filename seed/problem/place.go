package problem

import (
	"cmp"
	"fmt"

	"designmanual/tokenize/content"
)

// A Place is where a value stands in a seed file. It stays when the tree of the file is gone.
// The zero Place stands for no place, as of a stored brand that no file names. A file that could not be
// read has a place with its name and no line.
type Place struct {
	File   string
	Order  int // of the file, among those that are read together
	Offset int // of the value in the file
	Line   int // from 1
	Column int // from 1, in bytes
	Path   string

	Part string // see [Problem]
	data []byte // of the file, for an excerpt
}

// IsZero reports whether there is no place.
func (p Place) IsZero() bool { return p.File == "" && p.Line == 0 }

// PlaceOf returns the place of a value; the zero Place for nil.
func PlaceOf(v *content.Value) Place {
	if v == nil {
		return Place{}
	}
	return placeAt(v.Tree, v.At(""), int(v.Start))
}

// placeAt returns the place of an offset of a file, with the path of the value that begins at
// valueStart.
func placeAt(in *content.Tree, offset, valueStart int) Place {
	p := Place{File: in.Name, Order: in.Order, Offset: offset, Path: in.PathTo(valueStart)}
	if in.Root != nil { // else the file could not be read
		p.Line, p.Column = in.Position(offset)
		p.Part, p.data = cmp.Or(in.Part, PartAt(in, valueStart)), in.Data
	}
	return p
}

// PlaceIn returns the place of a member of an object, or of the object where it lacks the member.
func PlaceIn(object *content.Value, name string) Place {
	if member := object.Get(name); member != nil {
		return PlaceOf(member)
	}
	return PlaceOf(object)
}

// String returns "file:line:column".
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }
