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

// A rangeError is errRange for a file of that size.
type rangeError struct{ size int64 }

func (e *rangeError) Error() string { return fmt.Sprintf("no such range in %d bytes", e.size) }
func (e *rangeError) Unwrap() error { return errRange }

// A byteRange is a range of a file, the last byte included.
type byteRange struct{ first, last int64 }

func (r byteRange) size() int64 { return r.last - r.first + 1 }

// contentRange returns the value of Content-Range for a range of a file of that size.
func (r byteRange) contentRange(size int64) string {
	return fmt.Sprintf("bytes %d-%d/%d", r.first, r.last, size)
}

// ranges returns the ranges of a file that the request asks for. There are none if the
// response is the whole file (RFC 9110, section 14.2): for HEAD, without Range, if
// If-Range does not match the tag, if Range is malformed or in another unit, or if it
// has too many ranges or they are together longer than the file. The error is a
// rangeError if the file, of that size, has none of the ranges.
func (rq *request) ranges(tag string, size int64) ([]byteRange, error) {
	fields := rq.Header["Range"]
	if rq.Method != http.MethodGet || len(fields) != 1 {
		return nil, nil
	}
	if condition, sent := rq.Header["If-Range"]; sent && (len(condition) != 1 || strings.Trim(condition[0], " \t") != tag) {
		return nil, nil // a strong comparison (section 13.1.5); files have no dates
	}
	unit, set, _ := strings.Cut(strings.Trim(fields[0], " \t"), "=")
	if !strings.EqualFold(unit, "bytes") {
		return nil, nil
	}
	var satisfiable []byteRange
	count, total := 0, int64(0)
	for spec := range listMembers([]string{set}) {
		r, ok := parseRange(spec, size)
		if count++; !ok || count > maxRanges {
			return nil, nil
		}
		if r.first <= r.last {
			satisfiable = append(satisfiable, r)
			total += r.size()
		}
	}
	switch {
	case count > 0 && satisfiable == nil:
		return nil, &rangeError{size}
	case total > size:
		return nil, nil
	}
	return satisfiable, nil
}

var rangeSpec = regexp.MustCompile(`^(\d*)-(\d*)$`)

// parseRange parses a range: first-last, first- or -length. If the file, of that size,
// does not have it, first is greater than last.
func parseRange(spec string, size int64) (r byteRange, ok bool) {
	sent := rangeSpec.FindStringSubmatch(spec)
	if sent == nil || spec == "-" {
		return r, false
	}
	first, _ := strconv.ParseInt(sent[1], 10, 64) // too large a number becomes the largest
	last, _ := strconv.ParseInt(sent[2], 10, 64)
	switch {
	case sent[1] == "":
		return byteRange{max(size-last, 0), size - 1}, true
	case sent[2] == "":
		return byteRange{first, size - 1}, true
	}
	return byteRange{first, min(last, size-1)}, first <= last
}
