package start

import (
	"cmp"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"designmanual/tokenize/pattern"
)

// A kind is what a file is for a manual.
type kind string

const (
	fonts          kind = "fonts"
	logos          kind = "logos"
	logoDocuments  kind = "logo documents" // logos in a format that browsers do not show
	logoPictures   kind = "logo pictures"  // of points, not lines
	icons          kind = "icons"
	pictures       kind = "pictures"
	films          kind = "films"
	downloads      kind = "downloads"
	appPicture     kind = "app pictures" // for browsers and phones
	unknownDrawing kind = "drawings"     // its shape says what it is
)

// order is the order in which kinds are taken in.
var order = []kind{fonts, logos, logoPictures, logoDocuments, downloads, pictures, films, icons}

// folder returns the folder that files of a kind are copied into.
func (k kind) folder() string {
	if k == logoDocuments || k == logoPictures {
		return string(logos)
	}
	return string(k)
}

// What files are for a manual, by extension.
var (
	fontFiles     = []string{".woff2", ".woff", ".ttf", ".otf"}
	pictureFiles  = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"}
	filmFiles     = []string{".mp4", ".webm"}
	documentFiles = strings.Fields(".pdf .eps .ai .zip .ase .psd .indd .idml .sketch .fig .xd .afdesign .afpub .cdr " +
		".tif .tiff .docx .dotx .pptx .potx .xlsx .key .aco .gpl")
	logoDocument = strings.Fields(".pdf .eps .ai .psd .sketch .afdesign .cdr .tif .tiff")
)

// Words of folders and names. Those of folders are whole words, and the deepest folder counts.
var (
	logoFolder = wordForm(`logos?|logotyp\w*|logotipos?|logótipos?|logga|signets?|wordmarks?|wortmarken?|bildmarken?|` +
		`marken?|marques?|marcas?|marchio|marchi|merk`)
	brandFolder   = wordForm(`brand(mark)?s?`)
	iconFolder    = wordForm(`icons?|ikons?|iconos?|ic[oô]nes?|icona|pictograms?|piktogramme?|pictogrammes?|glyphs?`)
	pictureFolder = wordForm(
		`pictures?|photos?|photograph\w*|fotos?|fotografi\w*|imagery|bilder|bildwelt(?:en)?|illustrations?|` +
			`illustrationen|ilustraciones|backgrounds?|hintergr[uü]nde?|wallpapers?|patterns?|muster`,
	)
	imageFolder   = wordForm(`images?|img`)
	faviconFolder = wordForm(`favicons?`)
	exampleFolder = wordForm(`examples?|samples?|demos?|mock-?ups?|tests?|docs?|stories|storybook`)
	logoName      = pattern.New(
		`(?i)logo(?:[^u]|u[^t]|$)|^mark\b|wordmark|wortmarke|bildmarke|brandmark|signet|crest|wappen|emblem`,
	)
	appDrawing = pattern.New(`(?i)favicon|icon-mask|safari-pinned`)
	appPoints  = pattern.New(`(?i)favicon|apple-touch|opengraph|^og\.|\bog[-_]image|mstile|icon-mask|icon-\d+|` +
		`android-chrome`)
	otherScript = pattern.New(`(?i)-ext\b|cyrillic|greek|vietnamese|hebrew|arabic`)
)

func wordForm(words string) *pattern.Pattern {
	return pattern.New(`(?i)(?:^|[^\pL])(?:` + words + `)(?:$|[^\pL])`)
}

// kindOfName returns what a file is by its name and its folders, empty for none. A file that
// was named itself is no picture for browsers. Logos in examples are those of others.
func kindOfName(f *found) kind {
	k := kindOfPlace(f)
	isLogo := k == logos || k == logoPictures
	if !isLogo && k != unknownDrawing || len(f.words) < 3 {
		return k
	}
	folders := f.words[1 : len(f.words)-1]
	folders = folders[lastLogoFolder(folders)+1:]
	if !slices.ContainsFunc(folders, func(folder string) bool { return exampleFolder.MatchString(plainName(folder)) }) {
		return k
	}
	f.calledLogo = f.calledLogo || isLogo
	return pictures
}

