package tokenize

import (
	"strconv"
	"strings"
)

// keys gives out the keys of one group, each once. Tokens ask in page order,
// tints right after their color. Whoever asks first keeps the name, whether
// it is the manual's own or one that a suffix made: what a build already uses
// never changes because something was added further down the page.
type keys struct {
	taken map[string]bool
	next  map[string]int    // the suffix to try next for a name that came again
	bare  map[string]string // a key without its hyphens, to the first such key
}

// take returns the key for a wanted name: the name, or the name with the
// lowest free suffix from -2 on. alike is an earlier key that differs from it
// only by hyphens, or empty.
func (k *keys) take(name string) (key, alike string) {
	if k.taken == nil {
		*k = keys{taken: map[string]bool{}, next: map[string]int{}, bare: map[string]string{}}
	}
	key = name
	for k.taken[key] {
		k.next[name] = max(k.next[name]+1, 2)
		key = name + "-" + strconv.Itoa(k.next[name])
	}
	k.taken[key] = true
	bare := strings.ReplaceAll(key, "-", "")
	if first, ok := k.bare[bare]; ok {
		return key, first
	}
	k.bare[bare] = key
	return key, ""
}
