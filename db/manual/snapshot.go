package manual

// A Document is the body of a response, uncompressed and compressed.
type Document struct {
	Identity []byte
	Gzip     []byte
}

// A Snapshot is everything needed to serve a manual: the published model and
// the documents rendered from it. The snapshot of an unpublished manual has no
// sections, title and documents but the draft; it reserves the names.
type Snapshot struct {
	Brand     string // slug
	Manual    Manual
	Subdomain string // the manual's own, or empty
	Primary   bool   // at the root of the brand's host
	Flagged   bool   // the seed file marks the manual as primary
	Published bool
	Password  string // bcrypt hash for the page, only with visibility password
	Documents map[DocumentKind]Document

	DraftFiles []File // the files of the draft that is DraftDocument
}
