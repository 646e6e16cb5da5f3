package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// checkShape records every problem of a value, and of the values in it, against its shape: a value of
// another kind, a key that is missing or unknown, and what its rule finds.
func (c *checker) checkShape(p *content.Value, s *shape) {
	if !s.allows(p.Kind) {
		if !c.lenient || !p.Is('n') {
			c.reportKind(p, s)
		}
		return
	}
	if s.tokens && !c.countMade(p) {
		return
	}
	if s.items != nil {
		for _, item := range p.List() {
			c.checkShape(item, s.items)
		}
	}
	if (s.members != nil || s.others != nil) && p.Is('{') {
		c.checkMembers(p, s)
	}
	if s.rule != nil && !c.lenient && !p.Is('n') {
		s.rule(s, c.problems, p)
	}
}

// reportKind records that a value has another kind than its shape allows.
func (c *checker) reportKind(p *content.Value, s *shape) {
	found := jsonKindNames[p.Kind]
	if (p.Is('"') || p.Is('0')) && s.items != nil && s.items.allows(p.Kind) && !s.allows('"') {
		found += " (write it in [ ])"
	}
	if plain := s.withoutQuotes(p); plain != "" {
		found += " (write " + plain + ", without quotes)"
	}
	c.problems.ErrorAt(p, "expected %s, found %s", s.expected(), found)
}

// countMade counts the tokens that a value makes. It returns false if the manual has too many, which
// it records once.
func (c *checker) countMade(p *content.Value) bool {
	n, wasFull := countTokens(p), c.tokens > MaxTokens
	c.tokens += n
	if c.tokens <= MaxTokens {
		return true
	}
	if !wasFull {
		c.problems.ErrorAt(
			p,
			"expected at most %d tokens in a manual, counting tints and layers of shadows, found more with these %d",
			MaxTokens, n,
		)
	}
	return false
}

// withoutQuotes returns the number or boolean that the shape allows in place of a text, a number with a
// comma too, empty for none.
func (s *shape) withoutQuotes(p *content.Value) string {
	text := strings.Replace(p.Text(), ",", ".", 1)
	if (text == "true" || text == "false") && s.allows('t') {
		return text
	}
	number, err := css.Number(text)
	if err != nil || !s.allows('0') {
		return ""
	}
	return number
}

// warnOfUnread warns of a key that is nearly a known one, missing or beside it, of other words
// for one, and of a key that belongs in the entries of a list or in an object beside it.
func (c *checker) warnOfUnread(p *content.Value, s *shape, member *content.Value, missing []string) {
	warn := func(format string, args ...any) {
		c.problems.Add(problem.Warning, p.Tree, int(member.NameStart), int(member.NameStart), format, args...)
	}
	name := member.Name
	if known := Closest(name, missing); known != "" {
		warn("unknown key %q: did you mean %q? Nothing reads it.", content.Truncate(name), known)
	} else if meant := meantKey(name, missing); meant != "" {
		warn("unknown key %q: did you mean %q? Nothing reads it.", name, meant)
	} else if list := listOf(s, name); list != "" && !member.Is('"') { // a further text may be prose
		warn("the key %q belongs in the entries of %q: nothing reads it beside them", name, list)
	} else if object := s.objectWith(name); object != "" && p.Get(object).Get(name) == nil {
		warn("the key %q belongs in %q: nothing reads it beside that", name, object)
	} else if known := Closest(name, s.names()); known != "" {
		warn("unknown key %q beside %q: nothing reads it", content.Truncate(name), known)
	}
}

// checkMembers checks the members of an object.
func (c *checker) checkMembers(p *content.Value, s *shape) {
	var missing []string
	for _, f := range s.members {
		if p.Get(f.name) == nil {
			missing = append(missing, f.name)
		}
	}
	for _, member := range p.Members() {
		name, start := member.Name, int(member.NameStart)
		shape := s.member(name)
		if shape == nil {
			shape = s.others
		}
		if shape != nil {
			c.checkShape(member, shape)
			continue
		}
		if !s.open {
			c.problems.Add(
				problem.Error, p.Tree, start, start, "unknown key %q: %s", content.Truncate(name),
				unknownHelp(p, s, name),
			)
			continue
		}
		if !c.lenient && !s.requires(nearKey(name, missing)) { // else it is told as a missing key
			c.warnOfUnread(p, s, member, missing)
		}
	}
	for _, f := range s.members {
		if f.required && !c.lenient && slices.Contains(missing, f.name) {
			c.reportMissing(p, s, f, missing)
		}
	}
}

// unknownHelp says what may be meant by a key that an object cannot have.
func unknownHelp(p *content.Value, s *shape, name string) string {
	// a step is no typing error
	if known := Closest(name, s.names()); known != "" && !strings.ContainsAny(known, "0123456789") {
		return fmt.Sprintf("did you mean %q?", known)
	}
	if object := objectOf(p, s, name); object != "" {
		return fmt.Sprintf("it belongs in %q", object)
	}
	return "expected " + joinOr(s.names())
}

// nearKey returns the missing key that a word is nearly, or stands for, or "".
func nearKey(word string, missing []string) string {
	return cmp.Or(Closest(word, missing), meantKey(word, missing))
}

// requires reports whether an object must have a key.
func (s *shape) requires(name string) bool {
	return slices.ContainsFunc(s.members, func(f field) bool { return f.required && f.name == name })
}

// reportMissing records that an object lacks a key, at the member that is nearly it if there is
// one.
func (c *checker) reportMissing(p *content.Value, s *shape, f field, missing []string) {
	for _, member := range p.Members() {
		if !s.open && Closest(member.Name, s.names()) == f.name { // told as an unknown key
			return
		}
		if nearKey(member.Name, missing) == f.name {
			offset := int(member.NameStart)
			c.problems.Add(
				problem.Error, p.Tree, offset, offset, "missing key %q: did you mean it by %q?", f.name,
				content.Truncate(member.Name),
			)
			return
		}
	}
	c.problems.ErrorAt(p, "missing key %q: expected %s", f.name, f.shape.expected())
}

// objectOf returns the key of the object inside p that a key belongs in, or "".
func objectOf(p *content.Value, s *shape, key string) string {
	if block := format().content[manual.Kind(p.Get("type").Text())]; block != nil && block.member(key) != nil {
		return "content"
	}
	return s.objectWith(key)
}

// objectWith returns the name of the member that is an object and may have a key, or "".
func (s *shape) objectWith(key string) string {
	for _, f := range s.members {
		if f.shape.allows('{') && f.shape.member(key) != nil {
			return f.name
		}
	}
	return ""
}

// Closest returns the known word that differs from a word in case only, or in
// one or two letters. It returns "" for a known word and if none is close.
func Closest(word string, known []string) string {
	if word == "" || slices.Contains(known, word) {
		return ""
	}
	best, least := "", 3
	for _, k := range known {
		most := 0
		if len(k) > 5 {
			most = 2
		} else if len(k) > 2 {
			most = 1
		}
		if max(len(word), len(k))-min(len(word), len(k)) > most {
			continue
		}
		if d := tokenize.Edits(strings.ToLower(word), strings.ToLower(k)); d <= most && d < least {
			best, least = k, d
		}
	}
	return best
}
