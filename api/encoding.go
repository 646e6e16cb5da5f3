package api

import (
	"regexp"
	"strconv"
	"strings"
)

// acceptsGzip tells whether a client is to be sent gzip (RFC 9110, section
// 12.5.3): its Accept-Encoding fields name it, as gzip, x-gzip (section
// 8.4.1.3) or *, with a weight above 0 and no lower than that of identity,
// where that is named or meant by *. A member with a malformed weight is
// ignored, and of a coding named twice the higher weight counts.
func acceptsGzip(fields []string) bool {
	if len(fields) == 1 {
		switch fields[0] { // what nearly all clients that take gzip send
		case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd":
			return true
		}
	}
	const unnamed = -1
	gzip, others, identity := float64(unnamed), float64(unnamed), float64(unnamed)
	for _, field := range fields {
		for member := range strings.SplitSeq(field, ",") {
			coding, weight, ok := parseCoding(member)
			switch {
			case !ok:
			case strings.EqualFold(coding, "gzip"), strings.EqualFold(coding, "x-gzip"):
				gzip = max(gzip, weight)
			case strings.EqualFold(coding, "identity"):
				identity = max(identity, weight)
			case coding == "*":
				others = max(others, weight)
			}
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
var weightOf = regexp.MustCompile(`^[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*$`)

// parseCoding reads a member of Accept-Encoding: a coding and its weight,
// which is 1 where it has none.
func parseCoding(member string) (coding string, weight float64, ok bool) {
	coding, parameter, weighted := strings.Cut(member, ";")
	coding = strings.Trim(coding, " \t")
	if !weighted {
		return coding, 1, true
	}
	found := weightOf.FindStringSubmatch(parameter)
	if found == nil {
		return "", 0, false
	}
	weight, err := strconv.ParseFloat(found[1], 64)
	return coding, weight, err == nil
}
