package picture

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// readJPEG reads the segments before the pixels (ITU-T T.81, annex B).
func (h *head) readJPEG(in *bufio.Reader) error {
	if _, err := in.Discard(2); err != nil {
		return err
	}
	var profile []byte
	for {
		marker, err := nextMarker(in)
		if err != nil {
			return err
		}
		if marker == 0xda { // the pixels
			h.profile = profile != nil && !isSRGB(profile)
			return nil
		}
		if marker == 0x01 || marker >= 0xd0 && marker <= 0xd8 { // without a length
			continue
		}
		var length [2]byte
		if _, err := io.ReadFull(in, length[:]); err != nil {
			return err
		}
		size := int(binary.BigEndian.Uint16(length[:])) - 2
		if size < 0 {
			return errCut
		}
		data := make([]byte, size)
		if _, err := io.ReadFull(in, data); err != nil {
			return err
		}
		if marker == 0xe1 && bytes.HasPrefix(data, []byte("Exif\x00\x00")) {
			if turned := Orientation(data); turned > 0 {
				h.orientation = turned
			}
		} else if marker == 0xe2 && bytes.HasPrefix(data, []byte("ICC_PROFILE\x00")) && len(data) > 14 {
			profile = append(profile, data[14:]...)
		} else if marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc {
			if err := h.readFrame(marker, data); err != nil {
				return err
			}
		}
	}
}

func nextMarker(in *bufio.Reader) (byte, error) {
	b, err := in.ReadByte()
	if err != nil {
		return 0, err
	}
	if b != 0xff {
		return 0, errCut
	}
	for b == 0xff {
		if b, err = in.ReadByte(); err != nil {
			return 0, err
		}
	}
	return b, nil
}

// readFrame reads the header of a frame (ITU-T T.81, section B.2.2).
func (h *head) readFrame(marker byte, data []byte) error {
	if len(data) < 6 || len(data) < 6+3*int(data[5]) {
		return errCut
	}
	h.depth, h.channels = int(data[0]), int(data[5])
	h.height = int(binary.BigEndian.Uint16(data[1:]))
	h.width = int(binary.BigEndian.Uint16(data[3:]))
	most := 1.0
	for n := range h.channels {
		factors := data[6+3*n+1]
		area := float64(factors>>4) * float64(factors&15)
		h.samples += area
		most = max(most, area)
	}
	h.samples /= most
	if marker == 0xc2 { // progressive: the coefficients of all pixels are kept, in four bytes
		h.samples *= 5
	}
	return nil
}

// Orientation returns the orientation that Exif data in the beginning of a file give, 1 to 8, or
// 0 (Exif 2.32, section 4.6.4): from 5 on, rows and columns are exchanged.
func Orientation(head []byte) uint16 {
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
