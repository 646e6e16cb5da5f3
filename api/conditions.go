package api

import (
	"net/http"
	"strings"
)

// preconditions evaluates the conditional fields of a request that would
// otherwise be answered with 200, in the order of RFC 9110, section 13.2.2,
// for the selected representation of that entity tag. The dates play no part:
// nothing has a Last-Modified. The error is errPrecondition.
func preconditions(header http.Header, tag string) (notModified bool, err error) {
	opaque, gzip := strings.CutPrefix(tag, "W/")
	opaque = strings.Trim(opaque, `"`)
	if fields := header["If-Match"]; len(fields) > 0 {
		matches := lone(fields, "*") || anyTag(fields, func(weak bool, sent string) bool {
			return !weak && !gzip && sent == opaque // strong comparison, section 8.8.3.2
		})
		if !matches {
			return false, errPrecondition
		}
	}
	fields := header["If-None-Match"]
	if len(fields) == 0 {
		return false, nil
	}
	return lone(fields, "*") || anyTag(fields, func(_ bool, sent string) bool {
		return sent == opaque // weak comparison, section 13.1.2
	}), nil
}

// lone tells whether the fields, joined, are that value and no list.
func lone(fields []string, value string) bool {
	return len(fields) == 1 && strings.Trim(fields[0], " \t") == value
}

// anyTag tells whether any entity tag of the lists satisfies accept. The
// field lines are read one after the other, which is what joining them would
// give (RFC 9110, section 5.3) but for a quote left open at the end of a
// line, and no tag can hold one. What is no entity tag is passed over, up to
// the next comma.
func anyTag(fields []string, accept func(weak bool, opaque string) bool) bool {
	for _, list := range fields {
		for list != "" {
			weak, opaque, rest, ok := cutTag(list)
			if !ok {
				_, list, _ = strings.Cut(list, ",")
				continue
			}
			if accept(weak, opaque) {
				return true
			}
			list = rest
		}
	}
	return false
}

// cutTag takes the list's first member where it is an entity tag (RFC 9110,
// section 8.8.3), and returns what follows its comma.
func cutTag(list string) (weak bool, opaque, rest string, ok bool) {
	list = strings.TrimLeft(list, " \t")
	list, weak = strings.CutPrefix(list, "W/")
	if list, ok = strings.CutPrefix(list, `"`); !ok {
		return false, "", "", false
	}
	end := 0
	for end < len(list) && (list[end] == 0x21 || 0x23 <= list[end] && list[end] != 0x7f) {
		end++
	}
	if end == len(list) || list[end] != '"' {
		return false, "", "", false
	}
	opaque, rest = list[:end], strings.TrimLeft(list[end+1:], " \t")
	if rest == "" {
		return weak, opaque, "", true
	}
	rest, ok = strings.CutPrefix(rest, ",")
	return weak, opaque, rest, ok
}
