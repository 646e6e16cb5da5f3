package check

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// Options configure a check.
type Options struct {
	AllowActiveHTML bool // accept scripts, event handlers and javascript: addresses
	Strict          bool // warn of parts without an anchor too

	Known map[State]manual.File // files that were accepted with the other options, by their state
}

// A File is a checked seed file.
type File struct {
	*source.File
	Problems source.Collector  // of this file alone
	Assets   map[string]*Asset // the files that it refers to, by path
	Links    []Link            // relative addresses in its rich text
}

// Limits of the content of a manual. Real manuals stay far below them; content
// beyond them would take minutes to render.
const (
	MaxTokens    = 20_000   // of one version of a manual; each tint and each layer of a shadow counts as one
	MaxTextBytes = 1 << 20  // of one string
	MaxNameBytes = 10 << 10 // of a name, a title, an id or an anchor
	MaxValues    = 200_000  // in a manual
	MaxManuals   = 10_000   // in a file
	MaxParts     = 10_000   // sections and blocks of one version of a manual
	MaxLayers    = 100      // of one shadow
	MaxHosts     = 100      // that pictures of one manual come from; its pages name them in a header field
)

// nameKeys are the keys of strings that are names.
var nameKeys = map[string]bool{
	"id": true, "anchor": true, "title": true, "name": true, "family": true, "usage": true, "label": true, "slug": true, "type": true,
}

// A checker validates one file against the schema and the rules.
type checker struct {
	file     *File
	problems *source.Collector
	options  Options
	// lenient is set for an empty block, which may lack values and required
	// members. Their kinds are checked nevertheless.
	lenient   bool
	tokens    int               // of this version of the manual
	counted   map[[32]byte]bool // files of this manual, by SHA-256
	fileBytes int64             // their total size
	hosts     map[string]bool   // that pictures of this manual come from
}

// Read parses a seed file and records every problem that it has on its own: its
// shape, the rules between the keys of an object, the content of known block kinds,
// the files that it refers to, and active content. Order is its index among the
// files of the import.
func Read(s source.Source, order int, o Options) *File {
	f := &File{File: source.Parse(s, order), Assets: make(map[string]*Asset)}
	f.Problems = f.File.Problems
	if f.Broken {
		return f
	}
	c := &checker{file: f, problems: &f.Problems, options: o}
	if f.Broken = !c.bounded(f.Tree.Root, ""); f.Broken {
		return f
	}
	root := f.Tree.Root
	if other := root.Is('{') && len(root.Children) > 0 && !slices.ContainsFunc(root.Children, func(m *content.Node) bool { return format().root.member(m.Name) != nil }); other || root.Is('[') {
		f.Problems.ErrorAt(root, "expected an object with brand and manuals, found %s; if it has tokens, `designmanual convert` makes a seed file of them", map[bool]string{true: "another", false: "an array"}[other])
		return f
	}
	c.check(f.Tree.Root, format().root)
	c.counted = make(map[[32]byte]bool)
	c.cover(f.Tree.Root.Get("brand").Get("cover"))
	for _, m := range f.Tree.Root.Get("manuals").Items() {
		if n := count(m); n > MaxValues {
			c.problems.ErrorAt(m, "expected at most %d values in a manual, found %d", MaxValues, n)
			f.Broken = true
			continue
		}
		c.manual(m)
	}
	return f
}

// bounded reports whether no string in a value is too long and no list of manuals or
// parts too large. The key is that of the value, or of the list that it is in.
func (c *checker) bounded(p *content.Node, key string) bool {
	if most := maxItems[key]; p.Is('[') && most > 0 && len(p.Children) > most {
		c.problems.ErrorAt(p, "expected at most %d %s, found %d", most, key, len(p.Children))
		return false
	}
	if p.Is('"') {
		most := MaxTextBytes
		if nameKeys[key] {
			most = MaxNameBytes
		}
		if int(p.End-p.Start) > most+2 && len(p.Text()) > most {
			c.problems.ErrorAt(p, "expected at most %d KiB, found %d bytes", most>>10, len(p.Text()))
			return false
		}
	}
	ok := true
	for _, inside := range p.Children {
		if p.Is('{') {
			key = inside.Name
		}
		ok = c.bounded(inside, key) && ok
	}
	return ok
}

// maxItems limits lists by their keys.
var maxItems = map[string]int{"manuals": MaxManuals, "sections": MaxParts, "blocks": MaxParts}

// count returns the number of values in a value, with itself.
func count(p *content.Node) int {
	n := 1
	for _, inside := range p.Children {
		if inside.Name != "comments" && inside.Name != "history" { // which nothing is made of
			n += count(inside)
		}
	}
	return n
}

