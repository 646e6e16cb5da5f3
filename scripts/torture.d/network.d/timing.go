//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"designmanual/scripts/torture.d/lab"
)

const (
	mostWelch   = 4.5
	mostMedians = float64(time.Microsecond)
	kept        = 0.9 // of all times, the smallest
)

// A secret is what a reader without the right is not to learn of: a manual,
// with the name that it has in paths. The names of one series are of one
// length, and the first is of nothing.
type secret struct{ what, name string }

// A series is requests that differ in nothing but the name.
type series struct {
	what    string
	host    string
	path    string // with %s for the name
	fields  string
	secrets []secret
}

// timing asks for what there is not, and for what there is and nobody may know
// of, in turn: the answers are the same bytes, and come after the same time.
func (y *yard) timing(ctx context.Context) (string, error) {
	s, err := y.serve(ctx, "--rate", "1000000000-H", "--token-rate", "1000000000-H")
	if err != nil {
		return "", err
	}
	defer s.Kill()
	tokens := make(map[string]string)
	for _, brand := range []string{"birch", "alder"} {
		if tokens[brand], err = y.run(ctx, "token", "create", "--db", s.store, "--brand", brand, "--name", "timing"); err != nil {
			return "", err
		}
	}
	c, err := dial(ctx, s.Address)
	if err != nil {
		return "", err
	}
	defer c.c.Close()
	all := allSeries(tokens)
	worst, between := 0.0, 0.0
	for _, one := range all {
		if err := one.sameBytes(c); err != nil {
			return "", err
		}
		t, apart, err := one.sameTime(ctx, c, y.number)
		if errors.Is(err, lab.ErrBroken) { // among so many, one by chance; not the same one twice
			t, apart, err = one.sameTime(ctx, c, y.number)
		}
		if err != nil {
			return "", err
		}
		worst, between = max(worst, t), max(between, apart)
	}
	return fmt.Sprintf("%d series of %d answers to each of their names: the same bytes; Welch's t at most %.1f, medians at most %.0f ns apart",
		len(all), y.number, worst, between), s.Stop()
}

// allSeries returns all series: with no access token, and with that of the
// other brand.
func allSeries(tokens map[string]string) []series {
	birch := []secret{{"unknown", "%s.empty"}, {"private", "%s.vault"}, {"expired private", "%s.older"}, {"unpublished", "%s.draft"}}
	named := func(pattern string) (list []secret) {
		for _, s := range birch {
			list = append(list, secret{s.what, strings.Replace(s.name, "%s.", pattern, 1)})
		}
		return list
	}
	brands := []secret{{"an unknown brand", "elder"}, {"a brand of private manuals", "alder"}}
	var all []series
	for _, token := range []struct{ what, brand string }{{"no token", ""}, {"another brand's token", "alder"}, {"a bad token", "?"}} {
		fields := ""
		switch token.brand {
		case "":
		case "?":
			fields = "Authorization: Bearer " + tokens["alder"][:len(tokens["alder"])-1] + "\r\n"
		default:
			fields = "Authorization: Bearer " + tokens[token.brand] + "\r\n"
		}
		all = append(all,
			series{"manual, " + token.what, site, "/api/v1/manuals/%s.json", fields, named("birch.")},
			series{"tokens, " + token.what, site, "/api/v1/manuals/%s/tokens.json", fields, named("birch.")},
			series{"page, " + token.what, "birch." + site, "/%s", fields, named("")},
		)
	}
	foreign := "Authorization: Bearer " + tokens["birch"] + "\r\n"
	for _, fields := range []string{"", foreign} {
		all = append(all,
			series{"brand", site, "/api/v1/manuals/%s.json", fields, brands},
			series{"brand's host", "%s." + site, "/", fields, brands},
			series{"manual on the brand's host", "%s." + site, "/api/v1/manuals/guide.json", fields, brands},
			series{"robots.txt", "%s." + site, "/robots.txt", fields, brands},
		)
	}
	return all
}

// request returns the request for a name.
func (o *series) request(method, name, fields string) string {
	fill := func(text string) string { return strings.Replace(text, "%s", name, 1) }
	return method + " " + fill(o.path) + " HTTP/1.1\r\nHost: " + fill(o.host) + "\r\n" + o.fields + fields + "\r\n"
}

// changing is what differs from one answer to the next.
var changing = regexp.MustCompile(`(?im)^(Date|X-RateLimit-Remaining|X-RateLimit-Reset|X-Request-Id): .*$`)

// sameBytes asks in many ways for each name of the series. The answers must
// not differ but in the name itself.
func (o *series) sameBytes(c *client) error {
	for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS", "DELETE"} {
		for _, fields := range []string{"", "Accept-Encoding: gzip\r\n", "If-None-Match: *\r\n", "If-Match: \"x\"\r\n", "Cookie: a=b\r\n", "Origin: http://x.example\r\nAccess-Control-Request-Method: GET\r\n", "Range: bytes=0-1\r\n"} {
			var first string
			for i, s := range o.secrets {
				if _, err := io.WriteString(c.c, o.request(method, s.name, fields)); err != nil {
					return err
				}
				got, err := c.whole(method)
				if err != nil {
					return err
				}
				got = strings.ReplaceAll(changing.ReplaceAllString(got, "$1"), s.name, "NAME")
				if i == 0 {
					first = got
				} else if got != first {
					return lab.Broken("%s %s: %s is told from %s:\n%s\nand\n%s", method, o.what, s.what, o.secrets[0].what, got, first)
				}
			}
		}
	}
	return nil
}

// whole reads an answer and returns it as text.
func (c *client) whole(method string) (string, error) {
	a, err := c.read(method)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n", a.status)
	if err := a.header.Write(&text); err != nil {
		return "", err
	}
	return strings.ReplaceAll(text.String(), "\r\n", "\n") + "\n" + a.body, nil
}

// sameTime asks for each name so many times, in random order, and returns the
// worst of Welch's t and of the difference between the medians. No name may
// have both of them large.
func (o *series) sameTime(ctx context.Context, c *client, number int) (worst, between float64, err error) {
	took := make([][]float64, len(o.secrets))
	requests := make([]string, len(o.secrets))
	for i, s := range o.secrets {
		requests[i] = o.request(http.MethodGet, s.name, "")
	}
	random := rand.New(rand.NewPCG(1, uint64(number)))
	for n := range number + number/10 {
		for _, i := range random.Perm(len(requests)) {
			began := time.Now()
			if _, err := io.WriteString(c.c, requests[i]); err != nil {
				return 0, 0, err
			}
			if _, err := c.r.Peek(1); err != nil {
				return 0, 0, err
			}
			elapsed := time.Since(began)
			if _, err := c.read(http.MethodGet); err != nil {
				return 0, 0, err
			}
			if n >= number/10 { // before, caches are warmed
				took[i] = append(took[i], float64(elapsed))
			}
		}
		if ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
	}
	all := slices.Sorted(slices.Values(slices.Concat(took...)))
	limit := all[int(float64(len(all))*kept)]
	for i := range o.secrets[1:] {
		t := math.Abs(welch(below(took[0], limit), below(took[i+1], limit)))
		apart := math.Abs(median(took[0]) - median(took[i+1]))
		if t >= mostWelch && apart > mostMedians {
			return 0, 0, lab.Broken("%s: the time tells %s from %s: Welch's t is %.1f, the medians are %.0f ns apart (of %.0f ns)",
				o.what, o.secrets[i+1].what, o.secrets[0].what, t, apart, median(took[0]))
		}
		worst, between = max(worst, t), max(between, apart)
	}
	return worst, between, nil
}
