package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
	"io/fs"
	pathpkg "path"
	"slices"
	"time"
)

// A NamedFile is a file that a seed file refers to.
type NamedFile struct {
	Source int      // index of the seed file among the sources
	Path   string   // in the folder of the seed file
	Sum    [32]byte // SHA-256
	Size   int64
	Fault  string // what is wrong with it, in the words of the problem, or empty
}

// Named reads the files that seed files refer to, each path of a source once, in
// the order of the sources and of the text. With [NewFolder] another process can
// then import the sources with the same options, although it cannot read the files.
func Named(sources []Source, o Options) []NamedFile {
	found := make([][]NamedFile, len(sources))
	err := parallel(len(sources), func(i int) error {
		f := &file{Source: sources[i]}
		for _, name := range f.namedPaths() {
			if f.named[name] != nil {
				continue
			}
			read := f.readNamed(name, o)
			n := NamedFile{Source: i, Path: name, Sum: read.Sum, Size: read.Size}
			if read.err != nil {
				n.Fault = read.err.Error()
			}
			found[i] = append(found[i], n)
		}
		return nil
	})
	if err != nil {
		panic(err) // which it was in the goroutine
	}
	return slices.Concat(found...)
}

// namedPaths parses a seed file and returns the paths of the files that it refers to.
func (f *file) namedPaths() (found []string) {
	if parse(f); f.broken {
		return nil
	}
	for _, m := range f.root.get("manuals").items() {
		for _, version := range []*node{m, m.get("approved")} {
			for _, p := range allParts(readPage(version, "")) {
				for _, at := range fileURLs(p.content, p.kind) {
					if name, err := filePath(at.node.str()); err == nil && name != "" {
						found = append(found, name)
					}
				}
			}
		}
	}
	return found
}

// Digest returns a hash of seed files and of the files that they refer to.
func Digest(sources []Source) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, s := range sources {
		writeField(h, []byte(s.Name))
		writeField(h, s.Data)
		if s.Err != nil {
			writeField(h, []byte(s.Err.Error()))
		}
	}
	for _, n := range Named(sources, Options{}) {
		writeField(h, []byte(n.Path))
		writeField(h, []byte(n.Fault))
		h.Write(n.Sum[:])
	}
	h.Sum(sum[:0])
	return sum
}

// writeField hashes a field after its length, so that different sequences of fields
// cannot hash alike.
func writeField(h hash.Hash, part []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
	h.Write(part)
}

// NewFolder returns the files of one seed file, as [Named] found them, with their
// bytes from content. It serves as the Files of a [Source] whose folder cannot be
// read: it may be on another machine or belong to another user.
func NewFolder(files []NamedFile, content func(n NamedFile) (io.ReadCloser, error)) fs.FS {
	byPath := make(map[string]NamedFile, len(files))
	for _, n := range files {
		byPath[n.Path] = n
	}
	return remoteFolder{byPath, content}
}

type remoteFolder struct {
	files   map[string]NamedFile // by path
	content func(n NamedFile) (io.ReadCloser, error)
}

// Open implements [fs.FS].
func (r remoteFolder) Open(name string) (fs.File, error) {
	n, ok := r.files[name]
	switch {
	case !ok:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case n.Fault != "":
		return nil, fileError(n.Fault)
	}
	content, err := r.content(n)
	return remoteFile{content, n}, err
}

// A remoteFile is an open file of a remoteFolder and its own [fs.FileInfo].
type remoteFile struct {
	io.ReadCloser
	NamedFile
}

func (f remoteFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f remoteFile) Name() string               { return pathpkg.Base(f.Path) }
func (f remoteFile) Size() int64                { return f.NamedFile.Size }
func (remoteFile) Mode() fs.FileMode            { return 0o444 }
func (remoteFile) ModTime() time.Time           { return time.Time{} }
func (remoteFile) IsDir() bool                  { return false }
func (remoteFile) Sys() any                     { return nil }
