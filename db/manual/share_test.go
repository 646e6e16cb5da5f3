package manual

import (
	"strings"
	"testing"
	"time"
)

// A share link opens what it was made for until its end, and nothing else.
func TestShare(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	key, other := NewSessionKey([]byte("a")), NewSessionKey([]byte("b"))
	vault, end := Share{ID: "vault"}, now.Add(time.Hour)
	value := key.Share(vault, end)
	if !strings.HasPrefix(value, "1777899600.") || len(value) != len("1777899600.")+43 {
		t.Errorf("the value is %s", value)
	}
	for _, tt := range []struct {
		key   SessionKey
		share Share
		value string
		now   time.Time
		want  bool
	}{
		{key, vault, value, now, true},
		{key, vault, value, end.Add(-time.Second), true},
		{key, vault, value, end, false},
		{other, vault, value, now, false},
		{key, Share{ID: "other"}, value, now, false},
		{key, Share{ID: "vault", Password: "$2a$10$x"}, value, now, false},
		{key, Share{ID: "vault", Draft: true}, value, now, false},
		{key, vault, "", now, false},
		{key, vault, ".", now, false},
		{key, vault, value + "A", now, false},
		{key, vault, "0" + value, now, false},
		{key, vault, "+" + value, now, false},
		{key, vault, strings.Replace(value, "1777899600", "1777899601", 1), now, false},
		{key, vault, key.Share(vault, now.Add(MaxShareTime)), now, true},
		{key, vault, key.Share(vault, now.Add(MaxShareTime+time.Second)), now, false},
	} {
		got, ok := tt.key.OpenShare(tt.share, tt.value, tt.now)
		if ok != tt.want || ok && tt.value == value && !got.Equal(end) {
			t.Errorf("%+v with %q at %v: %v, %t, want %t", tt.share, tt.value, tt.now, got, ok, tt.want)
		}
	}
}
