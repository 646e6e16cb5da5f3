package source

import (
	"cmp"
	pathpkg "path"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A FileURL is a value in a block that may refer to a file, and the typeface that
// the file belongs to, or nil.
type FileURL struct {
	Node, Font *content.Value
	URL        string
	Written    string // in a text beside the seed file
	Own        bool   // in a key that the table of kinds does not have
}

// FileURLs returns the file URLs of a block in the order of the text.
func FileURLs(block *content.Value, kind manual.Kind) []FileURL {
	var urls []FileURL
	for _, path := range kind.Info().Files {
		list, _, inList := strings.Cut(path, ".")
		if !inList { // the picture of a section
			for _, url := range block.Find(path) {
				urls = append(urls, FileURL{Node: url, URL: url.Text()})
			}
			continue
		}
		for _, entry := range block.Get(list).List() {
			var font *content.Value
			if kind == manual.Typography {
				font = entry
			}
			for _, url := range entry.Find(path[len(list)+1:]) {
				urls = append(urls, FileURL{Node: url, Font: font, URL: url.Text()})
			}
		}
	}
	for _, path := range kind.Info().RichKeys() {
		for _, text := range block.Find(path) {
			urls = append(urls, pictureURLs(text)...)
		}
	}
	for _, own := range content.OwnPaths(kind, block) {
		urls = append(urls, FileURL{Node: own, URL: own.Text(), Own: true})
	}
	slices.SortStableFunc(urls, func(a, b FileURL) int { return cmp.Compare(a.Node.Start, b.Node.Start) })
	return urls
}

// Pictures are the file name extensions of images that browsers show.
var Pictures = []string{".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"}

// SettingsURLs returns what refers to files in what is new and in the cover of a manual or brand:
// pictures of texts, a logo that has the extension of a picture, and the image.
func SettingsURLs(p *content.Value) []FileURL {
	var urls []FileURL
	for _, news := range p.Get("notes").List() {
		if html := news.Get("html"); html != nil {
			urls = append(urls, pictureURLs(html)...)
		}
	}
	cover := p.Get("cover")
	if logo := cover.Get("logo"); slices.Contains(Pictures, strings.ToLower(pathpkg.Ext(logo.Text()))) {
		urls = append(urls, FileURL{Node: logo, URL: logo.Text()})
	}
	if image := cover.Get("image"); image.Is('"') {
		urls = append(urls, FileURL{Node: image, URL: image.Text()})
	}
	return urls
}

// URLScheme matches the beginning of an absolute URL (RFC 3986, section 4.1).
var URLScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// pictureURLs returns the URLs of the pictures in a text beside the seed file.
func pictureURLs(text *content.Value) []FileURL {
	var urls []FileURL
	for _, picture := range text.Tree.Pictures {
		urls = append(urls, FileURL{Node: text, URL: picture.Ref, Written: picture.Written})
	}
	return urls
}
