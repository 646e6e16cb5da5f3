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
//	meta       schema        "3", in decimal text
//	           root          base URL, key of page sessions, hash over brands and tokens
//	           unswept       there may be objects that nothing refers to
//	brands     <brand>       names, domains, declared access tokens, hash over its snapshots
//	snapshots  <brand>       a bucket: <manual id> → settings of the manual, and the names
//	                         of its objects
//	access     <token id>    access token, without its secret
//	objects    <SHA-256>     content: of documents, published models, editorial data and
//	                         what is remembered of seed files a gzip file, of files a
//	                         piece of at most 256 KiB or the list of the pieces
//
// Every value except the schema, the mark and objects is an envelope:
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map
//
// The hash covers version, brand, manual id and kind (each with its length) and the
// payload. It is checked before the payload is decoded. An object is checked by its name.
// So a record or object that is missing, moved to another key or out of date is found like
// a changed one. Unknown fields are ignored. A store of another schema is not opened;
// [Migrate] makes one of this schema out of an older one, and keeps a copy of that.
//
// # Updates
//
// An update keeps other updates away. Objects are written while it goes on, in
// transactions of at most 8 MiB; its records, which are small, are written by the last
// transaction, before which the index of the new state is made. After each commit, what
// was written is read back; after the last one, the index is replaced. An object is
// removed in the update that removes the last reference to it. What an interrupted update
// has left is removed by the next one: until then the store is marked.
//
// When a commit fails, its outcome is unknown: the file is read again, and the store
// goes on from the state found there. A reader whose document was removed after its
// request was authorized gets [ErrReplaced] once the new index is in place.
//
// # Damage and limits
//
// [Open] refuses a store whose records are damaged, or whose branch pages lead in a
// circle, in which bbolt would recurse without end. Damage in an object is found when
// that is read. Panics of bbolt at damaged pages become errors. When the last transaction
// did not reach the disk completely, bbolt falls back to the one before: the store opens,
// with [DB.Warning].
//
// An open store takes about 2.5 KB of memory for a manual with sixteen documents. One
// process at a time can open the file, which never shrinks.
package db
