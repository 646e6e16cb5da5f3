package metrics

import (
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"designmanual/db"
)

// tokens count the requests of each access token, by its public id. A request
// only has one that is valid, so that there are at most as many as the store
// has, and those that are not valid any more go when somebody looks.
type tokens struct {
	mu   sync.RWMutex
	uses map[string]*atomic.Uint64
}

func newTokens() tokens { return tokens{uses: make(map[string]*atomic.Uint64)} }

// use counts a request of the token.
func (t *tokens) use(id string) {
	t.mu.RLock()
	uses := t.uses[id]
	t.mu.RUnlock()
	if uses == nil {
		uses = t.first(id)
	}
	uses.Add(1)
}

// first returns the count of a token that had none.
func (t *tokens) first(id string) *atomic.Uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.uses[id] == nil {
		t.uses[id] = new(atomic.Uint64)
	}
	return t.uses[id]
}

// all returns the tokens of the index that have been used and are valid at
// now, and forgets the others.
func (t *tokens) all(ix *db.Index, now time.Time) iter.Seq2[string, uint64] {
	valid := make(map[string]*atomic.Uint64)
	t.mu.Lock()
	defer t.mu.Unlock()
	for token := range ix.Tokens() {
		if uses := t.uses[token.ID]; uses != nil && token.Valid(now) {
			valid[token.ID] = uses
		}
	}
	t.uses = valid
	return func(yield func(string, uint64) bool) {
		for token := range ix.Tokens() {
			if uses := valid[token.ID]; uses != nil && !yield(token.ID, uses.Load()) {
				return
			}
		}
	}
}
