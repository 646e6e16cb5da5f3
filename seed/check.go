package seed

import (
	"bytes"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// Limits of the content of a manual. Real manuals stay far below them; content
// beyond them would take minutes to render.
const (
	maxEntries   = 20_000  // in all lists of one version of a manual that make tokens
	maxTextBytes = 1 << 20 // of one rich text
)

// A checker validates one file against the schema and the rules.
type checker struct {
	problems *collector
	options  Options
	// lenient is set for an empty block, which may lack values and required
	// members. Their kinds are checked nevertheless.
	lenient   bool
	entries   int               // in lists that make tokens, in this version of the manual
	counted   map[[32]byte]bool // files of this manual, by SHA-256
	fileBytes int64             // their total size
}

// checkFile records every problem that a file has on its own: its shape, the
// rules between the keys of an object, the content of known block kinds, the
// files that it refers to, and active content.
func checkFile(f *file, o Options) {
	if f.broken {
		return
	}
	c := &checker{problems: &f.problems, options: o}
	c.check(f.root, format().root)
	for _, m := range f.root.get("manuals").items() {
		c.manual(m)
	}
}

func (c *checker) manual(m *node) {
	if password := m.get("password"); password != nil && m.get("visibility").str() != string(manual.Password) {
		c.problems.errorAt(password, "expected no password with a visibility other than password")
	}
	review, approved := m.get("review").boolean(false), m.get("approved")
	if approved != nil && !review {
		c.problems.errorAt(approved, "expected approved only in a manual with review: true")
	}
	if m.is('{') && m.get("id") == nil {
		c.problems.warnAt(m, "expected an id: that of manual %q is made of its slug and changes with it", truncate(m.get("title").str()))
	}
	c.counted, c.fileBytes = make(map[[32]byte]bool), 0
	c.page(m, !review)
	if approved.is('{') {
		c.page(approved, true)
	}
}

// page checks the sections of one version of a manual.
func (c *checker) page(version *node, served bool) {
	parts := make(map[string]*node) // by id
	c.entries = 0
	for _, s := range version.get("sections").items() {
		blocks, kind := s.get("blocks"), s.get("type")
		if blocks != nil && kind != nil {
			c.problems.errorAt(kind, "expected either blocks or type: a section with a type was saved before blocks existed")
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

// part checks a section or a block. Its id must be unique in parts.
func (c *checker) part(parts map[string]*node, part *node) {
	id, kind := part.get("id"), part.get("type")
	if first, taken := parts[id.str()]; taken {
		c.problems.errorAt(id, "expected an id of its own, %q is that of %s", truncate(id.str()), first.path())
	} else if id.str() != "" {
		parts[id.str()] = part
	}
	if known := closest(kind.str(), knownKinds()); known != "" {
		c.problems.warnAt(kind, "expected %s, found %s, which is no known kind: the block is served and makes no token", known, quoteValue(kind))
	}
	c.content(part.get("content"), manual.Kind(kind.str()))
}

// derived warns about a section, and blocks in it, whose ids derive from a
// title. A strict check also warns about parts without an anchor.
func (c *checker) derived(s *node) {
	if !s.is('{') {
		return
	}
	title := truncate(s.get("title").str())
	anchored := s.get("anchor") != nil
	fromTitle := s.get("id") == nil && !anchored
	switch {
	case fromTitle:
		c.problems.warnAt(s, "expected an id or an anchor: those of section %q are made of its title", title)
	case c.options.Strict && !anchored:
		c.problems.warnAt(s, "expected an anchor: that of section %q is kept from the first import, so that servers may differ", title)
	}
	for _, b := range s.get("blocks").items() {
		label := manual.Kind(b.get("type").str()).Label()
		switch {
		case !b.is('{'):
		case fromTitle && b.get("id") == nil:
			c.problems.warnAt(b, "expected an id: that of the %s block of section %q is made of the section's title", label, title)
		case c.options.Strict && b.get("anchor") == nil:
			c.problems.warnAt(b, "expected an anchor: that of the %s block of section %q is kept from the first import, so that servers may differ", label, title)
		}
	}
}

// content checks the content of a block, or of a section with a kind.
func (c *checker) content(p *node, kind manual.Kind) {
	if !p.is('{') {
		return
	}
	if s := format().content[kind]; s != nil {
		c.lenient = empty(p)
		c.check(p, s)
		if keys := kind.Info().Names(); !c.lenient && hasNone(p, keys) {
			c.problems.warnAt(p, `missing key "%s": without it nothing of the %s block is shown but its further keys`, strings.Join(keys, `" or "`), kind.Label())
		}
		c.lenient = false
	}
	c.strings(p)
	c.named(p, kind)
}

// knownKinds returns the names of the kinds that are checked.
func knownKinds() []string {
	names := make([]string, len(manual.Kinds))
	for i, info := range manual.Kinds {
		names[i] = string(info.Kind)
	}
	return names
}

// hasNone reports whether an object has none of these keys, not even misspelt
// (for which there is a warning already).
func hasNone(p *node, keys []string) bool {
	for _, m := range p.members() {
		if slices.Contains(keys, m.name) || closest(m.name, keys) != "" {
			return false
		}
	}
	return true
}

// check records every problem of a value against its shape.
func (c *checker) check(p *node, s *shape) {
	kind := p.kind
	if !s.allows(kind) {
		if !c.lenient || kind != 'n' {
			c.problems.errorAt(p, "expected %s, found %s", s.expected(), kindNames[kind])
		}
		return
	}
	if s.tokens {
		if c.entries += len(p.children); c.entries > maxEntries {
			c.problems.errorAt(p, "expected at most %d entries in the lists of a manual that make tokens, found more with these %d", maxEntries, len(p.children))
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
		s.rule(s, c.problems, p)
	}
}

// members checks the members of an object.
func (c *checker) members(p *node, s *shape) {
	var missing []string
	for _, f := range s.members {
		if p.get(f.name) == nil {
			missing = append(missing, f.name)
		}
	}
	for _, member := range p.members() {
		name, start := member.name, int(member.nameStart)
		switch shape := s.member(name); {
		case shape != nil:
			c.check(member, shape)
		case !s.open:
			c.problems.errorAtOffset(p.file, start, "unknown key: expected %s", joinOr(s.names()))
		case !c.lenient:
			if known := closest(name, missing); known != "" {
				c.problems.add(Warning, p.file, start, start, "expected the key %q, found one that is nearly it and that nothing reads", known)
			}
		}
	}
	for _, f := range s.members {
		if f.required && !c.lenient && slices.Contains(missing, f.name) {
			c.problems.errorAt(p, "missing key %q: expected %s", f.name, f.shape.expected())
		}
	}
}

// strings checks every string in a value.
func (c *checker) strings(p *node) {
	if p.is('"') {
		c.text(p)
	}
	for _, inside := range p.children {
		c.strings(inside)
	}
}

func (c *checker) text(p *node) {
	if !bytes.ContainsAny(p.raw(), `<:\`) {
		return // neither rich text nor an address
	}
	text := p.str()
	if len(text) > maxTextBytes && strings.Contains(text, "<") {
		c.problems.errorAt(p, "expected rich text of at most %d MiB, found %d bytes", maxTextBytes>>20, len(text))
		return
	}
	if !c.options.AllowActiveHTML {
		if what := activeContent(text); what != "" {
			c.problems.errorAt(p, "expected no active content, found %s (--allow-active-html lets it pass)", what)
			return
		}
	}
	for _, link := range relativeLinks(text) {
		p.file.links = append(p.file.links, textLink{p, link})
	}
}
