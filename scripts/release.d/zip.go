package main

import (
	"archive/zip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// pack writes a folder, by its last name, into a zip archive.
func pack(file, folder string, modified time.Time) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	archive := zip.NewWriter(out)
	files := os.DirFS(folder)
	// WalkDir goes in the order of the names.
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		header := &zip.FileHeader{Name: path.Join(filepath.Base(folder), name), Method: zip.Deflate, Modified: modified}
		header.SetMode(info.Mode().Perm() &^ 0o022)
		return add(archive, header, files, name)
	})
	if err != nil {
		return err
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return out.Close()
}

func add(archive *zip.Writer, header *zip.FileHeader, files fs.FS, name string) error {
	in, err := files.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	w, err := archive.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, in)
	return err
}
