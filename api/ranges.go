package api

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// maxRanges is the number of ranges that are sent at most; a request for more
// gets the whole file.
const maxRanges = 16

// ranges returns the ranges of a file of that tag and size that the request
// is to be sent, as the value of Range, and where the first of them begins; or
// nothing where it is to be sent the whole (RFC 9110, section 14.2): without
// Range, for HEAD, where If-Range names another file, and where Range is in
// another unit, malformed, or of too many ranges. The error is errRange where
// the file has none of them.
func (rq *request) ranges(tag string, size int64) (ranges string, start int64, err error) {
	fields := rq.Header["Range"]
	if rq.Method != http.MethodGet || len(fields) != 1 {
		return "", 0, nil
	}
	if condition, sent := rq.Header["If-Range"]; sent && (len(condition) != 1 || strings.Trim(condition[0], " \t") != tag) {
		return "", 0, nil // compared strongly (section 13.1.5); a date is never the file's
	}
	unit, set, _ := strings.Cut(strings.Trim(fields[0], " \t"), "=")
	if !strings.EqualFold(unit, "bytes") {
		return "", 0, nil
	}
	var satisfiable []string
	count := 0
	for spec := range members([]string{set}) {
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

// parseRange reads a range of bytes: first-last, first- or -length. Of one that
// the file does not have, first is above last.
func parseRange(spec string, size int64) (first, last int64, ok bool) {
	sent := rangeSpec.FindStringSubmatch(spec)
	if sent == nil || spec == "-" {
		return 0, 0, false
	}
	first, _ = strconv.ParseInt(sent[1], 10, 64) // the largest number where it is larger
	last, _ = strconv.ParseInt(sent[2], 10, 64)
	switch {
	case sent[1] == "":
		return max(size-last, 0), size - 1, true
	case sent[2] == "":
		return first, size - 1, true
	}
	return first, min(last, size-1), first <= last
}
