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
	const unnamed = -1.0
	gzip, others, identity := unnamed, unnamed, unnamed
	for member := range members(fields) {
		coding, weight := parseCoding(member)
		switch coding {
		case "gzip", "x-gzip":
			gzip = max(gzip, weight)
		case "identity":
			identity = max(identity, weight)
		case "*":
			others = max(others, weight)
		}
	}
	if gzip == unnamed {
		gzip = others
	}
	if identity == unnamed {
		identity = others
	}
	return gzip > 0 && gzip >= identity
}

// weightOf matches the parameter of a member of Accept-Encoding (RFC 9110,
// section 12.4.2).
var weightOf = regexp.MustCompile(`^[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$`)

// parseCoding reads a member of Accept-Encoding: a coding, in lower case, and
// its weight, which is 1 where it has none. There is no coding where the
// weight is malformed.
func parseCoding(member string) (coding string, weight float64) {
	coding, parameter, weighted := strings.Cut(member, ";")
	coding = strings.ToLower(strings.TrimRight(coding, " \t"))
	if !weighted {
		return coding, 1
	}
	found := weightOf.FindStringSubmatch(parameter)
	if found == nil {
		return "", 0
	}
	weight, _ = strconv.ParseFloat(found[1], 64) // which it is
	return coding, weight
}
