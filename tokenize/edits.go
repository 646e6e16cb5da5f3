package tokenize

// Edits returns how many bytes are to be added, removed, replaced or swapped with the next one to
// make one word of another.
func Edits(a, b string) int {
	above, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j], last[j+1], row[j]) + 1
			if a[i] == b[j] {
				row[j+1] = last[j]
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], above[j-1]+1)
			}
		}
		above, last = last, row
	}
	return last[len(b)]
}
