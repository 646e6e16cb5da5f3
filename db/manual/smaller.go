package manual

import (
	"net/url"
	"strconv"
)

// SmallerPictures are what an import has made of a picture, so that a phone does not load more of it
// than it shows, and what it has seen of it meanwhile.
type SmallerPictures struct {
	Of       [32]byte         `msgpack:"of"`            // SHA-256 of the picture
	Pictures []SmallerPicture `msgpack:"versions"`      // the narrowest first; none where they would take as many bytes
	Why      string           `msgpack:"why,omitempty"` // why there are none, without a capital and a full stop
	Ground   Ground           `msgpack:"ground,omitempty"`
}

// A SmallerPicture is a picture in a smaller size, a file of its own.
type SmallerPicture struct {
	Width  int      `msgpack:"width"`
	Height int      `msgpack:"height"`
	Sum    [32]byte `msgpack:"sum"`
	Size   int64    `msgpack:"size"`
}

// SmallerPath returns the escaped path of a smaller picture of the picture, below the manual's
// address. It has the hash of the picture, not that of the smaller one, so that every program
// that knows the picture has the same one.
func (f *File) SmallerPath(width int) string {
	return FilesPath + "/" + f.Prefix() + "/" + strconv.Itoa(width) + "/" + url.PathEscape(f.Name)
}

// SmallerFiles returns the smaller pictures of those among files, each with the name of its picture.
func SmallerFiles(files []File, all []SmallerPictures) []File {
	byPicture := make(map[[32]byte][]SmallerPicture, len(all))
	for _, s := range all {
		byPicture[s.Of] = s.Pictures
	}
	var smaller []File
	for _, f := range files {
		for _, v := range byPicture[f.Sum] {
			f.Sum = v.Sum
			f.Size = v.Size
			f.Width = v.Width
			f.Height = v.Height
			smaller = append(smaller, f)
		}
	}
	return smaller
}
