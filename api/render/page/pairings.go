package page

import (
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/tokenize"
)

// A pairing is a foreground on a background. Class sets both; it is empty if one of them
// is no color of the manual. Modes are the modes in which one of them is another color.
type pairing struct {
	Foreground, Background, Use string
	Class                       look.Class
	Contrast                    verdict
	Modes                       []pairingMode
	Extra                       *value
}

// Fails reports whether the pair is too weak for any text: its use stands below it too.
func (p pairing) Fails() bool { return p.Contrast.Level == "fails" }

type pairingMode struct {
	Mode  string // its title
	Class look.Class
	verdict
}

func (b *builder) pairings() any {
	var pairings []pairing
	for it := range b.items("pairings") {
		p := pairing{
			Foreground: shownColor(it.text("foreground")), Background: shownColor(it.text("background")),
			Use: it.text("use"), Extra: it.Extra,
		}
		if rest, ok := b.pairIn(b.swatches, p); ok {
			p.Class, p.Contrast = rest.Class, rest.verdict
			for _, mode := range b.Tokens.Modes {
				in, _ := b.pairIn(b.swatchesIn(mode.Slug), p)
				if in.Class != p.Class {
					in.Mode = mode.Title
					p.Modes = append(p.Modes, in)
				}
			}
		}
		p.Background = b.inWords(p.Background)
		pairings = append(pairings, p)
	}
	return pairings
}

// pairIn returns the contrast of a pair among the colors of a mode, and false if one of its two
// is no color.
func (b *builder) pairIn(swatches tokenize.Swatches, p pairing) (pairingMode, bool) {
	front, ok := look.ColorOf(swatches, p.Foreground)
	ground, has := look.ColorOf(swatches, p.Background)
	if !ok || !has {
		return pairingMode{}, false
	}
	ground = ground.Over(rgb.White)
	return pairingMode{
		Class: b.sheet.Class("--v:"+front.Hex(), "--g:"+ground.Hex()), verdict: b.verdict(front, ground),
	}, true
}
