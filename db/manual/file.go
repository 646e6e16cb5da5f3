package manual

// A File is a logo, picture, font or download of a manual: a file beside the
// seed file, which refers to it by a relative URL.
type File struct {
	Ref    string   `msgpack:"ref"`  // the URL in the seed file
	Name   string   `msgpack:"name"` // last segment of Ref, decoded
	Sum    [32]byte `msgpack:"sum"`  // SHA-256 of the content
	Size   int64    `msgpack:"size"`
	Width  int      `msgpack:"width"` // of a picture, in pixels; 0 if unknown
	Height int      `msgpack:"height"`
	Shared bool     `msgpack:"shared"` // a font that pages of other origins may load
}

// An Asset is a style sheet, script or icon that pages load. Its body is shared: do
// not modify it.
type Asset struct {
	Path string // begins with [InternalPath] and identifies the content
	Type string // media type
	Body []byte
}
