package manual

// A NoteCode is the reason for a [Note].
type NoteCode string

// The codes.
const (
	// Parts of the manual that are not published (specification, section 2.4).
	NoteUnpublished NoteCode = "unpublished" // the manual is not published
	NoteUnapproved  NoteCode = "unapproved"  // a draft awaits review
	NoteExpired     NoteCode = "expired"     // the manual has ended
	NoteNoPassword  NoteCode = "no-password" // the manual asks for a password and has none
	NoteHidden      NoteCode = "hidden"      // a hidden section
	NoteInternal    NoteCode = "internal"    // an internal block
	NoteEmpty       NoteCode = "empty"       // a block without content

	// A picture of which no smaller versions are made.
	NoteOneSize NoteCode = "one-size"

	// What was stored of the manual was damaged.
	NoteRepaired NoteCode = "repaired"

	// A part without an id in the seed file has a new title, and keeps its id and anchor.
	NoteRetitled NoteCode = "retitled"

	// Tokens that are left out or renamed.
	NoteNotHex NoteCode = "not-hex" // a swatch, tint or role whose value is not a hex color
	NoteEasing NoteCode = "easing"  // an easing that is no cubic-bezier function
	// a shadow that CSS does not accept, of a store that an earlier version filled
	NoteShadow       NoteCode = "shadow"
	NoteRepeated     NoteCode = "repeated"     // a spacing step that occurs twice
	NoteSecondScale  NoteCode = "second-scale" // another type scale
	NoteEmptyTheme   NoteCode = "empty-theme"  // a theme without colors
	NoteRenamed      NoteCode = "renamed"      // a name in use: -2, -3 added
	NoteAlike        NoteCode = "alike"        // names that differ only by hyphens
	NoteGradient     NoteCode = "gradient"     // a gradient with a color that neither CSS nor the manual has
	NoteMode         NoteCode = "mode"         // the value in a mode whose theme is not published
	NoteCombination  NoteCode = "combination"  // modes of several axes, of which one counts at a time
	NoteUnstructured NoteCode = "unstructured" // a value that the structured format cannot express
)

// A Note describes one thing that is not published as it is in the seed file.
type Note struct {
	Code    NoteCode `json:"code" msgpack:"code"`
	Section string   `json:"section,omitempty" msgpack:"section"` // id of the section
	Block   string   `json:"block,omitempty" msgpack:"block"`     // id of the block
	Token   string   `json:"token,omitempty" msgpack:"token"`     // path of the token, its keys joined by dots
	Text    string   `json:"text" msgpack:"text"`                 // a sentence
}
