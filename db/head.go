package db

import (
	"encoding/hex"
	"slices"
	"time"

	"designmanual/db/manual"
)

// A Head is all that the store keeps in memory of a manual: its settings and what answers a request without a look
// at its content. [Snapshot.Hashed] makes it; the import adds Smaller, and PutManual and makeNext add the sizes,
// the hashes of the records and the brand. In an index it does not change. Successive
// indexes share it until an update changes its brand. The struct tags are those of its record.
type Head struct {
	Brand *Brand `msgpack:"-"`
	manual.Settings
	UpdatedAt  time.Time                `msgpack:"-"`                // in UTC
	Files      []manual.File            `msgpack:"files,omitempty"`  // in page order
	DraftFiles []manual.File            `msgpack:"drafts,omitempty"` // the files of the draft
	HasDraft   bool                     `msgpack:"draft,omitempty"`
	Smaller    []manual.SmallerPictures `msgpack:"smaller,omitempty"`  // of pictures among Files and DraftFiles
	Releases   []manual.StoredRelease   `msgpack:"releases,omitempty"` // the newest first
	ModeCount  int                      `msgpack:"themes,omitempty"`   // of the token document
	Summary    manual.Summary           `msgpack:"look"`

	// Of manual.json and tokens.json; zero for an unpublished manual.
	ManualJSON BodyInfo `msgpack:"document"`
	TokensJSON BodyInfo `msgpack:"tokens"`

	// SHA-256 of what the documents say, without addresses and the time of the last change.
	ServedHash [32]byte `msgpack:"served"`
	ModelHash  [32]byte `msgpack:"model"`      // SHA-256 of the published model
	DraftHash  [32]byte `msgpack:"draftModel"` // SHA-256 of the model of the draft; zero without one

	contentHash hash256 // of the content before it is compressed: while it stays, so does the content
	// Of the record of the content, by which a reader knows that it reads what the head names. PutManual sets it.
	contentRecordHash hash256
	recordHash        hash256 // of the record of the head, by which makeNext sees whether it differs
}

// A BodyInfo is what the head says of the body of manual.json or tokens.json: its hash and its sizes.
type BodyInfo struct {
	Sum               [32]byte `msgpack:"sum"` // SHA-256 of the uncompressed body
	UncompressedBytes uint32   `msgpack:"identity"`
	GzipBytes         uint32   `msgpack:"gzip"`
}

// ETag returns the entity tag, without quotes.
func (d BodyInfo) ETag() string { return hex.EncodeToString(d.Sum[:]) }

// Name returns the slugs by which people and agents name the manual: that of the brand
// for the primary one, else both.
func (m *Head) Name() string {
	if m.Primary {
		return m.Brand.Slug
	}
	return m.Brand.Slug + "." + m.Slug
}

// Address returns the address of the manual on a site.
func (m *Head) Address(site manual.Site) string {
	return site.Address(m.Brand.BrandSettings, m.Slug, m.Subdomain, m.Primary)
}

// Has reports whether the manual has a document of that kind, stored or to be drawn.
func (m *Head) Has(kind manual.DocumentKind) bool {
	if kind == manual.DraftDocument {
		return m.HasDraft
	}
	if !m.Published || kind.Info().Kind == "" {
		return false
	}
	switch kind {
	case manual.ResolverDocument:
		return m.ModeCount >= 2
	case manual.FeedDocument:
		return m.Summary.News != "" || len(m.Releases) > 0
	case manual.ReleasesDocument, manual.HistoryDocument:
		return len(m.Releases) > 0
	}
	return true
}

// ServesSame reports whether readers get the same of two heads of a manual. It compares what is published by its
// hashes; files, smaller pictures and the summary follow from that. It does not compare drafts, which readers do not
// see.
func (m *Head) ServesSame(other *Head) bool {
	return m.Slug == other.Slug && m.Title == other.Title && m.Subdomain == other.Subdomain &&
		m.Primary == other.Primary && m.MarkedPrimary == other.MarkedPrimary &&
		m.Published == other.Published && m.Visibility == other.Visibility && m.PasswordHash == other.PasswordHash &&
		m.UpdatedAt.Equal(other.UpdatedAt) && m.ExpiresAt.Equal(other.ExpiresAt) &&
		m.ManualJSON.Sum == other.ManualJSON.Sum && m.TokensJSON.Sum == other.TokensJSON.Sum &&
		m.ModelHash == other.ModelHash &&
		slices.EqualFunc(m.Releases, other.Releases, sameRelease)
}

// sameRelease reports whether two releases are the same by the hashes of their files.
func sameRelease(a, b manual.StoredRelease) bool {
	return a.Version == b.Version && a.Date == b.Date && a.Record == b.Record && slices.Equal(a.Documents, b.Documents)
}

// Release returns the release of a version, or nil.
func (m *Head) Release(version string) *manual.StoredRelease {
	for i := range m.Releases {
		if m.Releases[i].Version == version {
			return &m.Releases[i]
		}
	}
	return nil
}

// BodyInfo returns what the head says of the body of a document that is stored: manual.json or tokens.json. It
// reports false for a kind that is drawn, and for an unpublished manual.
func (m *Head) BodyInfo(kind manual.DocumentKind) (BodyInfo, bool) {
	var d BodyInfo
	switch kind {
	case manual.ManualDocument:
		d = m.ManualJSON
	case manual.TokensDocument:
		d = m.TokensJSON
	}
	return d, d.UncompressedBytes > 0
}

// allFiles returns the files of the manual, of its draft and of its releases, and the smaller
// pictures of its pictures.
func (m *Head) allFiles() []manual.File {
	files := slices.Concat(m.Files, m.DraftFiles)
	files = append(files, manual.SmallerFiles(files, m.Smaller)...)
	for _, r := range m.Releases {
		files = append(files, r.Files()...)
	}
	return files
}

// A headRecord is the record of a [Head]. Brand and id are its key.
type headRecord struct {
	Head
	UpdatedAt    instant `msgpack:"updated"`
	ExpiresAt    instant `msgpack:"expires"`
	Uncompressed hash256 `msgpack:"fingerprint"` // the key is part of the schema
	Content      hash256 `msgpack:"content"`
}

// encode returns the record of the manual in a brand.
func (m *Head) encode(brand string) encodedRecord {
	return encodeRecord(recordKey{brand, m.ID, headKind}, &headRecord{
		*m, newInstant(m.UpdatedAt), newInstant(m.ExpiresAt), m.contentHash, m.contentRecordHash,
	})
}

// decodeHead decodes the record of a manual.
func decodeHead(brand, id string, value []byte) (*Head, error) {
	var r headRecord
	hash, err := decodeRecord(recordKey{brand, id, headKind}, value, &r)
	if err != nil {
		return nil, err
	}
	m := r.Head
	m.ID = id
	m.UpdatedAt = r.UpdatedAt.Time()
	m.ExpiresAt = r.ExpiresAt.Time()
	m.contentHash = r.Uncompressed
	m.contentRecordHash = r.Content
	m.recordHash = hash
	return &m, nil
}