func kindOfPlace(f *found) kind {
	name := f.words[len(f.words)-1]
	extension := strings.ToLower(filepath.Ext(name))
	if slices.Contains(fontFiles, extension) {
		return fonts
	}
	isShown := extension == ".svg" || slices.Contains(pictureFiles, extension)
	if isShown && slices.ContainsFunc(f.words[:len(f.words)-1], faviconFolder.MatchString) {
		return appPicture
	}
	if slices.Contains(filmFiles, extension) {
		return films
	}
	isLogo := logoName.MatchString(name)
	place := kindOfFolders(f.words[:len(f.words)-1])
	if slices.Contains(documentFiles, extension) {
		if slices.Contains(logoDocument, extension) && (place == logos || isLogo) {
			return logoDocuments
		}
		return downloads
	}
	if slices.Contains(pictureFiles, extension) {
		if !f.alone && appPoints.MatchString(name) && place != logos {
			return appPicture
		}
		if !f.alone && strings.HasPrefix(name, "og.") {
			return appPicture
		}
		if place == icons && !isLogo {
			return ""
		}
		if place == logos || isLogo && extension != ".jpg" && extension != ".jpeg" {
			return logoPictures
		}
		return pictures
	}
	if extension != ".svg" {
		return ""
	}
	return kindOfSVG(f, name, place, isLogo)
}

func kindOfSVG(f *found, name string, place kind, isLogo bool) kind {
	if f.alone {
		return logos
	}
	if appDrawing.MatchString(name) {
		return appPicture
	}
	if place == icons || place == logos {
		return place
	}
	f.calledLogo = isLogo
	if isLogo {
		return unknownDrawing
	}
	return cmp.Or(place, unknownDrawing)
}

// kindOfFolders returns what the folders of a file say that it is, empty for nothing.
func kindOfFolders(folders []string) kind {
	isBrand, isImages := false, false // the images of a brand, and what is in its kit, are not all logos
	for i, folder := range slices.Backward(folders) {
		folder = plainName(folder)
		if iconFolder.MatchString(folder) {
			return icons
		}
		if logoFolder.MatchString(folder) {
			// The logos among icons are those of others.
			if i > 0 && iconFolder.MatchString(plainName(folders[i-1])) &&
				!logoFolder.MatchString(plainName(folders[i-1])) {
				return icons
			}
			return logos
		}
		if pictureFolder.MatchString(folder) {
			return pictures
		}
		isImages = isImages || imageFolder.MatchString(folder)
		isBrand = isBrand || i > 0 && !isImages && brandFolder.MatchString(folder)
	}
	if isBrand {
		return logos
	}
	return ""
}

// sortKinds puts files in the order of their kinds: fonts with WOFF 2 and Latin first, logos with short
// names first, the others as they were found. Of files with one content the first is taken.
func sortKinds(all []*found) {
	slices.SortStableFunc(all, func(a, b *found) int {
		rank := cmp.Or(slices.Index(order, a.kind)-slices.Index(order, b.kind), fontRank(a)-fontRank(b))
		if rank == 0 && a.kind == logos {
			return len(a.words[len(a.words)-1]) - len(b.words[len(b.words)-1])
		}
		return rank
	})
}

// fontRank puts WOFF 2 before other formats, and Latin before other scripts.
func fontRank(f *found) int {
	if f.kind != fonts {
		return 0
	}
	name := f.words[len(f.words)-1]
	rank := slices.Index(fontFiles, strings.ToLower(filepath.Ext(name)))
	if otherScript.MatchString(name) || f.asset.Font.Width == 0 && !f.asset.Font.IsZero() {
		rank += len(fontFiles)
	}
	return rank
}

// plainName returns a name without the escapes that it has where it was copied out of an
// address: Größe neu.svg for Gr%C3%B6%C3%9Fe%20neu.svg.
func plainName(name string) string {
	plain, err := url.PathUnescape(name)
	if err != nil || strings.ContainsAny(plain, "/\\\x00") {
		return name
	}
	return plain
}

// address returns the address of a path relative to the seed file.
func address(path string) string { return (&url.URL{Path: path}).String() }
