package seed

import (
	"designmanual/db/manual"
)

// checkFile records every fault that a file has on its own: its shape, the
// rules between the keys of one object, the content of the known kinds of
// block, and active content.
func checkFile(f *file, o Options, faults *faults) {
	if f.broken {
		return
	}
	c := &checker{faults: faults}
	root := place{f, &f.root}
	c.check(root, rootShape)
	for _, m := range root.get("manuals").items() {
		f.hold(m.node)
		c.manual(m, o)
	}
	f.letGo()
}

func (c *checker) manual(m place, o Options) {
	if password := m.get("password"); password.there() && m.get("visibility").str() != string(manual.Password) {
		c.faults.at(password, "expected no password with a visibility other than password")
	}
	review, approved := m.get("review"), m.get("approved")
	if approved.there() && !review.boolean(false) {
		c.faults.at(approved, "expected approved only in a manual with review: true")
	}
	c.sums, c.bytes = nil, 0
	c.page(m, o)
	if approved.is('{') {
		c.page(approved, o)
	}
}

// page checks the sections of one version of a manual.
func (c *checker) page(version place, o Options) {
	ids := make(map[string]place)
	for _, s := range version.get("sections").items() {
		c.unique(ids, s.get("id"))
		blocks, kind := s.get("blocks"), s.get("type")
		if blocks.there() && kind.there() {
			c.faults.at(kind, "expected either blocks or type: a section with a type was saved before blocks existed")
		}
		c.content(s.get("content"), manual.Kind(kind.str()), o)
		for _, b := range blocks.items() {
			c.unique(ids, b.get("id"))
			c.content(b.get("content"), manual.Kind(b.get("type").str()), o)
		}
	}
}

func (c *checker) unique(ids map[string]place, id place) {
	if id.str() == "" {
		return
	}
	if first, taken := ids[id.str()]; taken {
		c.faults.at(id, "expected an id of its own, %q is that of %s", id.str(), first.path().parent)
		return
	}
	ids[id.str()] = id
}

// content checks what a block stores, or a section of that kind.
func (c *checker) content(p place, kind manual.Kind, o Options) {
	if !p.is('{') {
		return
	}
	if s, known := kindShapes[kind]; known {
		inside := checker{faults: c.faults, lenient: empty(p)}
		inside.check(p, s)
	}
	if !o.AllowActiveHTML {
		c.active(p)
	}
	c.files(p, kind, o)
}

// active records the active content of every string of a value.
func (c *checker) active(p place) {
	switch p.node.kind {
	case '"':
		if what := activeContent(p.str()); what != "" {
			c.faults.at(p, "expected no active content, found %s (--allow-active-html lets it pass)", what)
		}
	case '[':
		for _, item := range p.items() {
			c.active(item)
		}
	case '{':
		for _, m := range p.members() {
			c.active(m)
		}
	}
}
