package source

import (
	"fmt"
	"net/url"
	pathpkg "path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/tokenize/content"
)

// An AssetError says what is wrong with a file, in the words of the problem.
type AssetError string

func (e AssetError) Error() string { return string(e) }

func assetErrorf(format string, args ...any) error { return AssetError(fmt.Sprintf(format, args...)) }

// ExpectedURL begins the errors of [AssetPath].
const ExpectedURL = "expected an http(s) URL or the path of a file in the folder of the seed file, found "

// expectedInFolder begins the errors of a path that leads to no file of the folder.
const expectedInFolder = "expected a file in the folder, found "

const maxNameBytes = 255 // of one path segment

// onMachine matches the beginning of a path that only one machine has: a file: URL, a
// drive letter, or a home.
var onMachine = regexp.MustCompile(`^((?i)(file|[a-z]):|~/|/(Users|home|Volumes)/|\\\\)`)

// AssetPath returns the path, in the folder of the seed file, that a URL refers to,
// or "" if the URL points elsewhere. The error is a [AssetError].
func AssetPath(ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	if len(ref) >= 5 && strings.EqualFold(ref[:5], "data:") {
		return "", AssetError(ExpectedURL + "a data: URL. Save what it holds as a file, and write the path of that.")
	}
	if onMachine.MatchString(ref) {
		return "", AssetError(ExpectedURL + "a path of one machine. " +
			"Copy the file into this folder, and write its path from here, such as pictures/roastery.jpg.")
	}
	if URLScheme.MatchString(ref) {
		return "", nil
	}
	if found := notInPaths(ref); found != "" {
		return "", AssetError(ExpectedURL + found)
	}
	decoded, err := url.PathUnescape(ref)
	if err != nil {
		return "", AssetError(ExpectedURL + "a percent sign that two hexadecimal digits do not follow. " +
			"A percent sign in a name is written %25.")
	}
	if !utf8.ValidString(decoded) {
		return "", AssetError(ExpectedURL + "a path that is not UTF-8")
	}
	if strings.ContainsFunc(decoded, unicode.IsControl) {
		return "", AssetError("expected a file name without control characters" + escapedBackslash(decoded))
	}
	clean := pathpkg.Clean(decoded)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", AssetError(expectedInFolder + "a path that leads out of it. Copy the file into the folder.")
	}
	for segment := range strings.SplitSeq(clean, "/") {
		if len(segment) > maxNameBytes {
			return "", assetErrorf(
				"expected a file name of at most %d bytes, found one of %d", maxNameBytes, len(segment),
			)
		}
	}
	return clean, nil
}

// notInPaths says what a relative path has that it must not have, and what helps. It
// returns "" if there is nothing.
func notInPaths(ref string) string {
	if strings.Contains(ref, `\`) {
		return `a backslash. Write / between folders; a \ in a name is written %5C.`
	}
	if strings.HasPrefix(ref, "//") {
		return "the address of a host (//). Write https: before it."
	}
	if strings.HasPrefix(ref, "/") {
		return "an absolute path. Leave out the / at its beginning."
	}
	if strings.Contains(ref, "?") {
		return "a query. A question mark in a name is written %3F."
	}
	if strings.Contains(ref, "#") {
		return "a fragment. A number sign in a name is written %23."
	}
	if strings.Contains(strings.ToLower(ref), "%2f") {
		return "%2F, which no name may have"
	}
	return ""
}

// escapes are the characters that a backslash and a letter stand for in JSON (RFC 8259,
// section 7), and the folder that was meant.
var escapes = strings.NewReplacer("\b", "/b", "\f", "/f", "\n", "/n", "\r", "/r", "\t", "/t")

// escapedBackslash says, as the end of a message, that a control character of a path is
// what JSON makes of a backslash between two folders. It returns "" for any other.
func escapedBackslash(path string) string {
	offset := strings.IndexAny(path, "\b\f\n\r\t")
	if offset < 0 {
		return ""
	}
	return fmt.Sprintf(`, found one: in JSON \%s is no letter after a folder. Write / between folders: %s`,
		escapes.Replace(path[offset : offset+1])[1:], content.Truncate(escapes.Replace(path)))
}
