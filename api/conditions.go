package api

import (
	"iter"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// judgeConditions evaluates the conditional fields of a request that would be
// answered so, in the order of RFC 9110, section 13.2.2, and makes that a 304
// where the client has it. Nothing has a Last-Modified. The error is
// errPrecondition.
func (rq *request) judgeConditions(rs *response) error {
	fields := rq.Header["If-Match"]
	if len(fields) > 0 && !isAny(fields) && (rs.gzip || !hasTag(fields, rs.tag, "")) { // compared strongly (section 8.8.3.2): a weak tag matches none
		return errPrecondition
	}
	fields = rq.Header["If-None-Match"]
	if isAny(fields) || hasTag(fields, strings.TrimPrefix(rs.tag, "W/"), "W/") {
		rs.status = http.StatusNotModified
	}
	return nil
}

// isAny tells whether the fields, joined, are * and no list.
func isAny(fields []string) bool {
	return len(fields) == 1 && strings.Trim(fields[0], " \t") == "*"
}

// hasTag tells whether the lists have one of our entity tags, with or without
// that before it. None of ours has a comma in it, so what those of others have
// plays no part.
func hasTag(fields []string, tag, before string) bool {
	for member := range members(fields) {
		if strings.TrimPrefix(member, before) == tag {
			return true
		}
	}
	return false
}

// members returns the members of the lists in header fields, which are one
// list (RFC 9110, sections 5.3 and 5.6.1).
func members(fields []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, field := range fields {
			for member := range strings.SplitSeq(field, ",") {
				if member = strings.Trim(member, " \t"); member != "" && !yield(member) {
					return
				}
			}
		}
	}
}

// acceptsGzip tells whether a client is to be sent gzip (RFC 9110, section
// 12.5.3): it is named, as gzip, x-gzip or *, with a weight above 0 and no lower
// than that of identity, where that is named or meant by *. A member with a
// malformed weight is ignored, and of a coding named twice the higher counts.
func acceptsGzip(fields []string) bool {
	if len(fields) == 1 {
		switch fields[0] { // what nearly all clients that take gzip send
		case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd":
			return true
		}
	}
	weights := make(map[string]float64) // of the codings that are named
	for member := range members(fields) {
		if found := codingMember.FindStringSubmatch(strings.ToLower(member)); found != nil {
			coding, weight := found[1], 1.0
			if found[2] != "" {
				weight, _ = strconv.ParseFloat(found[2], 64) // which it is
			}
			weights[coding] = max(weights[coding], weight)
		}
	}
	weightOf := func(coding string) float64 {
		for _, name := range []string{coding, "*"} {
			if weight, named := weights[name]; named {
				return weight
			}
		}
		return -1
	}
	return weightOf("gzip") > 0 && weightOf("gzip") >= weightOf("identity")
}

// codingMember matches a member of Accept-Encoding, in lower case: a coding,
// without the x- that gzip may have, and its weight (RFC 9110, section 12.4.2).
var codingMember = regexp.MustCompile(`^(?:x-)?([^; \t]+)[ \t]*(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$`)