func (c *checker) manual(m *content.Node) {
	if password := m.Get("password"); password != nil && m.Get("visibility").Text() != string(manual.Password) {
		c.problems.ErrorAt(password, "expected no password with a visibility other than password")
	}
	review, approved := m.Get("review").Bool(false), m.Get("approved")
	if approved != nil && !review {
		c.problems.ErrorAt(approved, "expected approved only in a manual with review: true")
	}
	if m.Is('{') && m.Get("id") == nil {
		c.problems.WarnOf(source.NoID, m, "expected an id: that of manual %q is made of its slug and changes with it", source.Truncate(m.Get("title").Text()))
	}
	c.counted, c.fileBytes, c.hosts = make(map[[32]byte]bool), 0, make(map[string]bool)
	c.cover(m.Get("cover"))
	for _, note := range m.Get("notes").Items() {
		c.strings(note, "")
	}
	for _, at := range source.NoteURLs(m) {
		c.asset(at)
	}
	c.page(m, !review)
	if approved.Is('{') {
		c.page(approved, true)
	}
}

// cover checks the files of a brand's or manual's cover.
func (c *checker) cover(cover *content.Node) {
	for _, at := range source.CoverURLs(cover) {
		c.asset(at)
	}
}

// page checks the sections of one version of a manual.
func (c *checker) page(version *content.Node, served bool) {
	parts := make(map[string]*content.Node) // by id
	n := 0
	c.tokens = 0
	for _, s := range version.Get("sections").Items() {
		blocks, kind := s.Get("blocks"), s.Get("type")
		if blocks != nil && kind != nil {
			c.problems.ErrorAt(kind, "expected either blocks or type: a section with a type was saved before blocks existed")
		}
		c.part(parts, s)
		for _, b := range blocks.Items() {
			c.part(parts, b)
		}
		if n += 1 + len(blocks.Items()); n > MaxParts {
			c.problems.ErrorAt(s, "expected at most %d sections and blocks in a manual, found more with this section", MaxParts)
			c.file.Broken = true
			return
		}
		if served {
			c.derived(s)
		}
	}
}

// part checks a section or a block. Its id must be unique in parts.
func (c *checker) part(parts map[string]*content.Node, part *content.Node) {
	id, kind := part.Get("id"), part.Get("type")
	if first, taken := parts[id.Text()]; taken {
		c.problems.ErrorAt(id, "expected an id of its own, %q is that of %s", source.Truncate(id.Text()), first.Path())
	} else if id.Text() != "" {
		parts[id.Text()] = part
	}
	known := Closest(kind.Text(), knownKinds())
	like, key := resembles(part.Get("content"), manual.Kind(kind.Text()))
	switch {
	case known != "" || like == "":
	case kind != nil:
		c.problems.WarnAt(kind, "expected %s for a block with %q, found %s: the block is served and makes no token", like, key, quoteValue(kind))
	case part.Get("blocks") == nil:
		c.problems.WarnAt(part.Get("content"), "expected a block of type %s for %q, found the content of a section: it is served and makes no token", like, key)
	}
	if known != "" {
		c.problems.WarnAt(kind, "expected %s, found %s, which is no known kind: the block is served and makes no token", known, quoteValue(kind))
	}
	c.content(part.Get("content"), manual.Kind(kind.Text()))
}

// derived warns about a section, and blocks in it, whose ids derive from a
// title. A strict check also warns about parts without an anchor.
func (c *checker) derived(s *content.Node) {
	if !s.Is('{') {
		return
	}
	title := source.Truncate(s.Get("title").Text())
	anchored := s.Get("anchor") != nil
	fromTitle := s.Get("id") == nil && !anchored
	switch {
	case fromTitle:
		c.problems.WarnOf(source.NoID, s, "expected an id or an anchor: those of section %q are made of its title", title)
	case c.options.Strict && !anchored:
		c.problems.WarnOf(source.NoAnchor, s, "expected an anchor: that of section %q is kept from the first import, so that servers may differ", title)
	}
	for _, b := range s.Get("blocks").Items() {
		label := manual.Kind(b.Get("type").Text()).Label()
		switch {
		case !b.Is('{'):
		case fromTitle && b.Get("id") == nil:
			c.problems.WarnOf(source.NoID, b, "expected an id: that of the %s block of section %q is made of the section's title", label, title)
		case c.options.Strict && b.Get("anchor") == nil:
			c.problems.WarnOf(source.NoAnchor, b, "expected an anchor: that of the %s block of section %q is kept from the first import, so that servers may differ", label, title)
		}
	}
}

// content checks the content of a block, or of a section with a kind.
func (c *checker) content(p *content.Node, kind manual.Kind) {
	if !p.Is('{') {
		return
	}
	if s := format().content[kind]; s != nil {
		c.lenient = p.Empty()
		c.check(p, s)
		if keys := kind.Info().Names(); !c.lenient && hasNone(p, keys) {
			c.problems.WarnAt(p, `missing key "%s": without it nothing of the %s block is shown but its further keys`, strings.Join(keys, `" or "`), kind.Label())
		}
		c.lenient = false
	}
	c.strings(p, "")
	c.assets(p, kind)
}

