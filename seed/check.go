package seed

import (
	"bytes"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// Limits of the content of a manual: what is honest stays far below them, and
// what goes beyond would take minutes to make.
const (
	MaxEntries   = 20_000  // in all lists of a version of a manual that make tokens
	MaxTextBytes = 1 << 20 // of one rich text
)

// checker holds files against shapes.
type checker struct {
	faults  *faults
	options Options
	// lenient passes over what a block with nothing in it may lack: its
	// values and its required members. Its kinds are checked all the same.
	lenient   bool
	entries   int               // of the lists that make tokens, in this version of a manual
	counted   map[[32]byte]bool // files of this manual, by their SHA-256
	fileBytes int64             // of these
}

// checkFile records every fault that a file has on its own: its shape, the
// rules between the keys of one object, the content of the known kinds of
// block, the files that it names, and active content.
func checkFile(f *file, o Options) {
	if f.broken {
		return
	}
	c := &checker{faults: &f.faults, options: o}
	c.check(&f.root, format().root)
	for _, m := range f.root.get("manuals").items() {
		c.manual(m)
	}
}

func (c *checker) manual(m place) {
	if password := m.get("password"); password.there() && m.get("visibility").str() != string(manual.Password) {
		c.faults.at(password, "expected no password with a visibility other than password")
	}
	review, approved := m.get("review").boolean(false), m.get("approved")
	if approved.there() && !review {
		c.faults.at(approved, "expected approved only in a manual with review: true")
	}
	if m.is('{') && !m.get("id").there() {
		c.faults.warn(m, "expected an id: that of manual %q is made of its slug and changes with it", shortened(m.get("title").str()))
	}
	c.counted, c.fileBytes = make(map[[32]byte]bool), 0
	c.page(m, !review)
	if approved.is('{') {
		c.page(approved, true)
	}
}

// page checks the sections of one version of a manual, served or not.
func (c *checker) page(version place, served bool) {
	parts := make(map[string]place) // by id
	c.entries = 0
	for _, s := range version.get("sections").items() {
		blocks, kind := s.get("blocks"), s.get("type")
		if blocks.there() && kind.there() {
			c.faults.at(kind, "expected either blocks or type: a section with a type was saved before blocks existed")
		}
		c.part(parts, s)
		for _, b := range blocks.items() {
			c.part(parts, b)
		}
		if served {
			c.derived(s)
		}
	}
}

// part checks a section or a block, whose id is to be that of no other.
func (c *checker) part(parts map[string]place, part place) {
	id, kind := part.get("id"), part.get("type")
	if first, taken := parts[id.str()]; taken {
		c.faults.at(id, "expected an id of its own, %q is that of %s", shortened(id.str()), first.path())
	} else if id.str() != "" {
		parts[id.str()] = part
	}
	if known := near(kind.str(), format().kinds); known != "" {
		c.faults.warn(kind, "expected %s, found %s, which is no known kind: the block is served and makes no token", known, shown(kind))
	}
	c.content(part.get("content"), manual.Kind(kind.str()))
}

// derived warns of a section, and of the blocks in it, whose ids are made of a
// title; strictly, also of every part whose anchor an earlier import may have
// made.
func (c *checker) derived(s place) {
	if !s.is('{') {
		return
	}
	title := shortened(s.get("title").str())
	anchored := s.get("anchor").there()
	fromTitle := !s.get("id").there() && !anchored
	switch {
	case fromTitle:
		c.faults.warn(s, "expected an id or an anchor: those of section %q are made of its title", title)
	case c.options.Strict && !anchored:
		c.faults.warn(s, "expected an anchor: that of section %q is kept from the first import, so that servers may differ", title)
	}
	for _, b := range s.get("blocks").items() {
		label := manual.Kind(b.get("type").str()).Label()
		switch {
		case !b.is('{'):
		case fromTitle && !b.get("id").there():
			c.faults.warn(b, "expected an id: that of the %s block of section %q is made of the section's title", label, title)
		case c.options.Strict && !b.get("anchor").there():
			c.faults.warn(b, "expected an anchor: that of the %s block of section %q is kept from the first import, so that servers may differ", label, title)
		}
	}
}

// content checks what a block stores, or a section of that kind.
func (c *checker) content(p place, kind manual.Kind) {
	if !p.is('{') {
		return
	}
	if s := format().content[kind]; s != nil {
		c.lenient = empty(p)
		c.check(p, s)
		if keys := s.names(); !c.lenient && lacks(p, keys) {
			c.faults.warn(p, `missing key "%s": without it nothing of the %s block is shown but its further keys`, strings.Join(keys, `" or "`), kind.Label())
		}
		c.lenient = false
	}
	c.strings(p)
	c.named(p, kind)
}

// lacks tells whether an object has none of these keys, nor one that is nearly
// one of them, which has been said then.
func lacks(p place, keys []string) bool {
	for _, m := range p.members() {
		if slices.Contains(keys, m.name) || near(m.name, keys) != "" {
			return false
		}
	}
	return true
}

// check records every fault of a value against its shape.
func (c *checker) check(p place, s *shape) {
	kind := p.kind
	if !s.allows(kind) {
		if !c.lenient || kind != 'n' {
			c.faults.at(p, "expected %s, found %s", s.expected(), kindNames[kind])
		}
		return
	}
	if s.tokens {
		if c.entries += len(p.children); c.entries > MaxEntries {
			c.faults.at(p, "expected at most %d entries in the lists of a manual that make tokens, found more with these %d", MaxEntries, len(p.children))
			return
		}
	}
	if s.items != nil {
		for _, item := range p.items() {
			c.check(item, s.items)
		}
	}
	if s.members != nil && kind == '{' {
		c.members(p, s)
	}
	if s.rule != nil && !c.lenient && kind != 'n' {
		s.rule(s, c.faults, p)
	}
}

// members checks those of an object.
func (c *checker) members(p place, s *shape) {
	var missing []string
	for _, f := range s.members {
		if !p.get(f.name).there() {
			missing = append(missing, f.name)
		}
	}
	for _, member := range p.members() {
		name, start := member.name, int(member.nameStart)
		switch shape := s.member(name); {
		case shape != nil:
			c.check(member, shape)
		case !s.open:
			c.faults.add(p.file, start, "unknown key: expected %s", listed(s.names()))
		case !c.lenient:
			if known := near(name, missing); known != "" {
				c.faults.put(Warning, p.file, start, start, "expected the key %q, found one that is nearly it and that nothing reads", known)
			}
		}
	}
	for _, f := range s.members {
		if f.required && !c.lenient && slices.Contains(missing, f.name) {
			c.faults.at(p, "missing key %q: expected %s", f.name, f.shape.expected())
		}
	}
}

// strings records what is wrong with any string of a value: its length, and
// active content.
func (c *checker) strings(p place) {
	if p.is('"') {
		c.text(p)
	}
	for _, inside := range p.inside(p.kind) {
		c.strings(inside)
	}
}

func (c *checker) text(p place) {
	if !bytes.ContainsAny(p.raw(), `<:\`) {
		return // neither rich text nor an address
	}
	text := p.str()
	if len(text) > MaxTextBytes && strings.Contains(text, "<") {
		c.faults.at(p, "expected rich text of at most %d MiB, found %d bytes", MaxTextBytes>>20, len(text))
		return
	}
	if !c.options.AllowActiveHTML {
		if what := activeContent(text); what != "" {
			c.faults.at(p, "expected no active content, found %s (--allow-active-html lets it pass)", what)
			return
		}
	}
	for _, link := range relativeLinks(text) {
		p.file.links = append(p.file.links, textLink{p, link})
	}
}
