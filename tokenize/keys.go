package tokenize

import "strconv"

// keys gives out the keys of one group, each once. Tokens ask in page order,
// tints right after their color. Whoever asks first keeps the name, whether
// it is the manual's own or one that a suffix made: what a build already uses
// never changes because something was added further down the page.
type keys struct {
	first map[string]string // keys without their hyphens, to the first such key
	alike map[string]bool   // the keys that are not in first
	next  map[string]int    // the suffix to try next for a name that came again
}

// grow makes room for n more keys.
func (k *keys) grow(n int) {
	if k.first == nil {
		k.first = make(map[string]string, n)
	}
}

// take returns the key for a wanted name: the name, or the name with the
// lowest free suffix from -2 on. alike is an earlier key that differs from it
// only by hyphens, or empty.
func (k *keys) take(name string) (key, alike string) {
	k.grow(1)
	var room [64]byte
	key = name
	bare := appendBare(room[:0], key)
	for k.holds(key, bare) {
		if k.next == nil {
			k.next = make(map[string]int)
		}
		k.next[name] = max(k.next[name]+1, 2)
		key = name + "-" + strconv.Itoa(k.next[name])
		bare = appendBare(bare[:0], key)
	}
	if first, ok := k.first[string(bare)]; ok {
		if k.alike == nil {
			k.alike = make(map[string]bool)
		}
		k.alike[key] = true
		return key, first
	}
	if len(bare) == len(key) {
		k.first[key] = key
	} else {
		k.first[string(bare)] = key
	}
	return key, ""
}

// taken tells whether a key is given out.
func (k *keys) taken(key string) bool { return k.holds(key, appendBare(nil, key)) }

func (k *keys) holds(key string, bare []byte) bool {
	return k.first[string(bare)] == key || k.alike[key]
}

// appendBare appends a key without its hyphens.
func appendBare(bare []byte, key string) []byte {
	for i := range len(key) {
		if key[i] != '-' {
			bare = append(bare, key[i])
		}
	}
	return bare
}
