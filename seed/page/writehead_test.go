package page

import (
	"strings"
	"testing"
)

func TestHead(t *testing.T) {
	h := head{Title: `1+1 < "3" & '4'`, Description: "</head>\x00", SiteName: "A&B", Stylesheet: "/-/page.css"}
	if got := string(h.HTML()); !strings.Contains(got, "<title>1&#43;1 &lt; &#34;3&#34; &amp; &#39;4&#39;</title>\n") ||
		!strings.Contains(got, "<meta name=\"description\" content=\"&lt;/head&gt;\uFFFD\">\n") ||
		strings.Contains(got, "og:") || strings.Contains(got, "alternate") || strings.Contains(got, "<style>") || strings.Contains(got, "<script") {
		t.Errorf("the head is\n%s", got)
	}
	h.Canonical, h.Manual, h.Script, h.Style = "https://a.example/b", "/b.json", "/-/page.js", []byte(":root{}")
	got := string(h.HTML())
	for _, want := range []string{
		"<link rel=\"canonical\" href=\"https://a.example/b\">\n", "<meta property=\"og:site_name\" content=\"A&amp;B\">\n",
		"<link rel=\"alternate\" type=\"application/json\" title=\"The manual as JSON\" href=\"/b.json\">\n",
		"<style>:root{}</style>\n<script src=\"/-/page.js\" defer></script>\n</head>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
