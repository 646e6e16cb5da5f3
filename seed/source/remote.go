package source

import (
	"encoding/binary"
	"hash"
	"iter"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A NamedFile is a file that a seed file refers to.
type NamedFile struct {
	Path string   // in the folder of the seed file
	Sum  [32]byte // SHA-256
}

// AssetPaths returns the paths of the files that a seed file refers to, each once:
// texts, then the others of the blocks, then those of the brand and the manuals.
func (f *File) AssetPaths() (paths []string) {
	seen := make(map[string]bool)
	add := func(path string) {
		if path != "" && !seen[path] {
			seen[path] = true
			paths = append(paths, path)
		}
	}
	for _, path := range f.textPaths {
		add(path)
	}
	addURLs := func(urls []FileURL) {
		for _, at := range urls {
			path, _ := AssetPath(at.URL)
			add(path)
		}
	}
	for block, kind := range f.blocks() {
		addURLs(FileURLs(block, kind))
	}
	addURLs(HeadURLs(f.Tree.Root.Get("brand")))
	for _, m := range f.Tree.Root.Get("manuals").Items() {
		addURLs(HeadURLs(m))
	}
	return paths
}

// blocks iterates over the contents of the sections and blocks of all versions of all
// manuals, and their kinds.
func (f *File) blocks() iter.Seq2[*content.Node, manual.Kind] {
	return func(yield func(*content.Node, manual.Kind) bool) {
		if f.Broken {
			return
		}
		for _, m := range f.Tree.Root.Get("manuals").Items() {
			for _, version := range []*content.Node{m, m.Get("approved")} {
				for _, s := range version.Get("sections").Items() {
					for _, b := range append([]*content.Node{s}, s.Get("blocks").Items()...) {
						if !yield(b.Get("content"), manual.Kind(b.Get("type").Text())) {
							return
						}
					}
				}
			}
		}
	}
}

// WriteField hashes a field after its length, so that different sequences of fields
// cannot hash alike.
func WriteField(h hash.Hash, part []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
	h.Write(part)
}
