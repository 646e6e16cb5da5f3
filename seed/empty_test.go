package seed

import "testing"

func TestEmptyText(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
	}{
		{"", true},
		{" \n\t", true},
		{"<p><br></p>", true},
		{"<p>&nbsp;</p><p>\u200b</p>", true},
		{"<h2></h2><hr>", true},
		{"<!-- note -->", true},
		{"x", false},
		{"<p>x</p>", false},
		{"&amp;", false},
		{"a < b", false},
		{`<p><img src="a.png"></p>`, false},
		{"<video></video>", false},
		{"<svg></svg>", false},
	} {
		if got := emptyText(tt.in); got != tt.want {
			t.Errorf("emptyText(%q) = %v, want %v", tt.in, got, tt.want)
		}
	}
}
