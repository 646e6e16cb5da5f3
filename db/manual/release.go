package manual

// A StoredRelease is a release of a manual as its head names it, see package tokenize/release. What it says of
// itself, and its documents, lie among the files.
type StoredRelease struct {
	Version   string              `msgpack:"version"`
	Date      string              `msgpack:"date"`      // YYYY-MM-DD
	Record    StoredReleaseFile   `msgpack:"record"`    // the difference to the release before and the notes, as JSON
	Documents []StoredReleaseFile `msgpack:"documents"` // by their names
}

// A StoredReleaseFile is a stored file of a release.
type StoredReleaseFile struct {
	Name string   `msgpack:"name"`
	Sum  [32]byte `msgpack:"sum"` // SHA-256 of the content
	Size int64    `msgpack:"size"`
}

// Files returns the stored files of the release.
func (r *StoredRelease) Files() []File {
	files := []File{r.Record.file(r.Version)}
	for _, d := range r.Documents {
		files = append(files, d.file(r.Version))
	}
	return files
}

// file returns the file as the store takes it. Its Ref, for messages, is its path below the manual's address.
func (f StoredReleaseFile) file(version string) File {
	return File{Ref: ReleasePath(version, f.Name), Name: f.Name, Sum: f.Sum, Size: f.Size}
}

// Document returns the file of a document, and whether the release has it.
func (r *StoredRelease) Document(name string) (File, bool) {
	for _, d := range r.Documents {
		if d.Name == name {
			return d.file(r.Version), true
		}
	}
	return File{}, false
}
