package check

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// The sizes of pictures are in their first bytes. The functions that read them return
// zero for a picture that is cut short or damaged there.

// pngSize reads the size of a PNG image from its first chunk (PNG, section 11.2.1).
func pngSize(in *bufio.Reader) (width, height int) {
	head, err := in.Peek(33)
	if err != nil || string(head[12:16]) != "IHDR" || crc32.ChecksumIEEE(head[12:29]) != binary.BigEndian.Uint32(head[29:]) {
		return 0, 0
	}
	return int(binary.BigEndian.Uint32(head[16:])), int(binary.BigEndian.Uint32(head[20:]))
}

// gifSize reads the size of the logical screen of a GIF image (GIF89a, section 18).
func gifSize(in *bufio.Reader) (width, height int) {
	head, err := in.Peek(13)
	if err != nil {
		return 0, 0
	}
	return int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))
}

// webpSize reads the size of a WebP image from its first chunk, which has one of three
// forms (RFC 9649, sections 2.5 to 2.7): lossy, lossless or extended.
func webpSize(in *bufio.Reader) (width, height int) {
	head, err := in.Peek(30)
	if len(head) < 25 { // as many as the lossless form may have
		return 0, 0
	}
	switch chunk, data := string(head[12:16]), head[20:]; {
	case chunk == "VP8L" && data[0] == 0x2f:
		bits := binary.LittleEndian.Uint32(data[1:])
		return int(bits&0x3fff) + 1, int(bits>>14&0x3fff) + 1
	case err != nil:
	case chunk == "VP8 " && string(data[3:6]) == "\x9d\x01\x2a":
		return int(binary.LittleEndian.Uint16(data[6:]) & 0x3fff), int(binary.LittleEndian.Uint16(data[8:]) & 0x3fff)
	case chunk == "VP8X":
		return int(binary.LittleEndian.Uint32(data[4:])&0xffffff) + 1, int(binary.LittleEndian.Uint32(data[6:])>>8) + 1
	}
	return 0, 0
}

// jpegSize reads the size that a JPEG image has in a browser, which turns it as its Exif
// data say, from the header of its frame (ITU-T T.81, section B.2.2).
func jpegSize(in *bufio.Reader) (width, height int) {
	head, _ := in.Peek(in.Size()) // Exif data have less (Exif 2.32, section 4.7.1)
	sideways := exifOrientation(head) >= 5
	for {
		marker := nextMarker(in)
		segment, err := in.Peek(7) // its length, the precision, the height and the width
		switch {
		case err != nil, marker == 0xd9, marker == 0xda: // the end, or the pixels, which come after the header
			return 0, 0
		case marker == 0, 0xd0 <= marker && marker <= 0xd8: // no segment: the start of the image, or between its parts
			continue
		case marker&0xf0 == 0xc0 && marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
			width, height = int(binary.BigEndian.Uint16(segment[5:])), int(binary.BigEndian.Uint16(segment[3:]))
			if sideways {
				width, height = height, width
			}
			return width, height
		}
		_, _ = in.Discard(int(binary.BigEndian.Uint16(segment))) // an error comes again
	}
}

// nextMarker reads up to the next marker of a JPEG image, and returns it without the
// bytes 0xff before it (section B.1.1.2), or 0 if there is none.
func nextMarker(in *bufio.Reader) byte {
	var marker byte
	var err error
	for err == nil && marker != 0xff {
		marker, err = in.ReadByte()
	}
	for err == nil && marker == 0xff {
		marker, err = in.ReadByte()
	}
	return marker
}

// exifOrientation returns the orientation that Exif data in head give, 1 to 8, or
// 0 (section 4.6.4): from 5 on, rows and columns are exchanged.
func exifOrientation(head []byte) uint16 {
	_, tiff, _ := bytes.Cut(head, []byte("Exif\x00\x00"))
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:])) + 2
	if at > int64(len(tiff)) {
		return 0
	}
	entries := tiff[at:]
	for n := order.Uint16(tiff[at-2:]); n > 0 && len(entries) >= 12; n-- {
		if value := order.Uint16(entries[8:]); order.Uint16(entries) == 0x112 && value <= 8 {
			return value
		}
		entries = entries[12:]
	}
	return 0
}
