// Package db keeps the snapshots of manuals in one bbolt file and an [Index]
// of them in memory. It answers from the snapshots as they were written: it
// renders nothing, judges no request and knows no HTTP, and it must never
// hand out a byte that the hash of its record does not vouch for, nor a body
// under the entity tag of another.
//
// # Layout
//
//	meta       schema        "1", in decimal text
//	           root          envelope of the digest of all that follows
//	           site          envelope of the base URL
//	           session       envelope of the key that signs page sessions; made
//	                         when one is first needed
//	brands     <brand>       envelope of the brand: names, domains, digest of its heads
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
//	staging    <brand>       what a large update has written and not put yet, laid
//	                         out as in snapshots; nothing leads to it, and at rest
//	                         there is no such bucket
//
// The heads are small and lie together, so that opening a large store reads
// little. An envelope is
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map
//
// where the hash covers version, brand, manual id, kind (each with its
// length) and payload. It is checked before anything is decoded, and a record
// that is moved to another key fails it. What is in the store forms a tree of
// such hashes: root over brands, tokens, site and session key, brand over
// heads, head over documents, model and editorial record. A record that is
// missing, or an old one come back, therefore shows as well as a changed one.
//
// # Damage
//
// bbolt does not notice a flipped byte, and a damaged page makes it panic or
// run in circles. Both pages that say where its trees start must be whole,
// its branches are walked before it may follow them, and what it does is
// guarded (see [ErrDamaged]). Damage in a document is found when the document
// is first read and spoils that document; all other damage that matters to
// readers is found by [Open], which refuses. Every such error names
// `designmanual restore`.
//
// # Reading
//
// What a request is judged by is in the index. A body is looked for in a read
// transaction by its first reader, who verifies its record and notes where in
// the file that lies. From then on it is copied from there, without a
// transaction: whoever writes to the file does so while nobody copies, and as
// long as an index is the current one, no commit writes over what it speaks of.
//
// # Changing
//
// An update is one transaction, whatever it holds. It is committed, read
// back, checked, and then the index is swapped in one step, so that a reader
// sees the state before it or the state after it. A commit that fails counts
// as unknown: the file is opened again, and what is found there goes on. A
// large update writes new snapshots beforehand, where nobody looks (see
// [Stage]): its transaction then moves them, so that it needs little memory.
//
// The file is locked for one process. It never shrinks under this package,
// and it is never written but through it.
package db
