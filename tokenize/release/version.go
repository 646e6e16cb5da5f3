package release

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Version is the number of a release: major, minor and patch (Semantic Versioning 2.0.0,
// section 2).
type Version [3]int

// ParseVersion parses a version such as 1.4.0. The error says what is expected.
func ParseVersion(text string) (Version, error) {
	parts := strings.Split(text, ".")
	var v Version
	if len(parts) != len(v) {
		return v, versionError(text)
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || strconv.FormatUint(n, 10) != part { // a sign, or a zero before it
			return Version{}, versionError(text)
		}
		v[i] = int(n)
	}
	return v, nil
}

func versionError(text string) error {
	return fmt.Errorf("expected a version of three numbers as 1.4.0, found %q", text)
}

// String returns the version as 1.4.0.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

// Compare returns a number below 0, 0, or a number above 0, as v comes before, is, or comes after
// the other version.
func (v Version) Compare(other Version) int {
	return cmp.Or(cmp.Compare(v[0], other[0]), cmp.Compare(v[1], other[1]), cmp.Compare(v[2], other[2]))
}
