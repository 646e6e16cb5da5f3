// Package gzip compresses texts with gzip (RFC 1952), with compressors that are used again. Equal texts have equal
// files on every machine.
package gzip

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A compressor is a gzip writer and its output. Compressors are reused because each takes a
// megabyte. The standard library's writer would take half of an import's time and save 2 %
// of the bytes.
type compressor struct {
	*gzip.Writer
	out bytes.Buffer
}

var (
	compressors     = sync.Pool{New: func() any { return newCompressor(gzip.DefaultCompression) }}
	bestCompressors = sync.Pool{New: func() any { return newCompressor(gzip.BestCompression) }}
	decompressors   = sync.Pool{New: func() any { return new(gzip.Reader) }}
)

func newCompressor(level int) *compressor {
	w, _ := gzip.NewWriterLevel(nil, level) // the level is valid
	return &compressor{Writer: w}
}

// Compress returns the gzip file of a text, nil for nil.
func Compress(text []byte) []byte {
	if text == nil {
		return nil
	}
	return compressWith(&compressors, text)
}

// CompressBest returns the smallest gzip file of a text, which is worth its time where the text is
// drawn once and sent often: pages become 5 to 10 % smaller, in 10 ms instead of 3.
func CompressBest(text []byte) []byte { return compressWith(&bestCompressors, text) }

func compressWith(pool *sync.Pool, text []byte) []byte {
	w := pool.Get().(*compressor)
	defer pool.Put(w)
	w.out.Reset()
	w.Reset(&w.out)
	w.ModTime = time.Unix(0, 0) // means no time (RFC 1952, section 2.3.1)
	_, _ = w.Write(text)        // to memory, which cannot fail
	_ = w.Close()
	return bytes.Clone(w.out.Bytes())
}

// Decompress returns the text of a gzip file.
func Decompress(compressed []byte) ([]byte, error) {
	r := decompressors.Get().(*gzip.Reader)
	defer decompressors.Put(r)
	if err := r.Reset(bytes.NewReader(compressed)); err != nil {
		return nil, err
	}
	text := bytes.NewBuffer(make([]byte, 0, 4*len(compressed)+bytes.MinRead))
	_, err := io.Copy(text, r)
	return text.Bytes(), err
}
