package accesslog

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/api"
)

// A form is how a line is written: as the text handler of slog writes a
// record, or as its JSON handler does. Its methods append to a line and return
// it, as append does.
type form struct{ json bool }

func (f form) begin(line []byte) []byte {
	if f.json {
		return append(line, '{')
	}
	return line
}

func (f form) end(line []byte) []byte {
	if f.json {
		line = append(line, '}')
	}
	return append(line, '\n')
}

// key appends a key, which is a plain word, and what parts it from its value.
func (f form) key(line []byte, name string) []byte {
	if f.json {
		if len(line) > len("{") {
			line = append(line, ',')
		}
		return append(append(append(line, '"'), name...), `":`...)
	}
	if len(line) > 0 {
		line = append(line, ' ')
	}
	return append(append(line, name...), '=')
}

// quote appends a quotation mark where every value has one.
func (f form) quote(line []byte) []byte {
	if f.json {
		return append(line, '"')
	}
	return line
}

// time appends the time of the record, to the millisecond in text.
func (f form) time(line []byte, at time.Time) []byte {
	line = f.key(line, "time")
	if f.json {
		return append(at.AppendFormat(append(line, '"'), time.RFC3339Nano), '"')
	}
	// AppendFormat is quick for the layouts that it knows. A tenth of a
	// millisecond has it write the fraction to four digits, whatever it is.
	tenth := len(line) + len("2006-01-02T15:04:05.000")
	line = at.Truncate(time.Millisecond).Add(time.Millisecond/10).AppendFormat(line, time.RFC3339Nano)
	return slices.Delete(line, tenth, tenth+1)
}

func (f form) number(line []byte, key string, n int64) []byte {
	return strconv.AppendInt(f.key(line, key), n, 10)
}

// word appends a value that is a plain word.
func (f form) word(line []byte, key, word string) []byte {
	return f.quote(append(f.quote(f.key(line, key)), word...))
}

func (f form) address(line []byte, key string, a netip.Addr) []byte {
	return f.quote(a.AppendTo(f.quote(f.key(line, key))))
}

// id appends the name of a request.
func (f form) id(line []byte, key string, id api.RequestID) []byte {
	if name, ok := id.Sent(); ok {
		return f.sent(line, key, name, len(name))
	}
	return f.quote(id.AppendTo(f.quote(f.key(line, key))))
}

// sent appends a value that a client has sent, of at most that many bytes of
// its own.
func (f form) sent(line []byte, key, value string, most int) []byte {
	line = f.key(line, key)
	if strings.IndexByte(value, '%') >= 0 {
		if plain := decoded(value); strings.Contains(plain, secretPrefix) {
			value = plain
		}
	}
	if strings.Contains(value, secretPrefix) {
		value = withoutSecrets(value)
	}
	cut := len(value) > most
	if cut {
		value = value[:most]
	}
	quoted := f.json || needsQuotes(value)
	if quoted {
		line = append(line, '"')
	}
	from := 0
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || quoted && (c == '"' || c == '\\') {
			line = escape(append(line, value[from:i]...), c)
			from = i + 1
		}
	}
	line = append(line, value[from:]...)
	if cut {
		line = append(line, "..."...)
	}
	if quoted {
		line = append(line, '"')
	}
	return line
}

// escape appends a byte that cannot stand as it is.
func escape(line []byte, c byte) []byte {
	const hex = "0123456789ABCDEF"
	if c == '"' || c == '\\' {
		return append(line, '\\', c)
	}
	return append(line, '%', hex[c>>4], hex[c&15])
}

// needsQuotes tells whether a value would not be one word of text.
func needsQuotes(value string) bool {
	for i := range len(value) {
		if c := value[i]; c == ' ' || c == '=' || c == '"' {
			return true
		}
	}
	return value == ""
}

// decoded returns text with what is percent-encoded in it as it is meant; what
// looks like that and is not stays.
func decoded(text string) string {
	var plain strings.Builder
	for {
		before, after, found := strings.Cut(text, "%")
		plain.WriteString(before)
		if !found {
			return plain.String()
		}
		if len(after) >= 2 {
			if c, err := strconv.ParseUint(after[:2], 16, 8); err == nil {
				plain.WriteByte(byte(c))
				text = after[2:]
				continue
			}
		}
		plain.WriteByte('%')
		text = after
	}
}

// secretPrefix is how every access token begins.
const secretPrefix = "dmt_"

// withoutSecrets returns text with three dots in place of what could be the
// rest of an access token, or of several without anything between them.
func withoutSecrets(text string) string {
	var kept strings.Builder
	for {
		before, after, found := strings.Cut(text, secretPrefix)
		kept.WriteString(before)
		if !found {
			return kept.String()
		}
		kept.WriteString(secretPrefix + "...")
		text = strings.TrimLeft(after, "_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	}
}
