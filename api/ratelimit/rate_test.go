package ratelimit

import (
	"errors"
	"testing"
	"time"
)

func TestParseRate(t *testing.T) {
	for _, row := range []struct {
		text   string
		limit  int64
		period time.Duration
	}{
		{"600-M", 600, time.Minute},
		{"5-S", 5, time.Second},
		{"1000-H", 1000, time.Hour},
		{"2147483647-D", 2147483647, 24 * time.Hour},
		{"10-m", 10, time.Minute},
		{"off", 0, 0},
		{DefaultRate, 600, time.Minute},
		{DefaultTokenRate, 6000, time.Minute},
	} {
		got, err := ParseRate(row.text)
		if err != nil || got.Limit != row.limit || got.Period != row.period || (got == Rate{}) != (row.text == "off") {
			t.Errorf("%q: %+v, %v", row.text, got, err)
		}
	}
	for _, text := range []string{"", "600", "600-", "-M", "-5-M", "0-M", "+5-M", "5-W", "5-M-M", "five-M", "OFF", "2147483648-M", "99999999999999999999-M", " 5-M", "5.5-M"} {
		if rate, err := ParseRate(text); !errors.Is(err, errRate) {
			t.Errorf("%q: %+v, %v; want an error that wraps errRate", text, rate, err)
		}
	}
}

func FuzzParseRate(f *testing.F) {
	for _, seed := range []string{"600-M", "off", "1-s", "+1-M", "2147483648-H", "--", "1-M-M"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rate, err := ParseRate(text)
		if err != nil {
			if !errors.Is(err, errRate) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if rate != (Rate{}) && (rate.Limit < 1 || rate.Period < time.Second) {
			t.Fatalf("%q: %d in %v", text, rate.Limit, rate.Period)
		}
	})
}
