package manual

import (
	"encoding/hex"
	"net/url"
)

// A File is a logo, a picture, a font or a download that travels with a
// manual: a file beside the seed file, named there by a relative URL and kept
// in the store by its content.
type File struct {
	Ref    string   `msgpack:"ref"`  // the URL as the seed file has it
	Name   string   `msgpack:"name"` // its last segment, decoded
	Sum    [32]byte `msgpack:"sum"`
	Size   int64    `msgpack:"size"`
	Width  int      `msgpack:"width"` // of a picture, in pixels; 0 where that is not known
	Height int      `msgpack:"height"`
	Shared bool     `msgpack:"shared"` // a font that pages of other origins may load too
}

// FilesPath is the path of a manual's files below its address.
const FilesPath = "/-/files/"

// Prefix returns the part of a file's path that says which content it is: the
// first 16 hexadecimal digits of its SHA-256.
func (f *File) Prefix() string { return hex.EncodeToString(f.Sum[:8]) }

// Path returns the path of a file below the manual's address, escaped as a
// URL has it.
func (f *File) Path() string { return FilesPath + f.Prefix() + "/" + url.PathEscape(f.Name) }
