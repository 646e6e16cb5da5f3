package api

import (
	"iter"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// applyConditions applies the conditional fields of a request to the response rs, in the order of
// RFC 9110, section 13.2.2: rs becomes a 304, without a body, if the client has the document. Dates are
// ignored, as no response has a Last-Modified. The error is errPrecondition.
func (rq *request) applyConditions(rs *response) error {
	ifMatch := rq.Header["If-Match"]
	// The comparison is a strong one (section 8.8.3.2): weak tags, those of gzip, never match.
	if len(ifMatch) > 0 && !isAny(ifMatch) && (rs.gzip || !hasTag(ifMatch, rs.tag, "")) {
		return errPrecondition
	}
	ifNoneMatch := rq.Header["If-None-Match"]
	if isAny(ifNoneMatch) || hasTag(ifNoneMatch, strings.TrimPrefix(rs.tag, "W/"), "W/") {
		rs.status = http.StatusNotModified
	}
	return nil
}

// isAny reports whether the fields are a single *.
func isAny(fields []string) bool {
	return len(fields) == 1 && strings.Trim(fields[0], " \t") == "*"
}

// hasTag reports whether the lists contain the entity tag, with or without the prefix.
// Splitting at commas is right since our tags contain none.
func hasTag(fields []string, tag, prefix string) bool {
	for member := range listMembers(fields) {
		if strings.TrimPrefix(member, prefix) == tag {
			return true
		}
	}
	return false
}

// listMembers returns the members of a list in header fields (RFC 9110, sections 5.3
// and 5.6.1).
func listMembers(fields []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, field := range fields {
			for member := range strings.SplitSeq(field, ",") {
				member = strings.Trim(member, " \t")
				if member != "" && !yield(member) {
					return
				}
			}
		}
	}
}

// prefersGzip reports whether the response to the request is compressed, if it has a compressed form.
func (rq *request) prefersGzip() bool {
	return !rq.addsReload && fieldsPreferGzip(rq.Header["Accept-Encoding"])
}

// fieldsPreferGzip reports whether Accept-Encoding fields prefer gzip (RFC 9110, section
// 12.5.3): gzip, x-gzip or * has a weight above 0 and not below that of identity,
// if identity or * has one. Members with a malformed weight are ignored. Of two
// weights for a coding the higher counts.
func fieldsPreferGzip(fields []string) bool {
	if len(fields) == 1 {
		switch fields[0] { // sent by nearly all clients
		case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd":
			return true
		}
	}
	weights := make(map[string]float64) // by coding
	for member := range listMembers(fields) {
		if found := codingMember.FindStringSubmatch(strings.ToLower(member)); found != nil {
			coding, weight := found[1], 1.0
			if found[2] != "" {
				weight, _ = strconv.ParseFloat(found[2], 64) // the expression matches numbers only
			}
			weights[coding] = max(weights[coding], weight)
		}
	}
	weightOf := func(coding string) float64 {
		for _, name := range []string{coding, "*"} {
			if weight, ok := weights[name]; ok {
				return weight
			}
		}
		return -1
	}
	return weightOf("gzip") > 0 && weightOf("gzip") >= weightOf("identity")
}

// codingMember matches a lower-case member of Accept-Encoding: a coding without x-,
// and its weight (RFC 9110, section 12.4.2).
var codingMember = regexp.MustCompile(`^(?:x-)?([^; \t]+)[ \t]*(?:;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$`)
