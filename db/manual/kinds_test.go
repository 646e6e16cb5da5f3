package manual

import "testing"

func TestLabels(t *testing.T) {
	for kind, want := range map[Kind]string{
		Colors: "Color", DosDonts: "Do and don't", Radii: "Corner radius",
		"PRESS_KIT": "Press kit", "FAQ": "FAQ", "A__B_": "A b", "X1": "X1", "_": "",
	} {
		if got := kind.Label(); got != want {
			t.Errorf("label of %s is %q, want %q", kind, got, want)
		}
	}
}
