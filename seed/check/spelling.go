package check

import (
	"slices"
	"strings"
)

// Closest returns the known word that differs from a word in case only, or in
// one or two letters. It returns "" for a known word and if none is close.
func Closest(word string, known []string) string {
	if word == "" || slices.Contains(known, word) {
		return ""
	}
	best, least := "", 3
	for _, k := range known {
		most := 0
		switch {
		case len(k) > 5:
			most = 2
		case len(k) > 2:
			most = 1
		}
		if d := distance(strings.ToLower(word), strings.ToLower(k), most); d <= most && d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters inserted, deleted, replaced or swapped between two
// words, up to most + 1.
func distance(a, b string, most int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	switch {
	case a == "" || b == "":
		return len(a) + len(b)
	case most == 0:
		return 1
	}
	least := min(distance(a[1:], b, most-1), distance(a, b[1:], most-1), distance(a[1:], b[1:], most-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, distance(a[2:], b[2:], most-1))
	}
	return 1 + least
}
