package font

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"

	"github.com/andybalholm/brotli"
)

// A table is a part of a file or of unpacked data. Reading behind its end gives 0.
type table []byte

func (t table) at(offset, length int) table {
	if offset < 0 || length < 0 || offset > len(t) || length > len(t)-offset {
		return nil
	}
	return t[offset : offset+length]
}

func (t table) u8(offset int) int {
	if b := t.at(offset, 1); b != nil {
		return int(b[0])
	}
	return 0
}

func (t table) u16(offset int) int {
	if b := t.at(offset, 2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (t table) i16(offset int) int { return int(int16(t.u16(offset))) }

func (t table) u32(offset int) int { return t.u16(offset)<<16 | t.u16(offset+2) }

// tables are the tables of a font by tag.
type tables map[string]table

// sfnt returns the tables of a TrueType or OpenType file (OpenType 1.9, "Table
// Directory").
func sfnt(file table) tables {
	t := tables{}
	for i := range file.u16(4) {
		entry := 12 + 16*i
		t[string(file.at(entry, 4))] = file.at(file.u32(entry+8), file.u32(entry+12))
	}
	return t
}

// woff returns the tables of a WOFF file (WOFF 1.0, section 4).
func woff(file table) tables {
	t := tables{}
	for i := range file.u16(12) {
		entry := 44 + 20*i
		tag := string(file.at(entry, 4))
		data, length := file.at(file.u32(entry+4), file.u32(entry+8)), file.u32(entry+12)
		if !needed[tag] {
			continue
		}
		if len(data) < length {
			r, err := zlib.NewReader(bytes.NewReader(data))
			if err != nil {
				continue
			}
			data, _ = io.ReadAll(io.LimitReader(r, int64(min(length, maxBytes))))
		}
		t[tag] = data
	}
	return t
}

// needed are the tables that metrics and ReadName read.
var needed = map[string]bool{
	"head": true, "hhea": true, "hmtx": true, "OS/2": true, "cmap": true, "fvar": true, "avar": true, "HVAR": true,
	"name": true, "glyf": true, "loca": true,
}

// knownTags are the tags of WOFF 2 that have a number; of the others here only the
// place counts (WOFF 2.0, section 5.1).
var knownTags = [63]string{
	0: "cmap", 1: "head", 2: "hhea", 3: "hmtx", 5: "name", 6: "OS/2", 10: "glyf", 11: "loca", 39: "avar", 47: "fvar",
}

// woff2 returns the tables of a WOFF 2 file. A transformed hmtx table has its
// flags before the widths, which metrics expects first (WOFF 2.0, section 5.4).
func woff2(file table) tables {
	type entry struct {
		tag         string
		length      int
		transformed bool
	}
	var entries []entry
	at := 48
	for range file.u16(12) {
		flags := file.u8(at)
		at++
		e := entry{transformed: flags>>6 != 0}
		if flags&63 == 63 {
			e.tag = string(file.at(at, 4))
			at += 4
		} else {
			e.tag = knownTags[flags&63]
		}
		if e.tag == "glyf" || e.tag == "loca" {
			e.transformed = flags>>6 != 3
		}
		e.length, at = file.base128(at)
		if e.transformed {
			e.length, at = file.base128(at)
		}
		entries = append(entries, e)
	}
	data, _ := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(file.at(at, file.u32(20)))), maxBytes))
	unpacked, t := table(data), tables{}
	from := 0
	for _, e := range entries {
		part := unpacked.at(from, e.length)
		from += e.length
		if e.tag == "hmtx" && e.transformed && len(part) > 0 {
			part = part[1:]
		}
		if e.transformed && e.tag == "glyf" {
			t[outlinesTag] = outlines(part)
		}
		t[e.tag] = part
	}
	return t
}

// base128 returns a number of variable length and the offset behind it (WOFF 2.0,
// section 4.1).
func (t table) base128(at int) (n, next int) {
	for range 5 {
		b := t.u8(at)
		at++
		n = n<<7 | b&127
		if b < 128 {
			break
		}
	}
	return n, at
}
