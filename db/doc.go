// Package db stores the snapshots of manuals and their files in one bbolt
// file, and keeps an [Index] of them in memory. It returns documents as they
// were written: it renders nothing, authorizes nothing and knows no HTTP.
//
// Beyond a plain store it gives three promises. A flipped byte, a kill, a power
// cut or a full disk leads to an error that says what helps, never to a wrong
// answer. Readers never pause for an import or a backup. An import writes again
// what is damaged, and nothing that is stored already.
//
// # Layout
//
//	meta       schema        "2", in decimal text
//	           root          hashes over everything below except files
//	           site          base URL
//	           session       key that signs page sessions, from its first use
//	brands     <brand>       names, domains, declared access tokens, digest of its heads
//	index      <brand>       a bucket: <manual id> → head
//	snapshots  <brand>       a bucket: <manual id> → a bucket: <document> → {etag,
//	                         identity, gzip}; model → the published model
//	editorial  <brand>       a bucket: <manual id> → anchors, notes, tokens with their
//	                         sources, for administration only
//	access     <token id>    access token, without its secret
//	files      <SHA-256>     a bucket: <number> → a piece of at most 256 KiB
//
// Every value except the schema is an envelope:
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map (of a file: its bytes)
//
// The hash covers version, brand, manual id and kind (each with its length) and the
// payload. It is checked before the payload is decoded. The hashes form a tree: root
// over brands and tokens, brand over heads, head over documents, model and editorial
// record. So a record that is missing, moved to another key or out of date is found
// like a changed one. Unknown fields are ignored. A store of another schema is not
// opened; [Migrate] copies one of an older schema and changes it to this one.
//
// # Updates
//
// An update is one write transaction of bbolt. Before the commit, the index of the
// changed brands is read from the transaction by the code that Open uses. After the
// commit, the written records are read back and compared, and the index is replaced.
// When a commit fails, its outcome is unknown: the file is read again, and the store
// goes on from the state found there. A reader whose record was replaced after its
// request was authorized gets [ErrReplaced] once the new index is in place. Files are
// written before the manuals that name them, in transactions of at most 8 MiB. A file
// is removed in the update that removes its last reference.
//
// # Damage and limits
//
// [Open] refuses a store whose index is damaged. Damage in a document, a model, an
// editorial record or a file is found when that is read. A damaged page makes bbolt
// panic or recurse without end, so panics become errors, and branch pages are checked
// for loops first. When the last transaction did not reach the disk completely, bbolt
// falls back to the one before: the store opens, with [DB.Warning].
//
// An update needs memory for what it writes and for a copy of the index's maps. An
// open store takes about 1.6 KB of memory for a manual with sixteen documents. One
// process at a time can open the file, which never shrinks.
package db
