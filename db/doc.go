// Package db keeps the snapshots of manuals, and the files that travel with
// them, in one bbolt file and an [Index] of them in memory. It answers from the
// snapshots as they were written: it renders nothing, judges no request and
// knows no HTTP.
//
// What is more here than a plain store of records is for three promises. A
// flipped byte, a kill, a power cut or a full disk costs an error that says what
// helps, never a wrong answer. Reads go on beside an import or a backup without
// a pause. An import brings again what is damaged, and writes nothing else that
// is there already.
//
// # Layout
//
//	meta       schema        "2", in decimal text
//	           root          digest of all that follows but the files
//	           site          base URL
//	           session       key that signs page sessions, once one is needed
//	brands     <brand>       names, domains, declared access tokens, digest of its heads
//	index      <brand>       a bucket: <manual id> → head
//	snapshots  <brand>       a bucket: <manual id> → a bucket: <document> → {etag,
//	                         identity, gzip}; model → the published model
//	editorial  <brand>       a bucket: <manual id> → ledger of anchors, notes, tokens
//	                         with their sources; the public side never reads it
//	access     <token id>    access token, without its secret
//	files      <SHA-256>     a bucket: <number> → a piece of at most 256 KiB; the first
//	                         is written last, by when the file is whole
//
// All but the schema is in envelopes:
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map (of a file: its bytes)
//
// where the hash covers version, brand, manual id, kind (each with its length) and
// payload, and is checked before anything is decoded. Records form a tree of such
// hashes: root over brands and tokens, brand over heads, head over documents, model
// and editorial record, so that a record that is missing, moved to another key or
// an old one come back shows as well as a changed one. Fields that this package
// does not know are passed over. Another layout is another schema: a store of schema
// 1, which has no files, is copied to <path>.schema-1 and changed by whatever opens
// it for writing; a newer one is refused.
//
// # Changing
//
// An update is one write transaction of bbolt's. At its end the brands touched are
// read back out of it by what Open reads them with; it is committed, what it wrote
// is read again and compared, and the index is swapped in one step. A commit that
// fails counts as unknown: the file is read again, and what is found there goes on.
// A reader whose record has been replaced since its request was judged gets
// [ErrReplaced] once the new index is in place. Files are written before the update
// whose manuals name them, in transactions of at most 8 MiB, and go in the one that
// lets go of their last reference.
//
// # Damage and limits
//
// Damage in a document, a model, an editorial record or a file is found when that is
// read; all other damage that matters to readers is found by [Open], which refuses.
// A damaged page makes bbolt panic or run in circles: the branches of a tree are
// checked before it follows them, and what it does is guarded. Where the last
// transaction has not reached the disk as a whole, bbolt goes on from the one
// before: the store opens, with [DB.Warning].
//
// An update takes the memory of what it writes, and a copy of the index's maps. A
// manual with sixteen documents takes about 1.6 KB of memory as long as the store
// is open. The file is locked for one process, and never shrinks under this package.
package db
