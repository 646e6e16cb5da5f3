package site_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"designmanual/api/site"
	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// A logo is saved from the page that is one file as it is, of the size that its chip says, while it is shown in a
// smaller version.
func TestSingleHasWholeLogos(t *testing.T) {
	picture := image.NewGray(image.Rect(0, 0, 2000, 400))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(random.IntN(256))
	}
	var logo bytes.Buffer
	if err := png.Encode(&logo, picture); err != nil {
		t.Fatal(err)
	}
	const acme = `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"slug":"guide","title":"Guide","visibility":"public",
		"sections":[{"title":"Logo","blocks":[{"type":"LOGO","content":{"logos":[{"name":"Acme","url":"logo.png","alt":"Acme"}]}}]}]}]}`
	store, err := db.Open(filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	folder := fstest.MapFS{"acme.json": {Data: []byte(acme)}, "logo.png": {Data: logo.Bytes()}}
	if _, err := seed.Import(t.Context(), store, source.ReadFS(folder, "seeds"), seed.Options{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	ix := store.Index()
	page, err := site.Single(store, ix, ix.Brand("acme").Primary)
	if err != nil {
		t.Fatal(err)
	}
	chip := regexp.MustCompile(`href="data:image/png;base64,([^"]+)" download="logo.png" aria-label="PNG ([0-9.]+) kB`).FindSubmatch(page)
	if chip == nil {
		t.Fatal("the logo cannot be saved")
	}
	saved, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(chip[1]), "&#43;", "+"))
	if err != nil || !bytes.Equal(saved, logo.Bytes()) {
		t.Errorf("%d bytes are saved, want the %d of the logo, as the chip says: %s kB (%v)", len(saved), logo.Len(), chip[2], err)
	}
	shown := regexp.MustCompile(`<img[^>]* src="data:image/png;base64,([^"]+)"`).FindSubmatch(page)
	if shown == nil || len(shown[1]) >= len(chip[1]) {
		t.Error("the logo is not shown in a smaller version")
	}
}
