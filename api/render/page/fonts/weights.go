package fonts

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// weightRange returns the weights that a font file draws: those that the manual
// gives it, as far as its tables have them.
func weightRange(text string, f manual.Font) (least, most int) {
	first, last, ranged := strings.Cut(text, " ")
	least = Weight(first)
	if ranged {
		most = Weight(last)
	} else {
		most = least
	}
	variable := f.MinWeight < f.MaxWeight
	if least == 0 && f.MinWeight == 0 {
		return 400, 400
	}
	if least == 0 || !variable && least < most && f.MinWeight > 0 {
		return f.MinWeight, f.MaxWeight
	}
	if variable {
		return max(least, f.MinWeight), min(most, f.MaxWeight)
	}
	return least, most
}

// weightDescriptor returns the descriptor of a range of weights.
func weightDescriptor(least, most int) string {
	if most > least {
		return ";font-weight:" + strconv.Itoa(least) + " " + strconv.Itoa(most)
	}
	return ";font-weight:" + strconv.Itoa(least)
}

// Weight returns a font weight, given as a number from 1 to 1000 or by
// name, and 0 for any other text.
func Weight(text string) int {
	n, _ := strconv.Atoi(text) // 0, or far above 1000, for what is no number
	if n >= 1 && n <= 1000 {
		return n
	}
	return weightNames[strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(text))]
}

// weightNames are the common names of weights (CSS Fonts Module Level 4,
// section 2.2.1).
var weightNames = map[string]int{
	"thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "regular": 400, "normal": 400,
	"book": 400, "roman": 400,
	"medium": 500, "semibold": 600, "demibold": 600, "bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900,
	"heavy": 900,
}
