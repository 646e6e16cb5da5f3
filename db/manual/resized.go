package manual

import (
	"net/url"
	"strconv"
)

// A ResizedPicture is what an import has made of a picture, so that a phone does not load more of it
// than it shows.
type ResizedPicture struct {
	Of       [32]byte      `msgpack:"of"`            // SHA-256 of the picture
	Versions []PictureSize `msgpack:"versions"`      // the narrowest first; none where they would take as many bytes
	Why      string        `msgpack:"why,omitempty"` // why there are none, a sentence without a capital and a full stop
}

// A PictureSize is a picture in a smaller size, a file of its own.
type PictureSize struct {
	Width  int      `msgpack:"width"`
	Height int      `msgpack:"height"`
	Sum    [32]byte `msgpack:"sum"`
	Size   int64    `msgpack:"size"`
}

// ResizedPath returns the escaped path of a version of the picture, below the manual's
// address. It has the hash of the picture, not that of the version, so that every program
// that knows the picture has the same one.
func (f *File) ResizedPath(width int) string {
	return FilesPath + "/" + f.Prefix() + "/" + strconv.Itoa(width) + "/" + url.PathEscape(f.Name)
}

// ResizedFiles returns the smaller sizes of pictures among files, each with the name of its picture.
func ResizedFiles(files []File, all []ResizedPicture) []File {
	byPicture := make(map[[32]byte][]PictureSize, len(all))
	for _, s := range all {
		byPicture[s.Of] = s.Versions
	}
	var versions []File
	for _, f := range files {
		for _, v := range byPicture[f.Sum] {
			f.Sum, f.Size, f.Width, f.Height = v.Sum, v.Size, v.Width, v.Height
			versions = append(versions, f)
		}
	}
	return versions
}
