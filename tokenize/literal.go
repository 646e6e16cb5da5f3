package tokenize

import (
	"fmt"

	"github.com/go-json-experiment/json"
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
	switch c := data[0]; {
	case c == 'n':
		return nil
	case c == '"':
		l.Quoted = true
		return json.Unmarshal(data, &l.Text)
	case c == '-' || '0' <= c && c <= '9':
		l.Text = string(data) // a decoder hands over one whole value
		return nil
	}
	return fmt.Errorf("expected a number or a string, found %s", data)
}
