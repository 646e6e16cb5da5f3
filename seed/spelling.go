package seed

import (
	"slices"
	"strings"
)

// near returns the known word that a word is nearly: another in letters of
// the other case, or one or two letters away. It returns an empty string for
// a known word, and where there is none.
func near(word string, known []string) string {
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

// distance counts the letters that are added, left out, replaced or in each
// other's place between two words, as far as one more than most.
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
