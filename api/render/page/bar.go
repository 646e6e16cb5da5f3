package page

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"time"

	"designmanual/api/render/page/words"
)

var (
	pageLanguage = regexp.MustCompile(`^<!doctype html>\n<html lang="([^"]*)"`)
	draftBar     = []byte(`<aside class="draft-bar">`)
	pageStart    = []byte("<div class=\"page\">\n")
)

// AddBar adds to the page of a manual, that [Render] has returned, that a share link shows it and
// until when, in the bar of a draft or in one of its own. The page is not changed.
func AddBar(drawn []byte, until time.Time) []byte {
	var s words.Locale
	if lang := pageLanguage.FindSubmatch(drawn); lang != nil {
		s = words.New(html.UnescapeString(string(lang[1])), "")
	}
	end := s.Translate("link-until", s.Date(until).Shown+until.UTC().Format(", 15:04 UTC"))
	if start := bytes.Index(drawn, draftBar); start >= 0 {
		at := start + bytes.Index(drawn[start:], []byte("</aside>"))
		return slices.Concat(drawn[:at], []byte(html.EscapeString(" · "+end)), drawn[at:])
	}
	at := bytes.Index(drawn, pageStart)
	if at < 0 {
		return drawn
	}
	at += len(pageStart)
	return slices.Concat(
		drawn[:at], draftBar, []byte(html.EscapeString(s.Translate("shared")+" · "+end)+"</aside>\n"), drawn[at:],
	)
}
