package source

import (
	"errors"
	"io"
	"io/fs"
	pathpkg "path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"designmanual/tokenize/content"
)

// MaxAssetBytes limits a file that a seed file refers to.
const MaxAssetBytes = 64 << 20

// OpenAsset opens a file that a seed file refers to and returns its state. It
// checks the kind and the size first, because opening a FIFO blocks until someone
// writes. The error is a [AssetError].
func OpenAsset(files fs.FS, name string) (fs.File, fs.FileInfo, error) {
	if files == nil {
		return nil, nil, AssetError("expected an http(s) URL: the seed file has no folder that a file could be in")
	}
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, nil, missingError(files, name, err)
	}
	if err := openable(info); err != nil {
		return nil, nil, err
	}
	if own := ownName(files, name); own != "" {
		return nil, nil, assetErrorf(
			"expected the name of a file as it is written in the folder, found %q for %q: Linux tells the two "+
				"apart. Write %q.",
			content.Truncate(name), content.Truncate(own), content.Truncate(own),
		)
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, nil, OpenError(name, err)
	}
	opened, err := f.Stat()
	if err != nil || opened.Mode().Type() != info.Mode().Type() || opened.Size() != info.Size() {
		f.Close()
		return nil, nil, AssetError(
			"the file was replaced while it was opened: try again",
		)
	}
	return f, opened, nil
}

// ReadFile reads a file that a seed file refers to. The error is a [AssetError].
func ReadFile(files fs.FS, name string) ([]byte, error) {
	f, _, err := OpenAsset(files, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readOpened(f, name, MaxAssetBytes)
}

// readOpened reads a file that is open, up to a number of bytes. The error is a [AssetError].
func readOpened(f fs.File, name string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil, OpenError(name, err)
	}
	return data, nil
}

// ownName returns the path that a file has in its folder, where that differs from the one that found
// it in case alone: Windows and Macs find it by both, other systems by its own. Else it returns "".
// Only where the name is found with all its letters in the other case are folders read.
func ownName(files fs.FS, name string) string {
	other := strings.Map(otherCase, name)
	if _, err := fs.Stat(files, other); err != nil || other == name {
		return ""
	}
	own := "."
	for segment := range strings.SplitSeq(name, "/") {
		entries, err := fs.ReadDir(files, own)
		if err != nil {
			return ""
		}
		own = pathpkg.Join(own, entryNamed(entries, segment))
	}
	if norm.NFC.String(own) == norm.NFC.String(name) {
		return ""
	}
	return own
}

// entryNamed returns the name of an entry that equals a name or, if none does, equals it but for
// the case of its letters.
func entryNamed(entries []fs.DirEntry, name string) string {
	found := name
	for _, e := range entries {
		if norm.NFC.String(e.Name()) == norm.NFC.String(name) {
			return e.Name()
		}
		if strings.EqualFold(norm.NFC.String(e.Name()), norm.NFC.String(name)) {
			found = e.Name()
		}
	}
	return found
}

// otherCase returns a letter in the other case.
func otherCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

// ErrEmpty is the error of a file that has nothing in it.
const ErrEmpty = AssetError(
	"the file is empty. A cloud drive that has not fetched a file leaves it so, and so does a copy that failed.",
)

// openable returns an error unless a file is a regular one of a size that is stored.
func openable(info fs.FileInfo) error {
	if info.IsDir() {
		return AssetError("expected a file, found a folder")
	}
	if !info.Mode().IsRegular() {
		return AssetError("expected a regular file, found a pipe, a device or a socket")
	}
	if info.Size() == 0 {
		return ErrEmpty
	}
	if info.Size() > MaxAssetBytes {
		return assetErrorf("expected a file of at most %d MiB, found %d bytes", MaxAssetBytes>>20, info.Size())
	}
	return nil
}

// missingError returns the error of a file that cannot be opened, with what may be meant.
func missingError(files fs.FS, name string, err error) error {
	said := OpenError(name, err)
	if !errors.Is(err, fs.ErrNotExist) {
		return said
	}
	if other := similarName(files, name); other != "" {
		return assetErrorf("%v. There is %q.", said, content.Truncate(other))
	}
	for _, rest := range unfinishedNames(name) {
		if _, err := fs.Stat(files, rest); err == nil {
			return assetErrorf(
				"%v. There is %q in its place: let the download or the cloud drive fetch the file.", said,
				content.Truncate(rest),
			)
		}
	}
	if strings.HasPrefix(name, "www.") {
		return assetErrorf("%v. An address on another server begins with https://.", said)
	}
	return said
}

// unfinishedNames returns the paths that browsers and cloud drives give to a file that
// they have not fetched yet.
func unfinishedNames(name string) []string {
	folder, base := pathpkg.Split(name)
	return []string{
		name + ".part", name + ".crdownload", name + ".download", folder + "." + base + ".icloud", name + ".nextcloud",
		name + ".owncloud",
	}
}

// similarName returns the path of a file that differs from a missing one in case, or
// else in the extension, or "".
func similarName(files fs.FS, missing string) string {
	in := pathpkg.Dir(missing)
	if _, err := fs.Stat(files, in); err != nil && in != "." {
		in = similarName(files, in)
		if in == "" {
			return ""
		}
	}
	entries, err := fs.ReadDir(files, in)
	if err != nil {
		return ""
	}
	base := pathpkg.Base(missing)
	stem := strings.TrimSuffix(base, pathpkg.Ext(base))
	var other string
	for _, e := range entries {
		name := e.Name()
		found := pathpkg.Join(in, name)
		if found == missing { // a link to nothing
			continue
		}
		if strings.EqualFold(name, base) {
			return found
		}
		if other == "" && !e.IsDir() && strings.EqualFold(strings.TrimSuffix(name, pathpkg.Ext(name)), stem) {
			other = found
		}
	}
	return other
}

// OpenError returns the error of opening a file in the words of a problem.
func OpenError(name string, err error) error {
	var fault AssetError
	if errors.As(err, &fault) {
		return fault
	}
	if errors.Is(err, fs.ErrNotExist) {
		return assetErrorf("there is no file %q in the folder", content.Truncate(name))
	}
	return AssetError(PlainError(err).Error())
}
