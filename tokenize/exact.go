package tokenize

import "math"

// Arithmetic that comes to the same bits on every machine, since two servers
// that import the same files must serve the same bytes. Go may fuse x*y + z
// into one rounding where a processor can do that, and the roots and powers
// of package math differ between processors by as much. What is here is
// made of single roundings: +, -, *, / and the square root are exact in
// IEEE 754, and a conversion to float64 keeps a product from being fused
// (The Go Programming Language Specification, "Floating-point operators").

// dot returns the inner product of two vectors.
func dot(a, b [3]float64) float64 {
	return float64(float64(a[0]*b[0])+float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// hypot returns the length of a vector whose parts are of the order of 1.
func hypot(a, b float64) float64 {
	return math.Sqrt(float64(a*a) + float64(b*b))
}

// cbrt returns the cube root of a number from 0 up. A third of the bits of a
// float64 is its root to within six percent; Halley's method triples the
// digits with each turn.
func cbrt(x float64) float64 {
	if x < 0x1p-1000 {
		return 0
	}
	const third = 715094163 << 32 // makes up for what dividing takes from the exponent's bias
	root := math.Float64frombits(math.Float64bits(x)/3 + third)
	for range 3 {
		cube := float64(float64(root*root) * root)
		root = float64(root*float64(cube+float64(2*x))) / float64(float64(2*cube)+x)
	}
	return root
}

// fifthRoot returns the fifth root of a number from 0.001 to 1, by Newton's
// method from above.
func fifthRoot(x float64) float64 {
	root := 1.0
	for range 16 {
		square := float64(root * root)
		root = float64(float64(4*root)+x/float64(square*square)) / 5
	}
	return root
}
