package manual

import "strings"

// A NoteCode says why something in a seed file is not served as it stands.
type NoteCode string

// The codes, by what they are about.
const (
	// Parts of the manual that are kept off the page (specification, section 2.4).
	NoteUnpublished NoteCode = "unpublished" // the manual is not published
	NoteUnapproved  NoteCode = "unapproved"  // a draft awaits review
	NoteHidden      NoteCode = "hidden"      // a hidden section
	NoteInternal    NoteCode = "internal"    // an internal block
	NoteEmpty       NoteCode = "empty"       // a block with nothing in it

	// A part without an id whose title is another, and that keeps id and anchor.
	NoteRetitled NoteCode = "retitled"

	// Tokens that are left out or have another name than one would expect.
	NoteNotHex       NoteCode = "not-hex"      // a swatch, tint or role whose value is not a hex color
	NoteEasing       NoteCode = "easing"       // an easing that no cubic-bezier function says
	NoteRepeated     NoteCode = "repeated"     // a spacing step that comes again
	NoteSecondScale  NoteCode = "second-scale" // a further type scale
	NoteEmptyTheme   NoteCode = "empty-theme"  // a theme with no color in it
	NoteRenamed      NoteCode = "renamed"      // a name that is taken: -2, -3 added
	NoteAlike        NoteCode = "alike"        // names that differ only by hyphens
	NoteUnstructured NoteCode = "unstructured" // a value that the structured format has no form for

	// What the file leaves to the store: other servers may answer otherwise.
	NoteOpenTime    NoteCode = "open-time"    // no updatedAt: the time of the import
	NoteOpenAnchor  NoteCode = "open-anchor"  // no anchor: kept from the first import
	NoteOpenID      NoteCode = "open-id"      // neither id nor anchor: follows the title
	NoteOpenPrimary NoteCode = "open-primary" // no file says which manual is primary: the one that was
	NoteOpenBrand   NoteCode = "open-brand"   // no brand object: the settings that the store has
)

// Open tells whether the code is about what the file leaves to the store.
func (c NoteCode) Open() bool { return strings.HasPrefix(string(c), "open-") }

// A Note tells of one thing that is not served as the seed file has it, of
// one that has another name, or of one that the file leaves open.
type Note struct {
	Code    NoteCode `json:"code" msgpack:"code"`
	Section string   `json:"section,omitempty" msgpack:"section"` // id of the section
	Block   string   `json:"block,omitempty" msgpack:"block"`     // id of the block
	Token   string   `json:"token,omitempty" msgpack:"token"`     // path of the token, its keys joined by dots
	Text    string   `json:"text" msgpack:"text"`                 // a sentence for people
}
