package picture

import (
	"bufio"
	"io"
)

// readGIF finds out whether a GIF has a second picture (GIF89a, sections 17 to 27).
func (h *head) readGIF(in *bufio.Reader) error {
	h.kept = true
	var screen [13]byte
	if _, err := io.ReadFull(in, screen[:]); err != nil {
		return err
	}
	if err := skipColors(in, screen[10]); err != nil {
		return err
	}
	for pictures := 0; ; {
		kind, err := in.ReadByte()
		if err != nil || kind == ';' {
			return err
		}
		if kind == ',' {
			if pictures++; pictures > 1 {
				h.animated = true
				return nil
			}
			var place [9]byte
			if _, err := io.ReadFull(in, place[:]); err != nil {
				return err
			}
			if err := skipColors(in, place[8]); err != nil {
				return err
			}
		}
		if _, err := in.Discard(1); err != nil { // the size of a code, or the label of an extension
			return err
		}
		if err := skipBlocks(in); err != nil {
			return err
		}
	}
}

// skipColors skips the table of colors that flags say is there.
func skipColors(in *bufio.Reader, flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	_, err := in.Discard(3 << (flags&7 + 1))
	return err
}

// skipBlocks skips blocks of data, which end with an empty one.
func skipBlocks(in *bufio.Reader) error {
	for {
		size, err := in.ReadByte()
		if err != nil || size == 0 {
			return err
		}
		if _, err := in.Discard(int(size)); err != nil {
			return err
		}
	}
}

// readWebP reads whether a WebP picture is animated (RFC 9649, section 2.7).
func (h *head) readWebP(in *bufio.Reader) error {
	h.kept = true
	var start [21]byte
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return err
	}
	const animation = 1 << 1
	h.animated = string(start[12:16]) == "VP8X" && start[20]&animation != 0
	return nil
}
