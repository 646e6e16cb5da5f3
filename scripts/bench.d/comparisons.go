package main

import "slices"

// What is asked for, and by whom.
const (
	identity    = "200 identity"
	compressed  = "200 gzip"
	notModified = "304"

	plain   = "plain"
	token   = "token"
	browser = "browser"
)

// A body is a document as our server answers with it, and so what every side
// answers with.
type body struct {
	name           string // of files and records: m60
	title          string // 60 KB
	path           string // at our server
	identity, gzip []byte
}

// bodies returns what is asked for, of every size.
func bodies() []*body {
	const manuals = "/api/v1/manuals/"
	return []*body{
		{name: "m2", title: "2 KB", path: manuals + "bench.m2.json"},
		{name: "m8", title: "8 KB", path: manuals + "bench.m8.json"},
		{name: "m60", title: "60 KB", path: manuals + "bench.m60.json"},
		{name: "m200", title: "200 KB", path: manuals + "bench.m200.json"},
		{name: "ternholm", title: "Ternholm Ferries, manual", path: manuals + "ternholm.json"},
		{name: "varve-tokens", title: "Varve Instruments, tokens", path: manuals + "varve/tokens.json"},
	}
}

// A comparison is one request that all sides of it are given in turn.
type comparison struct {
	body   *body
	answer string // identity, compressed or notModified
	reader string // plain, token or browser
	whole  bool   // every side is asked, and not only those that serve files
}

// comparisons returns all that is compared, or a few of them.
func comparisons(bodies []*body, quick bool) []comparison {
	var all []comparison
	for _, b := range bodies {
		whole := b.name == "m60"
		for _, answer := range []string{identity, compressed, notModified} {
			if answer != notModified || whole || b.name == "m2" { // it has no body
				all = append(all, comparison{body: b, answer: answer, reader: plain, whole: whole})
			}
			if whole || b.name == "m8" && answer != notModified {
				all = append(all, comparison{body: b, answer: answer, reader: token})
				if answer != identity { // every browser takes gzip
					all = append(all, comparison{body: b, answer: answer, reader: browser})
				}
			}
		}
	}
	if quick {
		return slices.DeleteFunc(all, func(c comparison) bool { return c.body.name != "m60" })
	}
	return all
}

// A question is a comparison as one side is asked it.
type question struct {
	path   string
	fields []string
}

// fields returns the header fields of a comparison that do not depend on the side.
func (c comparison) fields(secret string) []string {
	var fields []string
	switch {
	case c.reader == browser:
		fields = chromium()
	case c.answer != identity:
		fields = []string{"Accept-Encoding: gzip"}
	}
	if c.reader == token {
		fields = append(fields, "Authorization: Bearer "+secret)
	}
	return fields
}

// chromium returns what Chromium sends with fetch() in a page of another
// origin.
func chromium() []string {
	return []string{
		`Connection: keep-alive`,
		`sec-ch-ua-platform: "Linux"`,
		`User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`,
		`sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"`,
		`sec-ch-ua-mobile: ?0`,
		`Accept: */*`,
		`Origin: https://shop.example`,
		`Sec-Fetch-Site: cross-site`,
		`Sec-Fetch-Mode: cors`,
		`Sec-Fetch-Dest: empty`,
		`Referer: https://shop.example/`,
		`Accept-Encoding: gzip, deflate, br, zstd`,
		`Accept-Language: en-GB,en;q=0.9`,
	}
}
