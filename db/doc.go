// Package db stores the heads and contents of manuals and their files in one bbolt file, and
// keeps an [Index] of the heads in memory. It returns what was written: it renders nothing,
// authorizes nothing and knows no HTTP.
//
// Beyond a plain store it gives three promises. A flipped byte in a record, a kill, a power
// cut or a full disk leads to an error that says what helps, never to a wrong answer. Readers
// never pause for an import or a backup. An import writes again what is damaged, and nothing
// that is stored already.
//
// # Layout
//
//	meta     schema              the number of this layout, in decimal text
//	         root                the store record: base URL, key of page sessions,
//	                             and a hash over brands, heads and created access tokens
//	brands   <brand>             names, domains, declared access tokens
//	manuals  <brand> <id>        the head of a manual: its settings, and the hash of its content
//	content  <brand> <id>        the published model, manual.json and tokens.json, the
//	                             model of a draft, notes, and the ledger of ids and anchors
//	access   <token id>          access token, without its secret
//	gone     <brand> <id>        the ledger of a manual that was removed less than a year ago
//	files    <SHA-256><number>   a piece of a file, 64 KiB, after the hash of file, number and bytes
//
// Every value except the schema and the pieces is an envelope:
//
//	version, one byte │ SHA-256, 32 bytes │ payload, a msgpack map
//
// The hash covers version, brand, manual id and kind (each with its length) and the payload.
// It is checked before the payload is decoded. Heads name their content by its hash, and the
// store record has a hash over all heads, so a record that is missing, moved to another key or out of
// date is found like a changed one. Unknown fields are ignored. A store of another schema is
// refused, untouched.
//
// # Updates
//
// An update keeps other updates away. All of its records are written by one transaction of
// bbolt, before which the index of the new state is made and after which the index is replaced.
// Only the pieces of files are written before, a few in each transaction; an update that changes
// the base URL, a brand or a manual removes the pieces that no manual names.
//
// When a commit fails, its outcome is unknown: the file is opened again, and the store goes on
// from the state found there. A reader whose content or file was replaced after its request was
// authorized gets [ErrReplaced] once the new index is in place.
//
// # Damage and limits
//
// [Open] refuses a store whose records are damaged. Damage in content or a file is found when
// that is read. Panics of bbolt at damaged pages become errors; a page that leads in a circle can
// end the process, but never sends a wrong body. When the last transaction did not reach the disk
// completely, bbolt falls back to the one before.
//
// One process at a time can open the file, which never shrinks.
package db
