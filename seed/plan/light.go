package plan

import (
	"reflect"
	"slices"
	"sync"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// ReadManuals reads the manuals of a checked file, and gives their parts the ids and
// anchors by which a store, which may be nil, knows them.
func (f *File) ReadManuals(tx *db.Tx, o Options) error {
	if f.Broken {
		return nil
	}
	if f.Brand = f.Tree.Root.Get("brand").Text(); f.Brand == "" {
		f.Brand = f.Tree.Root.Get("brand").Get("slug").Text()
	}
	for i, node := range f.Tree.Root.Get("manuals").Items() {
		if !node.Is('{') {
			continue
		}
		m := readManual(node, f.Brand, f.File)
		m.index = i
		if err := m.assign(tx, o); err != nil {
			return err
		}
		f.Manuals = append(f.Manuals, m)
	}
	return nil
}

// A lightFile is a file whose tree is there only while its manuals are built.
type lightFile struct {
	mu   sync.Mutex
	left int // manuals to be built
	file *source.File
}

// Lighten lets go of the tree of a file, which is several times as large as the file. A
// file with problems, which have their places in the tree, and one with the settings of
// a brand keep theirs.
func (f *File) Lighten() {
	if f.Broken || len(f.Problems.Files()) > 0 || f.Tree.Root.Get("brand").Is('{') ||
		slices.ContainsFunc(f.Manuals, func(m *Manual) bool { return len(m.Problems.Files()) > 0 }) {
		return
	}
	f.light = true
	light := &lightFile{left: len(f.Manuals)}
	for _, m := range f.Manuals {
		m.light = light
		m.unload()
	}
	for i := range f.Links {
		f.Links[i].Node = nil
	}
	f.Tree.Root, f.Tree.Data = nil, nil
}

// unload lets go of what Load reads.
func (m *Manual) unload() {
	m.Node, m.Served, m.Page, m.DraftPage, m.Editorial = nil, nil, nil, nil, db.Editorial{}
}

// Load reads the content of a manual of a light file. The error is [source.ErrChanging]
// if it is another one now.
func (m *Manual) Load(tx *db.Tx, o Options) error {
	if m.light == nil {
		return nil
	}
	tree, err := m.light.read(m.File.File)
	if err != nil {
		return err
	}
	again := readManual(tree.Root.Get("manuals").Items()[m.index], m.Brand, m.File)
	m.Node, m.Served = again.Node, again.Served
	return m.assign(tx, o)
}

func (l *lightFile) read(f *source.File) (*content.Tree, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		l.file = source.Parse(f.Source, f.Tree.Order)
	}
	if !reflect.DeepEqual(l.file.Texts, f.Texts) {
		return nil, source.ErrChanging
	}
	return l.file.Tree, nil
}

// Unload lets go of what is large of a manual that was built.
func (m *Manual) Unload() {
	m.unload()
	m.Snapshot = manual.Snapshot{Primary: m.Primary}
	if m.light == nil {
		return
	}
	m.light.mu.Lock()
	defer m.light.mu.Unlock()
	if m.light.left--; m.light.left == 0 {
		m.light.file = nil
	}
}
