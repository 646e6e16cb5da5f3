package sheet

import "strings"

// A Layer is a cascade layer, nil for what is in none.
type Layer []int

// layers are the cascade layers of a style sheet, in the order in which they are named first
// (CSS Cascading and Inheritance Level 5, section 6.4.3).
type layers struct {
	first Layer            // that of themes of Tailwind
	known map[string]Layer // by name
	count map[string]int   // of the layers inside one
}

func newLayers() *layers {
	return &layers{first: Layer{0}, known: map[string]Layer{}, count: map[string]int{"": 1}}
}

// at returns the layer of a name inside another one. Each layer without a name is its own.
func (l *layers) at(outer Layer, name string) Layer {
	layer := outer
	for _, part := range strings.Split(name, ".") {
		key := layer.key()
		if part == "" || l.known[key+"/"+part] == nil {
			next := append(append(Layer{}, layer...), l.count[key])
			l.count[key]++
			l.known[key+"/"+part] = next
		}
		layer = l.known[key+"/"+part]
	}
	return layer
}

func (l Layer) key() string {
	var key strings.Builder
	for _, n := range l {
		key.WriteRune(rune(n))
		key.WriteByte('.')
	}
	return key.String()
}

// order returns the layer so that slices compare as layers do: what is in a layer itself
// counts more than what is in a layer inside it.
func (l Layer) order() []int {
	const last = 1 << 30
	return append(append([]int{}, l...), last)
}
