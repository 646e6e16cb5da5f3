package seed

import "strings"

// near returns the known word that a word is nearly: another in letters of
// the other case, or one or two letters away. It returns an empty string for
// a known word, and where there is none.
func near(word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if k == word {
			return ""
		}
		most := 0
		switch {
		case len(k) > 5:
			most = 2
		case len(k) > 2:
			most = 1
		}
		if word == "" || len(word) > len(k)+most || len(k) > len(word)+most {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d <= most && d < least {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters that are added, left out, replaced or in each
// other's place between two words (Damerau–Levenshtein).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
