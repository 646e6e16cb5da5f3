package api

import (
	"fmt"
	"strconv"
	"strings"
)

// maxRanges is the number of ranges that are sent at most; a request for more
// gets the whole file.
const maxRanges = 16

// ranges returns the ranges of a file of that tag and size that the request
// is to be sent, as the value of Range, or nothing where it is to be sent the
// whole (RFC 9110, section 14.2): without Range, for HEAD, where If-Range names
// another file, and where Range is in another unit, malformed, or of too many
// ranges. The error is a rangeError where the file has none of them.
func (rq *request) ranges(tag string, size int64) (string, error) {
	fields := rq.Header["Range"]
	if rq.Method != "GET" || len(fields) != 1 {
		return "", nil
	}
	if condition, sent := rq.Header["If-Range"]; sent && (len(condition) != 1 || strings.Trim(condition[0], " \t") != tag) {
		return "", nil // compared strongly (section 13.1.5); a date is never the file's
	}
	unit, set, _ := strings.Cut(strings.Trim(fields[0], " \t"), "=")
	if !strings.EqualFold(unit, "bytes") {
		return "", nil
	}
	var satisfiable []string
	count := 0
	for spec := range strings.SplitSeq(set, ",") {
		spec = strings.Trim(spec, " \t")
		if spec == "" {
			continue // an empty list element (section 5.6.1.2)
		}
		first, last, ok := parseRange(spec, size)
		if count++; !ok || count > maxRanges {
			return "", nil
		}
		if first < size && first <= last {
			satisfiable = append(satisfiable, fmt.Sprintf("%d-%d", first, last))
		}
	}
	switch {
	case count == 0:
		return "", nil
	case len(satisfiable) == 0:
		return "", rangeError{size}
	}
	return "bytes=" + strings.Join(satisfiable, ","), nil
}

// parseRange reads a range of bytes: first-last, first- or -length. Of one that
// the file does not have, first is not below its size or last.
func parseRange(spec string, size int64) (first, last int64, ok bool) {
	from, to, ok := strings.Cut(spec, "-")
	if !ok || from == "" && to == "" || !allDigits(from) || !allDigits(to) {
		return 0, 0, false
	}
	if from == "" {
		return max(size-number(to), 0), size - 1, true
	}
	first, last = number(from), size-1
	if to != "" {
		if number(to) < first {
			return 0, 0, false
		}
		last = min(number(to), last)
	}
	return first, last, true
}

func allDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// number returns the number of digits; one that is too large is the largest.
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // which is that then
	return n
}
