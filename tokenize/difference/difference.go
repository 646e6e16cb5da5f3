package difference

// A Difference is what the tokens of a later time have, lack and have otherwise than those
// of an earlier one. As JSON it has every list, in the order of the documents, but for Restored, which
// is there only where it has any.
type Difference struct {
	Added      []Token       `json:"added"`
	Removed    []Token       `json:"removed"`
	Renamed    []Rename      `json:"renamed"`
	Changed    []Change      `json:"changed"`
	Kinds      []KindChange  `json:"kinds"` // tokens whose value is of another type
	Deprecated []Deprecation `json:"deprecated"`
	Restored   []Deprecation `json:"restored,omitempty"` // tokens that are no longer deprecated
	Modes      ModeChanges   `json:"modes"`
}

// A Token is one that was added or removed, with its value at rest and in modes. If it has a
// Mode, it is there still, and lost the value of its own in that mode.
type Token struct {
	Token string      `json:"token"` // its path, such as color.blue or theme.dark.text
	Group string      `json:"group"` // color, or theme.dark
	Type  string      `json:"type"`
	Mode  string      `json:"mode,omitempty"`
	Value string      `json:"value"`
	Modes []ModeValue `json:"modes,omitempty"`
}

// A ModeValue is a value in a mode.
type ModeValue struct {
	Mode  string `json:"mode"` // slug of the theme
	Value string `json:"value"`
}

// A Rename is a token that is gone, and one in its group that is new and has its values.
type Rename struct {
	From  string `json:"from"` // paths
	To    string `json:"to"`
	Group string `json:"group"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// A Change is another value of a token, at rest or in a mode.
type Change struct {
	Token    string   `json:"token"`
	Group    string   `json:"group"`
	Type     string   `json:"type"`
	Mode     string   `json:"mode,omitempty"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Distance *float64 `json:"distance,omitempty"` // of two colors in OKLCH, with four decimals
	Looks    string   `json:"looks,omitempty"`    // how different two colors look: barely or visibly
}

// A KindChange is a token whose value is of another type.
type KindChange struct {
	Token     string `json:"token"`
	Group     string `json:"group"`
	From      string `json:"from"` // types
	To        string `json:"to"`
	FromValue string `json:"fromValue"`
	ToValue   string `json:"toValue"`
}

// A Deprecation is a token that is deprecated and was not, or that is for another reason.
type Deprecation struct {
	Token  string `json:"token"`
	Group  string `json:"group"`
	Reason string `json:"reason,omitempty"`
	Again  bool   `json:"again,omitempty"` // it was deprecated before, for another reason
}

// ModeChanges are the slugs of modes that are new or gone.
type ModeChanges struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
}
