package asset

import (
	"bytes"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/seed/source"
)

// beginningBytes is how much of a file is looked at to tell what it is.
const beginningBytes = 1024

// A placeholder is a file in place of the one that its author sees: what it is, and what
// brings the file.
type placeholder struct{ fault, cure string }

var (
	unfinished = placeholder{
		"the part of a download that has not ended", "Let the download end, or fetch the file again.",
	}
	cloudOnly = placeholder{
		"a placeholder of a cloud drive", "Let the drive keep the file on this machine, and copy it here.",
	}
	driveLink  = placeholder{"a link to a document of Google Drive", "Export the document, for example as PDF."}
	shortcut   = placeholder{"a shortcut to the file", "Copy the file itself into this folder."}
	lfsPointer = placeholder{"a pointer of Git LFS", "`git lfs pull` fetches the file."}
	annexFile  = placeholder{"a pointer of git-annex", "`git annex get` fetches the file."}
	annexLink  = placeholder{
		"a link of git-annex", "`git annex get` fetches the file, and `git annex unlock` puts it in place of the link.",
	}
	textLink = placeholder{
		"a link that was checked out as text",
		"After `git config core.symlinks true` a new checkout makes it a link again. Or copy the file that it names.",
	}
	resources = placeholder{
		"what a Mac keeps beside the file", "Copy the file itself, whose name does not begin with ._ (RFC 1740).",
	}
	otherPage = placeholder{
		"a page of HTML under another name",
		"A server often answers one in place of a download: open the address in a browser and save the file.",
	}
)

// placeholderNames are the extensions of placeholders.
var placeholderNames = map[string]placeholder{
	".part": unfinished, ".partial": unfinished, ".crdownload": unfinished, ".download": unfinished,
	".opdownload": unfinished, ".filepart": unfinished,
	".icloud": cloudOnly, ".nextcloud": cloudOnly, ".owncloud": cloudOnly, ".cloud": cloudOnly, ".cloudf": cloudOnly,
	".gdoc": driveLink, ".gsheet": driveLink, ".gslides": driveLink, ".gdraw": driveLink, ".gform": driveLink,
	".gsite": driveLink,
	".lnk":   shortcut,
}

// placeholderMarks are how placeholders begin, whatever they are called.
var placeholderMarks = []struct {
	mark string
	placeholder
}{
	{"version https://git-lfs.github.com/spec/", lfsPointer},
	{"version https://hawser.github.com/spec/", lfsPointer},
	{"/annex/objects/", annexFile},
	{"book\x00\x00\x00\x00mark\x00\x00\x00\x00", shortcut}, // of the Finder
	{"L\x00\x00\x00\x01\x14\x02\x00", shortcut},            // of Windows
	{"\x00\x05\x16\x07", resources},
}

// annexTarget matches the target of a link of git-annex.
var annexTarget = regexp.MustCompile(`^[^\n]*\.git/annex/objects/[^\n]*\n?$`)

// htmlPage matches the beginning of a page of HTML, after white space and comments.
var htmlPage = regexp.MustCompile(
	`(?i)^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--(?s:.*?)-->\s*)*<(!doctype\s+html|html|head)[\s>]`,
)

// htmlNames are the extensions of files that may hold a page of HTML: pages, templates
// and texts about them.
var htmlNames = map[string]bool{
	".html": true, ".htm": true, ".xhtml": true, ".xht": true, ".shtml": true, ".mht": true, ".mhtml": true,
	".php": true, ".asp": true, ".aspx": true, ".jsp": true,
	".hbs": true, ".handlebars": true, ".mustache": true, ".liquid": true, ".njk": true, ".ejs": true, ".erb": true,
	".twig": true, ".tmpl": true, ".tpl": true,
	".vue": true, ".svelte": true, ".astro": true, ".xml": true, ".xsl": true, ".txt": true, ".md": true,
	".markdown": true,
}

// refusePlaceholder refuses a file that is not what its author sees, whatever its
// extension: a pointer that a tool of Git, a cloud drive or a browser leaves in place of
// it. The error is a [source.AssetError].
func refusePlaceholder(name string, beginning []byte, size int64) error {
	if p, ok := placeholderNames[Extension(name)]; ok {
		return p.refuse()
	}
	for _, p := range placeholderMarks {
		if bytes.HasPrefix(beginning, []byte(p.mark)) {
			return p.refuse()
		}
	}
	if htmlPage.Match(beginning) && !htmlNames[Extension(name)] {
		return otherPage.refuse()
	}
	if size >= beginningBytes {
		return nil
	}
	if annexTarget.Match(beginning) {
		return annexLink.refuse()
	}
	if isLinkText(name, beginning) {
		return textLink.refuse()
	}
	return nil
}

// RefusePlaceholder refuses a text that is not what its author sees, as files are refused. The
// error is a [source.AssetError].
func RefusePlaceholder(name string, text []byte) error {
	return refusePlaceholder(name, text[:min(len(text), beginningBytes)], int64(len(text)))
}

func (p placeholder) refuse() error {
	return source.AssetError("expected the file itself, found " + p.fault + ". " + p.cure)
}

// isLinkText reports whether a text is nothing but the path of another file with the
// same extension, without an end of the line: what Git writes for a link where it makes
// none.
func isLinkText(name string, text []byte) bool {
	if !utf8.Valid(text) || bytes.ContainsFunc(text, unicode.IsControl) || bytes.ContainsAny(text, `<>"|*?`) {
		return false
	}
	target := string(text)
	return Extension(name) != "" && Extension(target) == Extension(name) && path.Base(target) != Extension(target) &&
		!strings.Contains(target, "://")
}
