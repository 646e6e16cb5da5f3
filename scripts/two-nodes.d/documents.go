package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"designmanual/scripts/proxy/trial"
)

// A document is something that the nodes are asked for, and what is expected.
type document struct {
	host, target  string
	authorization string
	coding        string // of the request's Accept-Encoding
	sum, tag      string // of the body as it is sent, and its entity tag
}

// documents returns all documents of all manuals of the node, plain and
// compressed, and the pages of those that anyone may read.
func documents(ctx context.Context, n *node, tokens map[string]string) ([]*document, error) {
	listed, err := n.run(ctx, "list", "--json")
	if err != nil {
		return nil, err
	}
	var brands []struct {
		Slug    string `json:"slug"`
		Manuals []struct{ Slug, Visibility, Address string }
	}
	if err := json.Unmarshal([]byte(listed), &brands); err != nil {
		return nil, fmt.Errorf("reading the list of %s: %w", n.name, err)
	}
	var all []*document
	add := func(host, target, authorization string) {
		for _, coding := range []string{"identity", "gzip"} {
			all = append(all, &document{host: host, target: target, authorization: authorization, coding: coding})
		}
	}
	add(trial.Site, "/", "")
	for _, brand := range brands {
		for _, m := range brand.Manuals {
			authorization, at := "", "/api/v1/manuals/"+brand.Slug+"."+m.Slug
			if m.Visibility == "private" || m.Visibility == "password" {
				authorization = "Bearer " + tokens[brand.Slug]
			}
			for _, ending := range []string{".json", "/tokens.json", "/tokens.json?format=2025.10", "/tokens.json?format=2025.10-resolver"} {
				add(trial.Site, at+ending, authorization)
			}
			page, err := url.Parse(m.Address)
			if err != nil {
				return nil, fmt.Errorf("the address of %s.%s: %w", brand.Slug, m.Slug, err)
			}
			if authorization == "" {
				add(page.Host, "/"+strings.TrimPrefix(page.Path, "/"), "")
			}
		}
	}
	return all, nil
}

// request returns a request for the document at a base URL.
func (d *document) request(ctx context.Context, base, query string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+d.target, nil)
	if err != nil {
		return nil, err
	}
	r.Host = d.host
	r.Header.Set("Accept-Encoding", d.coding)
	if d.authorization != "" {
		r.Header.Set("Authorization", d.authorization)
	}
	if query != "" {
		r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&"+query, "&")
	}
	return r, nil
}

// read asks a node for the document and returns the status, the sum of the
// body and the entity tag.
func (d *document) read(ctx context.Context, n *node) (status int, sum, tag string, err error) {
	r, err := d.request(ctx, "http://"+n.address, "")
	if err != nil {
		return 0, "", "", err
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		return 0, "", "", err
	}
	defer answer.Body.Close()
	sum, err = sumOf(answer.Body)
	return answer.StatusCode, sum, answer.Header.Get("ETag"), err
}

func sumOf(body io.Reader) (string, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, body); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// compare asks both nodes for each document and returns those that there are:
// a manual without themes has no resolver document, and one that has ended has
// none at all. The nodes are to answer with the same status, bytes and tag.
func compare(ctx context.Context, a, b *node, all []*document) ([]*document, error) {
	var found []*document
	for _, d := range all {
		status, sum, tag, err := d.read(ctx, a)
		if err != nil {
			return nil, fmt.Errorf("%s: %s%s: %w", a.name, d.host, d.target, err)
		}
		status2, sum2, tag2, err := d.read(ctx, b)
		if err != nil {
			return nil, fmt.Errorf("%s: %s%s: %w", b.name, d.host, d.target, err)
		}
		if status != status2 || tag != tag2 || status == http.StatusOK && sum != sum2 {
			return nil, fmt.Errorf("%s%s: %s answers %d %s %s, %s answers %d %s %s", d.host, d.target, a.name, status, tag, sum, b.name, status2, tag2, sum2)
		}
		if status != http.StatusOK && status != http.StatusNotFound && status != http.StatusGone {
			return nil, fmt.Errorf("%s%s: both answer %d", d.host, d.target, status)
		}
		if status == http.StatusOK && d.coding == "identity" && tag != `"`+sum+`"` {
			return nil, fmt.Errorf("%s%s: the entity tag %s is not the sum of the body, %s", d.host, d.target, tag, sum)
		}
		if status == http.StatusOK {
			d.sum, d.tag = sum, tag
			found = append(found, d)
		}
	}
	return found, nil
}
