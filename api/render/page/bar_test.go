package page

import (
	"strings"
	"testing"
	"time"
)

// The bar of a page that a share link shows says until when, in the language of the page.
func TestAddBar(t *testing.T) {
	until := time.Date(2026, 12, 24, 17, 30, 0, 0, time.UTC)
	for _, test := range []struct{ page, want string }{
		{"<!doctype html>\n<html lang=\"en\"><div class=\"page\">\n<h1>A</h1>", `<div class="page">` + "\n" + `<aside class="draft-bar">Shared with you · this link ends on 24 December 2026, 17:30 UTC</aside>` + "\n<h1>"},
		{"<!doctype html>\n<html lang=\"de\" dir=\"ltr\"><div class=\"page\">\n<aside class=\"draft-bar\">Entwurf, nicht veröffentlicht</aside>", `<aside class="draft-bar">Entwurf, nicht veröffentlicht · der Link endet am 24. Dezember 2026, 17:30 UTC</aside>`},
	} {
		if got := string(AddBar([]byte(test.page), until)); !strings.Contains(got, test.want) {
			t.Errorf("%s lacks %s", got, test.want)
		}
	}
}
