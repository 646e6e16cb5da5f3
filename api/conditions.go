package api

import (
	"net/http"
	"strings"
)

// unchanged evaluates the conditional fields of a request that would be
// answered with that representation, in the order of RFC 9110, section 13.2.2,
// and makes it a 304 where the client has it. The dates play no part: nothing
// has a Last-Modified. The error is errPrecondition.
func (rq *request) unchanged(rs *response) (bool, error) {
	opaque := strings.Trim(strings.TrimPrefix(rs.tag, "W/"), `"`)
	if fields := rq.Header["If-Match"]; len(fields) > 0 && !isAny(fields) {
		strong := func(weak bool, sent string) bool { return !weak && !rs.gzip && sent == opaque } // section 8.8.3.2
		if !anyTag(fields, strong) {
			return false, errPrecondition
		}
	}
	fields := rq.Header["If-None-Match"]
	if len(fields) == 0 || !isAny(fields) && !anyTag(fields, func(_ bool, sent string) bool { return sent == opaque }) {
		return false, nil
	}
	rs.status = http.StatusNotModified
	return true, nil
}

// isAny tells whether the fields, joined, are * and no list.
func isAny(fields []string) bool {
	return len(fields) == 1 && strings.Trim(fields[0], " \t") == "*"
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
	list, weak = strings.CutPrefix(strings.TrimLeft(list, " \t"), "W/")
	if list, ok = strings.CutPrefix(list, `"`); !ok {
		return false, "", "", false
	}
	end := strings.IndexFunc(list, func(c rune) bool { return c <= ' ' || c == '"' || c == 0x7f })
	if end < 0 || list[end] != '"' {
		return false, "", "", false
	}
	opaque, rest = list[:end], strings.TrimLeft(list[end+1:], " \t")
	if rest == "" {
		return weak, opaque, "", true
	}
	rest, ok = strings.CutPrefix(rest, ",")
	return weak, opaque, rest, ok
}
