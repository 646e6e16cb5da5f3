package manual

import "testing"

func TestParseSite(t *testing.T) {
	for _, tt := range []struct {
		in, want string // want is empty for an error
	}{
		{"https://manuals.example.com", "https://manuals.example.com"},
		{"http://localhost:8080", "http://localhost:8080"},
		{"HTTPS://Manuals.Example.COM:8443", "https://manuals.example.com:8443"},
		{"https://manuals.example.com:443", "https://manuals.example.com"},
		{"http://manuals.example.com:80", "http://manuals.example.com"},
		{"http://xn--bl-yia.example", "http://xn--bl-yia.example"},
		{"", ""},
		{"manuals.example.com", ""},
		{"ftp://manuals.example.com", ""},
		{"https://manuals.example.com/", "https://manuals.example.com"},
		{"https://manuals.example.com:8443/brand/", "https://manuals.example.com:8443/brand"},
		{"https://acme.github.io/a-b/c.d_e~", "https://acme.github.io/a-b/c.d_e~"},
		{"https://manuals.example.com/healthz", ""},
		{"https://manuals.example.com/readyz/", ""},
		{"https://manuals.example.com/healthz/brand", "https://manuals.example.com/healthz/brand"},
		{"https://manuals.example.com//", ""},
		{"https://manuals.example.com/a//b", ""},
		{"https://manuals.example.com/../b", ""},
		{"https://manuals.example.com/a%2Fb", ""},
		{"https://manuals.example.com/a b", ""},
		{"https://manuals.example.com/é", ""},
		{"https://manuals.example.com/a\"b", ""},
		{"https://manuals.example.com?", ""},
		{"https://manuals.example.com?x=1", ""},
		{"https://manuals.example.com#", ""},
		{"https://user@manuals.example.com", ""},
		{"https://127.0.0.1", "https://127.0.0.1"},
		{"https://[0::1]:8080/x", "https://[::1]:8080/x"},
		{"http://[fe80::1%25eth0]", ""},
		{"https://127.1", ""},
		{"https://2130706433:8443", ""},
		{"https://0x7f.1", ""},
		{"https://0X7F000001", ""},
		{"https://manuals.0x", ""},
		{"https://manuals.example.08", ""},
		{"https://1.example", "https://1.example"},
		{"https://127.0x7g", "https://127.0x7g"},
		{"https://manuals.example.com.", ""},
		{"https://manuals.example.com:", ""},
		{"https://manuals.example.com:0", ""},
		{"https://manuals.example.com:65536", ""},
		{"https://manuals.example.com:080", ""},
		{"https://blå.example", ""},
		{"https://-x.example", ""},
		{"https://", ""},
	} {
		site, err := ParseSite(tt.in)
		if tt.want == "" {
			if err == nil {
				t.Errorf("ParseSite(%q) = %v, want an error", tt.in, site)
			}
			continue
		}
		if err != nil || site.String() != tt.want {
			t.Errorf("ParseSite(%q) = %v, %v; want %s", tt.in, site, err, tt.want)
		}
	}
}

func TestAddress(t *testing.T) {
	plain := BrandSettings{Slug: "acme"}
	domains := BrandSettings{Slug: "acme", Domains: []string{"brand.acme.example", "acme.example"}}
	site := Site{Scheme: "https", Host: "manuals.example.com", Port: "8443"}
	home := Site{Scheme: "https", Host: "acme.example", Port: "8443", Path: "/brand"}
	if got := home.Address(plain, "signs", "", false); got != "https://acme.acme.example:8443/signs" {
		t.Errorf("a brand that is not at home is at %s", got)
	}
	for _, tt := range []struct {
		slug, subdomain string
		primary         bool
		want            string
	}{
		{"guide", "", true, "https://acme.example:8443/brand"},
		{"signs", "", false, "https://acme.example:8443/brand/signs"},
		{"signs", "acme-signs", false, "https://acme-signs.acme.example:8443"},
	} {
		if got := home.Address(domains, tt.slug, tt.subdomain, tt.primary); got != tt.want {
			t.Errorf("at home the address of %+v is %s", tt, got)
		}
		named := Site{Scheme: "https", Host: "acme.example", Port: "8443", Path: "/brand", Home: "acme"}
		if got := named.Address(plain, tt.slug, tt.subdomain, tt.primary); got != tt.want {
			t.Errorf("named as the brand at home the address of %+v is %s", tt, got)
		}
	}
	for _, tt := range []struct {
		brand           BrandSettings
		slug, subdomain string
		primary         bool
		want            string
	}{
		{plain, "guide", "", true, "https://acme.manuals.example.com:8443"},
		{plain, "guide", "acme-guide", true, "https://acme.manuals.example.com:8443"},
		{plain, "signs", "", false, "https://acme.manuals.example.com:8443/signs"},
		{plain, "signs", "acme-signs", false, "https://acme-signs.manuals.example.com:8443"},
		{domains, "guide", "", true, "https://brand.acme.example:8443"},
		{domains, "signs", "", false, "https://brand.acme.example:8443/signs"},
		{domains, "signs", "acme-signs", false, "https://acme-signs.manuals.example.com:8443"},
	} {
		if got := site.Address(tt.brand, tt.slug, tt.subdomain, tt.primary); got != tt.want {
			t.Errorf("address of %+v is %s, want %s", tt, got, tt.want)
		}
	}
}

func FuzzParseSite(f *testing.F) {
	for _, seed := range []string{"https://manuals.example.com:8443", "http://[::1%25eth0]:80", "https://a.example:443", "http://0x7f.1", "HTTP://xn--bl-yia.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		site, err := ParseSite(text)
		if err != nil {
			return
		}
		if again, err := ParseSite(site.String()); err != nil || again != site {
			t.Fatalf("%q became %s and then %s, %v", text, site, again, err)
		}
		if !IsHostName(site.Host) && !site.IsIP() {
			t.Fatalf("%q: host %q", text, site.Host)
		}
	})
}