// resembles returns the kind that makes tokens of content as this, of a block of an
// unknown kind, and what tells: the key of its list, or of the entries of a list.
func resembles(block *content.Node, kind manual.Kind) (like manual.Kind, key string) {
	if kind.Info().Label != "" {
		return "", ""
	}
	for _, list := range block.Members() {
		if !list.Is('[') || len(list.Children) == 0 {
			continue
		}
		switch entry := list.Children[0]; {
		case entry.Get("hex") != nil:
			return manual.Colors, "hex"
		case entry.Get("family") != nil:
			return manual.Typography, "family"
		case entry.Get("value") != nil:
			for _, info := range manual.Kinds {
				if info.Groups != nil && slices.Contains(info.Names(), list.Name) {
					return info.Kind, list.Name
				}
			}
		}
	}
	return "", ""
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
func hasNone(p *content.Node, keys []string) bool {
	for _, m := range p.Members() {
		if slices.Contains(keys, m.Name) || Closest(m.Name, keys) != "" {
			return false
		}
	}
	return true
}

// check records every problem of a value against its shape.
func (c *checker) check(p *content.Node, s *shape) {
	kind := p.Kind
	if !s.allows(kind) {
		if !c.lenient || kind != 'n' {
			found := kindNames[kind]
			if (kind == '"' || kind == '0') && s.items != nil && s.items.allows(kind) && !s.allows('"') {
				found += " (write it in [ ])"
			}
			c.problems.ErrorAt(p, "expected %s, found %s", s.expected(), found)
		}
		return
	}
	if s.tokens != nil {
		n, full := s.tokens(p), c.tokens > MaxTokens
		if c.tokens += n; c.tokens > MaxTokens {
			if !full {
				c.problems.ErrorAt(p, "expected at most %d tokens in a manual, counting tints and layers of shadows, found more with these %d", MaxTokens, n)
			}
			return
		}
	}
	if s.items != nil {
		for _, item := range p.Items() {
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

// unread warns of a key that is nearly a known one, missing or beside it, and of
// other words for url.
func (c *checker) unread(p *content.Node, s *shape, member *content.Node, missing []string) {
	warn := func(format string, args ...any) {
		c.problems.Add(source.Warning, p.Tree, int(member.NameStart), int(member.NameStart), format, args...)
	}
	name := member.Name
	if known := Closest(name, missing); known != "" {
		warn("expected the key %q, found one that is nearly it and that nothing reads", known)
	} else if slices.Contains(missing, "url") && slices.Contains([]string{"src", "href", "uri", "path", "file"}, name) {
		warn("expected the key %q, found %q, which nothing reads", "url", name)
	} else if known := Closest(name, s.names()); known != "" {
		warn("expected no key that is nearly %q beside it: nothing reads this one", known)
	}
}

// members checks the members of an object.
func (c *checker) members(p *content.Node, s *shape) {
	var missing []string
	for _, f := range s.members {
		if p.Get(f.name) == nil {
			missing = append(missing, f.name)
		}
	}
	for _, member := range p.Members() {
		name, start := member.Name, int(member.NameStart)
		switch shape := s.member(name); {
		case shape != nil:
			c.check(member, shape)
		case !s.open:
			expected := joinOr(s.names())
			if known := Closest(name, s.names()); known != "" && !strings.ContainsAny(known, "0123456789") { // a step is no typing error
				expected = known
			} else if object := objectOf(p, s, name); object != "" {
				expected = "it in " + object
			}
			c.problems.Add(source.Error, p.Tree, start, start, "unknown key: expected %s", expected)
		case !c.lenient:
			c.unread(p, s, member, missing)
		}
	}
	for _, f := range s.members {
		if f.required && !c.lenient && slices.Contains(missing, f.name) {
			c.problems.ErrorAt(p, "missing key %q: expected %s", f.name, f.shape.expected())
		}
	}
}

// objectOf returns the key of the object inside p that a key belongs in, or "".
func objectOf(p *content.Node, s *shape, key string) string {
	if block := format().content[manual.Kind(p.Get("type").Text())]; block != nil && block.member(key) != nil {
		return "content"
	}
	for _, f := range s.members {
		if f.shape.kinds == "{" && f.shape.member(key) != nil {
			return f.name
		}
	}
	return ""
}

// activeWord matches what a description of active content has from the text.
var activeWord = regexp.MustCompile(`<\w+|\bon\w+|\w+:`)

// strings checks every string in a value. The key is that of the value, or of the
// list that it is in.
func (c *checker) strings(p *content.Node, key string) {
	if p.Is('"') {
		c.text(p, key)
	}
	for _, inside := range p.Children {
		if p.Is('{') {
			key = inside.Name
		}
		c.strings(inside, key)
	}
}

func (c *checker) text(p *content.Node, key string) {
	if !bytes.ContainsAny(p.Raw(), `<:\`) {
		return // neither rich text nor an address
	}
	text := p.Text()
	if !c.options.AllowActiveHTML {
		if what := activeContent(text, key); what != "" {
			c.problems.Add(source.Error, p.Tree, p.At(activeWord.FindString(what)), int(p.Start), "expected no active content, found %s (--allow-active-html lets it pass)", what)
			return
		}
	}
	c.links(p, text)
	for _, name := range p.Dropped() {
		c.problems.Add(source.Warning, p.Tree, p.At("<"+name), int(p.Start), "expected elements that the page shows, found <%s>: the page leaves it out", name)
	}
}
