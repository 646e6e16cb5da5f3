// Package db keeps the snapshots of manuals, and the files that travel with
// them, in one bbolt file and an [Index] of them in memory. It answers from
// the snapshots as they were written: it renders nothing, judges no request
// and knows no HTTP, and it never hands out a byte that the hash of its record
// does not vouch for, nor a body under the entity tag of another.
//
// # Layout
//
//	meta       schema        "2", in decimal text
//	           root          envelope of the digest of all that follows but the files
//	           site          envelope of the base URL
//	           session       envelope of the key that signs page sessions; made
//	                         when one is first needed
//	brands     <brand>       envelope of the brand: names, domains, declared access
//	                         tokens, digest of its heads
//	index      <brand>       a bucket:
//	             <manual id>   envelope of the head: what an Entry says, and for each
//	                           document its tag, the first bytes of its record's
//	                           hash, and how long its two bodies are
//	snapshots  <brand>       a bucket:
//	             <manual id>   a bucket:
//	               <document>    envelope of {etag, identity, gzip}
//	               model         envelope of the published model
//	editorial  <brand>       a bucket:
//	             <manual id>   envelope of the ledger of anchors, the notes and the
//	                           tokens with their sources; the public side never reads it
//	access     <token id>    envelope of the access token, without its secret
//	files      <SHA-256>     a bucket:
//	             <number>      envelope of a piece of the file, at most 256 KiB, in
//	                           order; the first is written last, by when it is whole
//
// The heads are small and lie together, so that opening a large store reads
// little. An envelope is
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map
//
// where the hash covers version, brand, manual id, kind (each with its
// length) and payload. It is checked before anything is decoded, and a record
// that is moved to another key fails it. Records form a tree of such hashes:
// root over brands, tokens, site and session key, brand over heads, head over
// documents, model and editorial record. A record that is missing, or an old
// one come back, therefore shows as well as a changed one. A file is named by
// the hash of its content.
//
// A record is a noun of db/manual as its tags name the fields, or a struct of
// record.go where the index needs less or the file other types. It may have
// fields that this package does not know: they are passed over. Another layout is another schema: a store of schema 1, which has no
// files, is copied to <path>.schema-1 and changed by whatever opens it for
// writing; a newer one is refused.
//
// # Reading
//
// What a request is judged by is in the index. A body is read in a bbolt
// transaction of its own, verified and copied; keeping it in memory is for
// who calls. A reader whose record has been replaced since it was judged gets
// [ErrReplaced] once the new index is in place, and nobody waits for the disk
// that an update is written to. A file is read piece by piece.
//
// # Changing
//
// An update reads the state before, keeps what it writes in memory, and
// computes heads, digests and the next index at its end, in one place. What is
// not as before is then written in one bbolt transaction, committed, read back
// and compared, and the index is swapped in one step, so that a reader sees
// the state before it or the state after it. An update that is discarded, or
// changes nothing, writes nothing and works where the file may only be read. A
// commit that fails counts as unknown: the file is opened again, and what is
// found there goes on.
//
// Files are written before the update whose manuals name them, in
// transactions of at most 8 MiB (see [FileBatch]). A file goes in the
// transaction that lets go of its last reference.
//
// # Damage
//
// bbolt does not notice a flipped byte, and a damaged page makes it panic or
// run in circles: the branches of a tree are checked before it follows them,
// and what it does is guarded (see [ErrDamaged]). Damage in a document, a model,
// an editorial record or a file is found when that is read; all other damage
// that matters to readers is found by [Open], which refuses. Every such error
// names `designmanual restore`. Where the last transaction has not reached the
// disk as a whole, bbolt goes on from the one before: the store opens, with
// [DB.Warning].
//
// # Limits
//
// An update takes the memory of what it writes, bbolt's pages for it, and a
// copy of the index's maps; a file of any size takes 8 MiB. A manual with
// fifteen documents takes about 1.5 KB of memory as long as the store is open.
// 10,000 open in a tenth of a second once their heads are in the system's
// cache; a cold disk adds its seeks, since nothing reads ahead. Beyond some
// ten thousand brands, checking the branches at every read begins to count. A
// damaged list of free pages may let an update write over a page in use, which
// then shows as damage.
//
// The file is locked for one process. It never shrinks under this package,
// and it is never written but through it.
package db
