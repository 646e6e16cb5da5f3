package convert

import (
	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/tokens"
)

// A builder makes entries of the manual from tokens. It keeps the order of tokens in a
// group: if they come from blocks of several kinds or with several anchors, there are
// several blocks again.
type builder struct {
	Options
	*tokens.Collection
	report        *Report
	tokens        []*token
	tokenOf       map[*tokens.Token]*token
	outside       int                   // colors outside sRGB
	used          map[*tokens.Mode]bool // a value differs in it
	entries       [meaning.PlaceCount][]*entry
	named         map[string]*entry // by group and name
	variables     map[string]string // the token that has a custom property
	scaled        bool              // there is a type scale: its size md and two more are known
	sizes         map[string]string // the sizes of the type scale
	scaleEntry    *entry            // the first of these
	themes        []*themeEntry     // in their order
	extraFamilies []string          // of text styles, which no typeface of the manual has
	blocks        [sectionCount][]*block
	current       map[string]*block // the block of the last token, by group of the token document
	anchored      map[string]*block // by anchor, if the tokens have one
}

// A token is one of the files, with what becomes of it.
type token struct {
	*tokens.Token
	as        string                 // the token of the manual: color.blue
	colorName string                 // the name of the color made from it
	entry     *entry                 // of the manual, nil for none
	left      error                  // the reason why the manual has none
	group     *propertyGroup         // whose values it has, nil for a token of the files
	held      map[*tokens.Mode]bool  // the modes whose value the manual has
	lost      map[*tokens.Mode]error // those whose value it has not
}

func newToken(t *tokens.Token) *token {
	return &token{Token: t, held: map[*tokens.Mode]bool{}, lost: map[*tokens.Mode]error{}}
}

func newBuilder(c *tokens.Collection, o Options) *builder {
	b := &builder{
		Options: o, Collection: c, report: &Report{Notes: c.Notes},
		tokenOf: map[*tokens.Token]*token{}, used: map[*tokens.Mode]bool{},
		named: map[string]*entry{}, variables: map[string]string{}, sizes: map[string]string{},
		current: map[string]*block{}, anchored: map[string]*block{},
	}
	for _, t := range c.Tokens {
		one := newToken(t)
		b.tokens, b.tokenOf[t] = append(b.tokens, one), one
	}
	return b
}

// build makes the entries of all tokens and the themes, or sets the reasons why there are
// none, and puts them into blocks.
func (b *builder) build() error {
	b.findScale()
	groups, grouped := b.propertyGroups(), map[*token]bool{}
	for _, g := range groups {
		for _, t := range g.consumed() {
			grouped[t] = true
		}
	}
	for _, t := range b.tokens {
		if t.First() != nil && !t.First().Part && !t.First().IsBareRole() && !grouped[t] {
			t.left = b.add(t)
		}
	}
	for _, g := range groups {
		b.addGroup(g)
	}
	b.addExtraFamilies()
	if b.First {
		b.addRamps()
	}
	if err := b.addThemes(); err != nil {
		return err
	}
	for p := range b.entries {
		for _, e := range b.entries[p] {
			b.put(e)
		}
	}
	b.addScale()
	b.putThemes()
	return nil
}

// valueIn returns the value of a token in a mode, with the declaration that counts there.
func (b *builder) valueIn(t *token, m *tokens.Mode) (*tokens.Result, *tokens.Declaration) {
	if t.group != nil {
		value, err := b.groupValue(t.group, m)
		return &tokens.Result{Value: value, Kind: "typography", Err: err}, t.Declarations[0]
	}
	return b.Collection.ValueIn(t.Token, m)
}
