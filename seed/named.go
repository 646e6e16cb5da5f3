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

// A NamedFile is a file that a seed file names, or that it names and that
// cannot be had.
type NamedFile struct {
	Source int      // the place of the seed file among the sources
	Path   string   // in the folder of the seed file
	Sum    [32]byte // SHA-256
	Size   int64
	Fault  string // why it cannot be had, as a problem tells it; empty where it can
}

// Named reads the files that seed files name, each path of a source once, in
// the order of the sources and of the places in them. With [NewFolder] and its
// answer an import of the same options can be carried out where the files are
// not.
func Named(sources []Source, o Options) []NamedFile {
	found := make([][]NamedFile, len(sources))
	err := parallel(len(sources), func(i int) error {
		f := &file{Source: sources[i]}
		for _, name := range f.paths() {
			if f.named[name] != nil {
				continue
			}
			read := f.look(name, o)
			n := NamedFile{Source: i, Path: name, Sum: read.Sum, Size: read.Size}
			if read.err != nil {
				n.Fault = read.err.Error()
			}
			found[i] = append(found[i], n)
		}
		return nil
	})
	if err != nil { // a panic
		panic(err)
	}
	return slices.Concat(found...)
}

// paths parses a seed file and returns the paths of the files that it names.
func (f *file) paths() (found []string) {
	if parse(f); f.broken {
		return nil
	}
	for _, m := range f.root.get("manuals").items() {
		for _, version := range []place{m, m.get("approved")} {
			for _, p := range allParts(readPage(version, "")) {
				for _, at := range fileURLs(p.content, p.kind) {
					if name, err := filePath(at.place.str()); err == nil && name != "" {
						found = append(found, name)
					}
				}
			}
		}
	}
	return found
}

// Digest tells one state of seed files, and of the files that they name, from
// another.
func Digest(sources []Source) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, s := range sources {
		writePart(h, []byte(s.Name))
		writePart(h, s.Data)
		if s.Err != nil {
			writePart(h, []byte(s.Err.Error()))
		}
	}
	for _, n := range Named(sources, Options{}) {
		writePart(h, []byte(n.Path))
		writePart(h, []byte(n.Fault))
		h.Write(n.Sum[:])
	}
	h.Sum(sum[:0])
	return sum
}

// writePart adds a part to a hash with its length before it, so that parts cannot
// be taken for one another's.
func writePart(h hash.Hash, part []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
	h.Write(part)
}

// NewFolder returns the files that one seed file names, as [Named] found them,
// with their bytes wherever content gets them: the Files of a [Source] whose
// folder is on another machine or for another user's eyes.
func NewFolder(files []NamedFile, content func(n NamedFile) (io.ReadCloser, error)) fs.FS {
	r := remote{make(map[string]NamedFile, len(files)), content}
	for _, n := range files {
		r.files[n.Path] = n
	}
	return &r
}

// A remote is a folder whose files are read elsewhere.
type remote struct {
	files   map[string]NamedFile
	content func(n NamedFile) (io.ReadCloser, error)
}

// Stat tells of a file.
func (r *remote) Stat(name string) (fs.FileInfo, error) {
	n, ok := r.files[name]
	switch {
	case !ok:
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	case n.Fault != "":
		return nil, fileFault(n.Fault)
	}
	return remoteFile{NamedFile: n}, nil
}

// Open opens a file.
func (r *remote) Open(name string) (fs.File, error) {
	if _, err := r.Stat(name); err != nil {
		return nil, err
	}
	n := r.files[name]
	content, err := r.content(n)
	return remoteFile{content, n}, err
}

// A remoteFile is a file of a remote folder, and what is told of it.
type remoteFile struct {
	io.ReadCloser // nil where it is not open
	NamedFile
}

func (f remoteFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f remoteFile) Name() string               { return pathpkg.Base(f.Path) }
func (f remoteFile) Size() int64                { return f.NamedFile.Size }
func (remoteFile) Mode() fs.FileMode            { return 0o444 }
func (remoteFile) ModTime() time.Time           { return time.Time{} }
func (remoteFile) IsDir() bool                  { return false }
func (remoteFile) Sys() any                     { return nil }
