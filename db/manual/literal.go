package manual

import (
	"encoding/json"
	"fmt"
)

// A Literal is a JSON number or string: the number's text as written, or the
// string's characters. The zero Literal stands for null and for a member that
// is not there; an empty string is {Quoted: true}.
type Literal struct {
	Text   string
	Quoted bool
}

// IsZero tells whether there was nothing: no member, or null.
func (l Literal) IsZero() bool { return l == Literal{} }

// UnmarshalJSON takes a number, a string, or null.
func (l *Literal) UnmarshalJSON(data []byte) error {
	*l = Literal{}
	switch data[0] {
	case 'n':
		return nil
	case '"':
		l.Quoted = true
		return json.Unmarshal(data, &l.Text)
	}
	if c := data[0]; c != '-' && (c < '0' || c > '9') {
		return fmt.Errorf("expected a number or a string, found %s", data)
	}
	l.Text = string(data) // a decoder hands over one whole value
	return nil
}

// unmarshalMembers decodes the members of an object into the targets of their
// names; others are passed over. It is not for a struct, whose fields
// encoding/json would match without case.
func unmarshalMembers(data []byte, targets map[string]any) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	for name, value := range members {
		if into := targets[name]; into != nil {
			if err := json.Unmarshal(value, into); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}
