package page

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"time"
)

var (
	pageLanguage = regexp.MustCompile(`^<!doctype html>\n<html lang="([^"]*)"`)
	draftBar     = []byte(`<aside class="draft-bar">`)
	pageStart    = []byte("<div class=\"page\">\n")
)

// AddBar adds to the page of a manual, that [Render] has returned, that a share link shows it and
// until when, in the bar of a draft or in one of its own. The page is not changed.
func AddBar(drawn []byte, until time.Time) []byte {
	var s locale
	if lang := pageLanguage.FindSubmatch(drawn); lang != nil {
		s = newLocale(html.UnescapeString(string(lang[1])), "")
	}
	end := s.translate("link-until", s.date(until).Shown+until.UTC().Format(", 15:04 UTC"))
	if start := bytes.Index(drawn, draftBar); start >= 0 {
		at := start + bytes.Index(drawn[start:], []byte("</aside>"))
		return slices.Concat(drawn[:at], []byte(html.EscapeString(" · "+end)), drawn[at:])
	}
	at := bytes.Index(drawn, pageStart)
	if at < 0 {
		return drawn
	}
	at += len(pageStart)
	return slices.Concat(drawn[:at], draftBar, []byte(html.EscapeString(s.translate("shared")+" · "+end)+"</aside>\n"), drawn[at:])
}
