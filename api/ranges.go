package api

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// maxRanges is how many ranges a request may have. With more it gets the whole file.
const maxRanges = 16

// ranges returns the ranges of a file that the request asks for, as a value of Range,
// and the start of the first one. It returns "" if the response is the whole file
// (RFC 9110, section 14.2): for HEAD, without Range, if If-Range does not match the
// tag, or if Range is malformed, in another unit or of too many ranges. The error
// is errRange if the file, of that size, has none of the ranges.
func (rq *request) ranges(tag string, size int64) (ranges string, start int64, err error) {
	fields := rq.Header["Range"]
	if rq.Method != http.MethodGet || len(fields) != 1 {
		return "", 0, nil
	}
	if condition, sent := rq.Header["If-Range"]; sent && (len(condition) != 1 || strings.Trim(condition[0], " \t") != tag) {
		return "", 0, nil // a strong comparison (section 13.1.5); files have no dates
	}
	unit, set, _ := strings.Cut(strings.Trim(fields[0], " \t"), "=")
	if !strings.EqualFold(unit, "bytes") {
		return "", 0, nil
	}
	var satisfiable []string
	count := 0
	for spec := range listMembers([]string{set}) {
		first, last, ok := parseRange(spec, size)
		if count++; !ok || count > maxRanges {
			return "", 0, nil
		}
		if first <= last {
			if satisfiable == nil {
				start = first
			}
			satisfiable = append(satisfiable, fmt.Sprintf("%d-%d", first, last))
		}
	}
	switch {
	case count == 0:
		return "", 0, nil
	case satisfiable == nil:
		rq.size = size
		return "", 0, errRange
	}
	return "bytes=" + strings.Join(satisfiable, ","), start, nil
}

var rangeSpec = regexp.MustCompile(`^(\d*)-(\d*)$`)

// parseRange parses a range: first-last, first- or -length. If the file, of that size,
// does not have it, first is greater than last.
func parseRange(spec string, size int64) (first, last int64, ok bool) {
	sent := rangeSpec.FindStringSubmatch(spec)
	if sent == nil || spec == "-" {
		return 0, 0, false
	}
	first, _ = strconv.ParseInt(sent[1], 10, 64) // too large a number becomes the largest
	last, _ = strconv.ParseInt(sent[2], 10, 64)
	switch {
	case sent[1] == "":
		return max(size-last, 0), size - 1, true
	case sent[2] == "":
		return first, size - 1, true
	}
	return first, min(last, size-1), first <= last
}
