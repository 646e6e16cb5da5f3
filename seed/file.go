package seed

import (
	"bytes"
	"fmt"
	"io/fs"

	"github.com/go-json-experiment/json/jsontext"
)

// A file is a seed file on its way in.
type file struct {
	name   string
	order  int // among the files of the import
	data   []byte
	root   node
	broken bool  // not parsed to its end: there is no tree
	unread error // why there is no data

	files fs.FS                 // the folder of the files that it names
	named map[string]*namedFile // those that have been read, by their path in it
	links []textLink            // relative addresses in its rich text
}

// text returns what is written from start to end.
func (f *file) text(start, end uint32) string { return string(f.data[start:end]) }

// characters returns those of the string literal that stands from start to
// end.
func (f *file) characters(start, end uint32) string {
	literal := f.data[start:end]
	if bytes.IndexByte(literal, '\\') < 0 {
		return f.text(start+1, end-1)
	}
	var room [4 << 10]byte // enough for most texts
	unquoted, err := jsontext.AppendUnquote(room[:0], literal)
	if err != nil {
		panic(fmt.Sprintf("unquoting parsed JSON: %v", err))
	}
	return string(unquoted)
}

// position returns the line and the column of an offset, both from 1, the
// column in bytes.
func (f *file) position(offset int) (line, column int) {
	before := f.data[:min(offset, len(f.data))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}
