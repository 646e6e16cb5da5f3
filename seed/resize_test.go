package seed

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
)

// aPhoto returns a JPEG of 1200 × 600 pixels.
func aPhoto(t *testing.T, seed int) string {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 1200, 600))
	for y := range 600 {
		for x := range 1200 {
			m.SetGray(x, y, color.Gray{uint8(x*y/97 + seed*x)})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An import makes smaller versions of pictures once, for the manual and its draft, keeps them
// while the picture stays, and loses them with it.
func TestSmallerPictures(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/photo.jpg", aPhoto(t, 1))
	put(t, dir+"/draft.jpg", aPhoto(t, 2))
	put(t, dir+"/small.png", aPNG(t))
	images := func(urls string) string {
		return `"title":"G","sections":[{"title":"Pictures","type":"IMAGE","content":{"images":[` + urls + `]}}]`
	}
	const photo, draft, small = `{"url":"photo.jpg","alt":""}`, `{"url":"draft.jpg","alt":""}`, `{"url":"small.png","alt":""}`
	write := func(published string) {
		put(t, dir+"/acme.json", string(acme(`{"slug":"guide","visibility":"public","review":true,`+images(photo+","+draft)+`,"approved":{`+images(published)+`}}`).Data))
	}
	imported := func(o Options) *db.Head {
		t.Helper()
		importAll(t, store, o, source.ReadPaths([]string{dir})...)
		return store.Index().Brand("acme").Manual("guide")
	}
	write(photo + "," + small)
	first := imported(Options{})
	if len(first.Smaller) != 2 || len(first.Smaller[0].Pictures) != 2 || first.Smaller[0].Of != first.Files[0].Sum {
		t.Fatalf("%+v", first.Smaller)
	}
	for _, v := range manual.SmallerFiles(first.Files, first.Smaller) {
		body := make([]byte, v.Size)
		if _, err := store.File(store.Index(), v).Read(body); err != nil || v.Name != "photo.jpg" || v.Height != v.Width/2 {
			t.Errorf("%+v: %v", v, err)
		}
	}
	again := imported(Options{SkipSmallerPictures: true}) // makes none
	if !slices.EqualFunc(again.Smaller, first.Smaller, func(a, b manual.SmallerPictures) bool {
		return a.Of == b.Of && slices.Equal(a.Pictures, b.Pictures)
	}) {
		t.Errorf("%+v, before %+v", again.Smaller, first.Smaller)
	}
	if err := store.Verify(t.Context(), func(p db.Defect) { t.Errorf("%+v", p) }); err != nil {
		t.Fatal(err)
	}
	write(small)
	put(t, dir+"/draft.jpg", aPhoto(t, 3))
	put(t, dir+"/photo.jpg", aPhoto(t, 3))
	if last := imported(Options{}); len(last.Smaller) != 1 || last.Smaller[0].Of == first.Smaller[0].Of {
		t.Errorf("%+v", last.Smaller)
	}
	if err := store.Verify(t.Context(), func(p db.Defect) { t.Errorf("%+v", p) }); err != nil { // none is left over
		t.Fatal(err)
	}
}

// An import that nobody waits for any more ends while it makes smaller pictures, and leaves the
// store as it was.
func TestPicturesOfEndedImport(t *testing.T) {
	store, dir := openStore(t), t.TempDir()
	put(t, dir+"/photo.jpg", aPhoto(t, 1))
	put(t, dir+"/acme.json", string(acme(`{"slug":"guide","visibility":"public","title":"G","sections":[{"title":"P","type":"IMAGE","content":{"images":[{"url":"photo.jpg","alt":""}]}}]}`).Data))
	ctx, end := context.WithCancel(t.Context())
	read := func() bool {
		end()
		return false
	}
	_, err := Import(ctx, store, source.ReadPaths([]string{dir}), Options{Now: clock, HasChanged: read})
	if !errors.Is(err, context.Canceled) || store.Index().Brand("acme") != nil {
		t.Errorf("%v, want the cause of the context, and no brand", err)
	}
}
