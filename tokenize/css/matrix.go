package css

// A vec has three channels of a color, a matrix makes others of them.
type (
	vec    = [3]float64
	matrix [3]vec
)

// each applies a function to each channel.
func each(v vec, f func(float64) float64) vec {
	return vec{f(v[0]), f(v[1]), f(v[2])}
}

func (m matrix) times(v vec) vec {
	var product vec
	for i, row := range m {
		product[i] = dot(row, v)
	}
	return product
}

func (m matrix) inverse() matrix {
	cofactor := func(i, j int) float64 {
		a, b, c, d := (i+1)%3, (i+2)%3, (j+1)%3, (j+2)%3
		return m[a][c]*m[b][d] - m[a][d]*m[b][c]
	}
	determinant := m[0][0]*cofactor(0, 0) + m[0][1]*cofactor(0, 1) + m[0][2]*cofactor(0, 2)
	var inverse matrix
	for i := range m {
		for j := range m {
			inverse[j][i] = cofactor(i, j) / determinant
		}
	}
	return inverse
}
