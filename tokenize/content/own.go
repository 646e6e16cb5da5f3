package content

import (
	pathpkg "path"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// ReplaceOwn returns the content of a block with other texts in its own keys, those that the
// table of kinds does not have, at any depth. Text returns what replaces a string, or "" to keep
// it. The value itself does not change.
func ReplaceOwn(kind manual.Kind, value *Value, text func(*Value) string) *Value {
	return value.replaceOwn(slices.Concat(kind.Info().Fields, manual.CommonFields), false, text)
}

// replaceOwn replaces the strings of a value that is of an own key, or of the own keys in a value
// that has fields.
func (n *Value) replaceOwn(fields []manual.Field, own bool, text func(*Value) string) *Value {
	if own && n.Is('"') {
		return n.replaceText(func(string) string { return text(n) })
	}
	changed := n
	for i, child := range n.children() {
		inside, isOwn := fields, own
		if n.Is('{') && !own {
			at := slices.IndexFunc(fields, func(f manual.Field) bool { return f.Name == child.Name })
			isOwn = at < 0
			if !isOwn {
				inside = fields[at].Fields
			}
			if !isOwn && (len(inside) == 0 || fields[at].Form == manual.Map) {
				continue
			}
		}
		changed = changed.with(n, i, child.replaceOwn(inside, isOwn, text))
	}
	return changed
}

// with returns a value that has another child than the one that it was made from.
func (n *Value) with(from *Value, i int, child *Value) *Value {
	if child == from.Children[i] {
		return n
	}
	if n == from {
		copied := *from
		copied.Children = slices.Clone(from.Children)
		n = &copied
	}
	n.Children[i] = child
	return n
}

// OwnPaths returns the strings of the own keys of a block that are paths of files.
func OwnPaths(kind manual.Kind, value *Value) []*Value {
	var paths []*Value
	ReplaceOwn(kind, value, func(v *Value) string {
		if IsPath(v.Text()) {
			paths = append(paths, v)
		}
		return ""
	})
	return paths
}

// A path as people write it has folders and no white space. A dot in its first folder makes it
// an address without a scheme.
var pathForm = regexp.MustCompile(
	`^(?:(?:\.\.?/)+|[^\s/.:?#<>|*"{}@\\~$][^\s/.:?#<>|*"{}@\\]*/)(?:[^\s/:?#<>|*"{}@\\]+/)*[^\s/:?#<>|*"{}@\\]+$`,
)

// fileForms are the extensions of files that a manual shows or hands out. Those of source code
// are none of them: a manual tells where its code is.
var fileForms = strings.Fields(
	`.svg .png .jpg .jpeg .gif .webp .avif .tif .tiff .psd .ai .eps .indd .sketch .fig .xd .ase .pdf
	.mp4 .webm .mov .mp3 .wav .woff .woff2 .ttf .otf .zip .docx .dotx .pptx .potx .xlsx .xltx`,
)

// IsPath reports whether a text is clearly the path of a file: it has a folder, if only "./", and
// the extension of a picture, font, film or document, as in "pictures/detail.png". A name alone
// may be an example of one.
func IsPath(text string) bool {
	return strings.Contains(text, "/") && pathForm.MatchString(text) &&
		slices.Contains(fileForms, strings.ToLower(pathpkg.Ext(text)))
}
