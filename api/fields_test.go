package api

import (
	"crypto/sha256"
	"strings"
	"testing"
)

func TestParseAuthorization(t *testing.T) {
	good := secretOf("acme")
	for want, fields := range map[credentials][]string{ // of a request, separated by |
		{sent: true, bearer: true, formed: true, sum: sha256.Sum256([]byte(good))}: {"Bearer " + good, "bearer " + good, "BEARER    " + good, " Bearer " + good + " \t"}, // RFC 9110, section 11.1
		{sent: true}: {"Basic eDp5", `Digest username="x", realm="y"`, "Token " + good},
		{sent: true, bearer: true}: {
			"Bearer", "Bearer ", "", " ", good, "word", "Bearer " + good + " " + good, "Bearer " + good + ", Bearer " + good, "Bearer " + good + ",", `Bearer "` + good + `"`,
			"Bearer\t" + good, "Bearer: " + good, "Bearer=" + good, "Bearer token=" + good, "Bearer " + strings.ToLower(good), "Bearer " + good[:len(good)-1], "Bearer abc",
			"Bearer " + good + "|Bearer " + good, "Basic eDp5|Bearer " + good, "|", "Basic", "Bas(ic eDp5", `"Basic" eDp5`, "B\u00e9arer " + good,
		},
	} {
		for _, sent := range fields {
			if got := parseAuthorization(strings.Split(sent, "|")); got != want {
				t.Errorf("%q: %+v, want %+v", sent, got, want)
			}
		}
	}
}

func TestAcceptsGzip(t *testing.T) {
	for want, sent := range map[bool][]string{ // separated by |
		true: {
			"gzip", "GZIP", "x-gzip", "*", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "deflate|gzip", "gzip ; q=0.5 ", "gzip;Q=0.001", "gzip;q=1.000", "gzip;q=1.",
			"*;q=0.5", "identity;q=0, *", "identity;q=0.5, gzip;q=0.5", "identity;q=0.5, gzip", "deflate, gzip;q=0, x-gzip", "gzip;q=2, *", ",, gzip ,", "gzip, *;q=0.5", "gzip;q=0.5, *;q=0",
		},
		false: {
			"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0", "identity, gzip;q=0.9", "identity;q=0.501, gzip;q=0.5", "identity;q=1, *;q=0.5", "gzip;q=", "gzip;q=x", "gzip;q=-1",
			"gzip;q=0.5, *", // * is about identity too
			"gzip;q=0, *",   // * is about other codings only
			"gzip;q=1.001", "gzip;q=0.1234", "gzip;q=.5", "gzip;q=0,5", "gzip;q=00", "gzip; q = 1", "gzip;", "gzip;level=9", "gzip;q=1;level=9", "gzipped", `"gzip"`,
		},
	} {
		for _, fields := range sent {
			if got := acceptsGzip(strings.Split(fields, "|")); got != want {
				t.Errorf("Accept-Encoding: %s: gzip %t, want %t", fields, got, want)
			}
		}
	}
}
