package tokenize

import (
	"strings"
	"testing"

	"designmanual/db/manual"
)

func number(text string) manual.Literal { return manual.Literal{Text: text} }
func quoted(text string) manual.Literal { return manual.Literal{Text: text, Quoted: true} }

// A literalTest is a row for a function that reads a literal; wrong is a part
// of the error's text.
type literalTest struct {
	in          manual.Literal
	want, wrong string
}

func runLiterals(t *testing.T, read func(manual.Literal) (string, error), tests []literalTest) {
	t.Helper()
	for _, test := range tests {
		got, err := read(test.in)
		switch {
		case test.wrong == "" && (err != nil || got != test.want):
			t.Errorf("%+v: %q, %v, want %q", test.in, got, err, test.want)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%+v: %q, %v, want an error with %q", test.in, got, err, test.wrong)
		}
	}
}

func TestLength(t *testing.T) {
	runLiterals(t, Length, []literalTest{
		{in: number("16"), want: "16px"},
		{in: number("0"), want: "0px"},
		{in: number("-0"), want: "0px"},
		{in: number("2.50"), want: "2.5px"},
		{in: number("1e3"), want: "1000px"},
		{in: quoted("16"), want: "16px"},
		{in: quoted("0"), want: "0px"},
		{in: quoted(".5rem"), want: "0.5rem"},
		{in: quoted("1.50em"), want: "1.5em"},
		{in: quoted("1e1em"), want: "10em"},
		{in: quoted("16PX"), want: "16px"},
		{in: quoted("2Rem"), want: "2rem"},
		{in: quoted("4Q"), want: "4q"},
		{in: quoted("50%"), want: "50%"},
		{in: quoted("100dvh"), want: "100dvh"},
		{in: quoted("10cqmin"), want: "10cqmin"},
		{in: manual.Literal{}, wrong: "expected a length (a number of px, or a string as \"1.5rem\"), found nothing"},
		{in: quoted(""), wrong: "found an empty string"},
		{in: quoted("auto"), wrong: `found "auto"`},
		{in: quoted("+5px"), wrong: `found "+5px"`},
		{in: quoted("calc(1px + 2px)"), wrong: "expected a length"},
		{in: number("-4"), wrong: "expected a length of zero or more, found -4"},
		{in: quoted("-4px"), wrong: "expected a length of zero or more"},
		{in: quoted("5.px"), wrong: "CSS unit"},
		{in: quoted("16 px"), wrong: "CSS unit"},
		{in: quoted("10deg"), wrong: "CSS unit"},
		{in: quoted("150ms"), wrong: "CSS unit"},
		{in: quoted("1fr"), wrong: "CSS unit"},
		{in: quoted("16px;"), wrong: "CSS unit"},
		{in: number("1e999999999"), wrong: "expected a length"},
		{in: quoted(strings.Repeat("x", 200)), wrong: "xxx…"},
	})
}

func TestSignedLength(t *testing.T) {
	runLiterals(t, SignedLength, []literalTest{
		{in: number("-4"), want: "-4px"},
		{in: quoted("-.5rem"), want: "-0.5rem"},
		{in: quoted("-0"), want: "0px"},
		{in: quoted("--4px"), wrong: "expected a length"},
	})
}

func TestDuration(t *testing.T) {
	runLiterals(t, Duration, []literalTest{
		{in: number("150"), want: "150ms"},
		{in: number("0"), want: "0ms"},
		{in: number("150.0"), want: "150ms"},
		{in: quoted("150"), want: "150ms"},
		{in: quoted("150ms"), want: "150ms"},
		{in: quoted("150MS"), want: "150ms"},
		{in: quoted("0.15s"), want: "150ms"},
		{in: quoted(".2S"), want: "200ms"},
		{in: quoted("1.0005s"), want: "1000.5ms"},
		{in: quoted("0.29s"), want: "290ms"},
		{in: quoted("1e-1s"), want: "100ms"},
		{in: manual.Literal{}, wrong: "expected a duration"},
		{in: quoted("fast"), wrong: "expected a duration"},
		{in: quoted("2min"), wrong: "expected a duration in ms or s"},
		{in: quoted("150px"), wrong: "expected a duration in ms or s"},
		{in: number("-1"), wrong: "expected a duration of zero or more"},
		{in: quoted("1e39s"), wrong: "expected a shorter duration"},
	})
}

func FuzzLength(f *testing.F) {
	for _, seed := range []string{"16", "1.50rem", ".5%", "-0px", "1e3em", "1e999px", "auto", "٣px"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(manual.Literal) (string, error){Length, SignedLength, Duration} {
			value, err := read(quoted(text))
			if err != nil {
				if !strings.HasPrefix(err.Error(), "expected a ") {
					t.Errorf("%q: %v", text, err)
				}
				continue
			}
			if again, err := read(quoted(value)); err != nil || again != value {
				t.Errorf("%q became %q and then %q, %v", text, value, again, err)
			}
			if err := CheckValue(value); err != nil {
				t.Error(err)
			}
		}
	})
}
