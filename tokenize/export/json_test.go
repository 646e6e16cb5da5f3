package export

import "testing"

// Render is compared byte by byte.
func TestRender(t *testing.T) {
	d, _ := document(t, page())
	want := `{"color":{},"dimension":{},"fontFamily":{},"fontSize":{},"duration":{},"cubicBezier":{},"radius":{},"shadow":{},"theme":{}}`
	if got := string(Tokens(&d)); got != want {
		t.Errorf("an empty document is %s", got)
	}
	if got, notes := Structured(&d), StructuredNotes(&d); string(got) != want || notes != nil {
		t.Errorf("an empty structured document is %s", got)
	}
	d, _ = document(t, page(
		"TYPOGRAPHY", `{"fonts":[{"family":"<A> \"&\" \\ \u2028","usage":"Blå"}]}`,
		"RADII", `{"radii":[{"name":"1","value":1},{"name":"2","value":2}]}`,
		"THEMES", `{"themes":[{"name":"X","colors":{"text":"#000","border":"#111"}},{"name":"Y","colors":{"text":"#222"}}]}`,
	))
	want = `{"color":{},"dimension":{},"fontFamily":{"blå":{"$value":"'<A> \"&\" \\\\ ` + "\u2028" + `'","$type":"fontFamily"}},"fontSize":{},` +
		`"duration":{},"cubicBezier":{},"radius":{"1":{"$value":"1px","$type":"dimension"},"2":{"$value":"2px","$type":"dimension"}},"shadow":{},` +
		`"theme":{"x":{"text":{"$value":"#000000","$type":"color"},"border":{"$value":"#111111","$type":"color"}},"y":{"text":{"$value":"#222222","$type":"color"}}}}`
	if got := string(Tokens(&d)); got != want {
		t.Errorf("the document is\n%s, want\n%s", got, want)
	}
}
