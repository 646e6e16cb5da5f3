package api

import "strings"

// notListed is the weight of a content coding that Accept-Encoding does not
// name; the others are in thousandths.
const notListed = -1

// acceptsGzip tells whether a client is to be sent gzip (RFC 9110, section
// 12.5.3): its Accept-Encoding fields name it, as gzip, x-gzip (section
// 8.4.1.3) or *, with a weight above 0 and no lower than that of identity,
// where that is named or meant by *. A member with a malformed weight is
// ignored, and of a coding named twice the higher weight counts.
func acceptsGzip(fields []string) bool {
	return len(fields) == 1 && usualCodings(fields[0]) || weighed(fields)
}

// usualCodings tells whether an Accept-Encoding is one of those that nearly all
// clients which take gzip send.
func usualCodings(field string) bool {
	switch field {
	case "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd":
		return true
	}
	return false
}

// weighed is acceptsGzip for any fields.
func weighed(fields []string) bool {
	gzip, others, identity := notListed, notListed, notListed
	for _, field := range fields {
		for field != "" {
			var member string
			member, field, _ = strings.Cut(field, ",")
			coding, weight, ok := parseCoding(member)
			if !ok {
				continue
			}
			switch {
			case strings.EqualFold(coding, "gzip"), strings.EqualFold(coding, "x-gzip"):
				gzip = max(gzip, weight)
			case strings.EqualFold(coding, "identity"):
				identity = max(identity, weight)
			case coding == "*":
				others = max(others, weight)
			}
		}
	}
	if gzip == notListed {
		gzip = others
	}
	if identity == notListed {
		identity = others
	}
	return gzip > 0 && gzip >= identity
}

// parseCoding reads a member of Accept-Encoding: a coding and perhaps its
// weight, which is 1 (1000 thousandths) without.
func parseCoding(member string) (coding string, weight int, ok bool) {
	coding, parameter, weighted := strings.Cut(member, ";")
	coding = strings.Trim(coding, " \t")
	if !weighted {
		return coding, 1000, true
	}
	parameter = strings.Trim(parameter, " \t")
	if len(parameter) < 2 || parameter[0]|0x20 != 'q' || parameter[1] != '=' {
		return "", 0, false
	}
	weight, ok = parseWeight(parameter[2:])
	return coding, weight, ok
}

// parseWeight reads a qvalue of RFC 9110, section 12.4.2, in thousandths.
func parseWeight(text string) (int, bool) {
	if text == "" || len(text) > len("0.000") || len(text) > 1 && text[1] != '.' {
		return 0, false
	}
	weight, unit := 0, 1000
	for i := range len(text) {
		if i == 1 {
			continue // the point
		}
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		weight += int(text[i]-'0') * unit
		unit /= 10
	}
	return weight, weight <= 1000
}
