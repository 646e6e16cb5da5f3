package db

// Schema is the version of the layout that this package writes.
const Schema = 2

// The top-level buckets.
const (
	metaBucket      = "meta"
	brandsBucket    = "brands"
	indexBucket     = "index"
	snapshotsBucket = "snapshots"
	editorialBucket = "editorial"
	accessBucket    = "access"
	filesBucket     = "files"
)

// topLevel are those that every store has.
var topLevel = [...]string{metaBucket, brandsBucket, indexBucket, snapshotsBucket, editorialBucket, accessBucket, filesBucket}

// schemaKey is the key of the schema version in the bucket meta.
const schemaKey = "schema"

// The kinds of record besides the documents.
const (
	rootKind      = "root"
	siteKind      = "site"
	sessionKind   = "session"
	brandKind     = "brand"
	headKind      = "head"
	modelKind     = "model"
	editorialKind = "editorial"
	accessKind    = "access"
)

// A recordKey says which record one is. Its hash covers the key, so that a
// record never passes for another. A part that has no meaning for the kind is
// empty.
type recordKey struct{ brand, id, kind string }

// String names the record as messages do.
func (k recordKey) String() string {
	text := k.kind
	if k.id != "" {
		text = k.id + ": " + text
	}
	if k.brand != "" {
		text = k.brand + "/" + text
	}
	return text
}

// path returns where the record lies: the names of its buckets, and its key
// in the last one.
func (k recordKey) path() (buckets []string, key string) {
	switch k.kind {
	case rootKind, siteKind, sessionKind:
		return []string{metaBucket}, k.kind
	case brandKind:
		return []string{brandsBucket}, k.brand
	case accessKind:
		return []string{accessBucket}, k.id
	case headKind:
		return []string{indexBucket, k.brand}, k.id
	case editorialKind:
		return []string{editorialBucket, k.brand}, k.id
	}
	return []string{snapshotsBucket, k.brand, k.id}, k.kind
}
