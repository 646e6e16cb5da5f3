package seed

import (
	"bytes"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// filePointers match the places of the URLs that may name a file, in the
// content of a kind (RFC 6901).
var filePointers = func() map[manual.Kind]*regexp.Regexp {
	pointers := make(map[manual.Kind]*regexp.Regexp)
	for kind, k := range blockKinds {
		if k.files == "" {
			continue
		}
		inside := ""
		if kind == manual.Typography {
			inside = `/files/\d+`
		}
		pointers[kind] = regexp.MustCompile(`^/` + k.files + `/\d+` + inside + `/url$`)
	}
	return pointers
}()

// withAddresses returns the content of a block with the addresses of the files
// in place of the URLs that name them, and everything else as it is. The
// addresses are JSON strings, by URL.
func withAddresses(content []byte, kind manual.Kind, addresses map[string][]byte) []byte {
	pointers, ok := filePointers[kind]
	if !ok || len(addresses) == 0 {
		return content
	}
	var out []byte
	start := 0 // of what is not in out yet
	for d := jsontext.NewDecoder(bytes.NewReader(content)); ; {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err != nil {
				break // the end: the content has been parsed
			}
			continue
		}
		raw, err := d.ReadValue()
		if err != nil {
			break
		}
		url, err := jsontext.AppendUnquote(nil, raw)
		if address, ok := addresses[string(url)]; ok && err == nil {
			_, count := d.StackIndex(d.StackDepth())
			if count%2 == 0 && pointers.MatchString(string(d.StackPointer())) { // a member's value, not its name
				end := int(d.InputOffset())
				out = append(append(out, content[start:end-len(raw)]...), address...)
				start = end
			}
		}
	}
	if out == nil {
		return content
	}
	return append(out, content[start:]...)
}

// addressesOf returns the addresses of a manual's files as JSON strings, by
// the URLs that name them.
func addressesOf(m *manual.Manual, address string) map[string][]byte {
	if len(m.Files) == 0 {
		return nil
	}
	addresses := make(map[string][]byte, len(m.Files))
	for i := range m.Files {
		addresses[m.Files[i].Ref] = quoted(nil, address+m.Files[i].Path())
	}
	return addresses
}
