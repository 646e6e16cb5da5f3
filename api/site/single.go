package site

import (
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"designmanual/api/pages"
	"designmanual/api/render"
	"designmanual/api/render/page"
	"designmanual/db"
	"designmanual/db/manual"
)

// maxSingle is the most bytes of a page that is one file.
const maxSingle = 50_000_000

// Single returns the page of a published manual of an index as one HTML file that loads nothing:
// fonts and pictures are in it, large pictures in their largest smaller version (logos whole besides, to
// be saved), and films and downloads are told by name and size. The error says what helps if it would be too large.
func Single(store *db.DB, ix *db.Index, m *db.Head) ([]byte, error) {
	if !m.Published {
		cure := "Its seed file says so (published), or that no version is approved yet."
		if m.HasDraft {
			cure = "`designmanual share --draft " + m.Name() + "` makes a link to its draft."
		}
		return nil, fmt.Errorf("%s is not published. %s", m.Name(), cure)
	}
	stored, err := store.Content(ix, m)
	if err != nil {
		return nil, err
	}
	model, err := stored.Model()
	if err != nil {
		return nil, err
	}
	view, err := render.NewView(ix, m, model, false)
	if err != nil {
		return nil, err
	}
	e := &embedding{store: store, ix: ix, smaller: m.Smaller, known: make(map[[32]byte]string)}
	body := page.RenderSingle(view.Input, e.url)
	if e.err != nil {
		return nil, e.err
	}
	if e.bytes > maxSingle || len(body) > maxSingle {
		cure := "`designmanual export FOLDER` writes it as a folder."
		if m.Visibility != manual.Public { // which that leaves out
			cure = "Pictures of fewer pixels make it smaller."
		}
		return nil, fmt.Errorf(
			"%s has more than %d MB of pictures and fonts, too much for one file. %s", m.Name(), maxSingle/1_000_000,
			cure,
		)
	}
	return body, nil
}

// An embedding makes data: URLs of the files of a manual.
type embedding struct {
	store   *db.DB
	ix      *db.Index
	smaller []manual.SmallerPictures
	known   map[[32]byte]string // by the SHA-256 of what is in it
	bytes   int                 // of all URLs
	err     error               // the first one
}

// url returns the data: URL of a picture or font (RFC 2397), empty for another file. A picture is in it in its
// largest smaller version, if it has any, unless it is to be whole.
func (e *embedding) url(f manual.File, whole bool) string {
	media := pages.MediaType(f.Name)
	if !strings.HasPrefix(media, "image/") && !strings.HasPrefix(media, "font/") || e.err != nil {
		return ""
	}
	read := f
	if versions := manual.SmallerFiles([]manual.File{f}, e.smaller); len(versions) > 0 && !whole {
		read = versions[len(versions)-1]
	}
	if known, ok := e.known[read.Sum]; ok {
		e.bytes += len(known)
		return known
	}
	e.bytes += int(read.Size)
	if e.bytes > maxSingle {
		return ""
	}
	body, err := io.ReadAll(e.store.File(e.ix, read))
	if err != nil {
		e.err = err
		return ""
	}
	address := "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(body)
	e.known[read.Sum] = address
	return address
}
