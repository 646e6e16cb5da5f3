package meaning

import (
	"strings"
	"unicode"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

var (
	unitForm   = pattern.New(`^[a-zA-Z%]*$`)
	keyword    = pattern.New(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
	familyName = pattern.New(`^(?:-?[\pL_][\pL\pN_-]*)(?: [\pL_][\pL\pN_-]*)*$|^(["']).*["']$`)
	generic    = pattern.New(
		`(?i)(^|,)\s*(sans-serif|serif|monospace|system-ui|cursive|ui-[a-z-]+|-apple-system)\s*(,|$)`,
	)
	bareName = pattern.New(`^[a-zA-Z]+$`)
	notColor = pattern.New(`weight|font|style|case|transform|decoration|family|name|position`)
)

// OfText returns the kind of a text or a number without a type. In a style sheet a number is
// a length only if it is 0.
func OfText(text, words string, inSheet bool) Kind {
	text = strings.TrimSpace(text)
	value := content.NewString(text)
	if saysNothing(text, words) {
		return Kind{}
	}
	if keywords.MatchString(text) && trackWords.MatchString(words) {
		return Kind{Further, "dimension", letterSpacing}
	}
	if saysWeight(words) && isWeight(value) {
		return Kind{Further, "fontWeight", ""}
	}
	if strings.HasPrefix(text, "cubic-bezier(") || keyword.MatchString(text) {
		return Kind{Place: Easing}
	}
	isOtherWord := bareName.MatchString(text) && notColor.MatchString(words)
	if !isOtherWord && isColor(value) {
		return Kind{Place: Color}
	}
	if q, ok := css.SplitQuantity(text); ok && unitForm.MatchString(q.Unit) {
		return kindOfQuantity(q, value, words, inSheet)
	}
	return kindOfPhrase(text, words)
}

// kindOfPhrase returns the kind of a text of several words.
func kindOfPhrase(text, words string) Kind {
	value := content.NewString(text)
	if strings.Contains(text, "gradient(") {
		return Kind{Place: Gradient}
	}
	if _, ok := ratioOf(text); ok && ratioWords.MatchString(words) {
		return Kind{Further, "number", "Aspect ratio"}
	}
	isCalled := shadowWords.MatchString(words)
	if isCalled && (text == "none" || strings.ContainsAny(text, "0123456789")) || isShadow(text) {
		return Kind{Place: Shadow}
	}
	if styleWords.MatchString(words) && isStroke(value) {
		return Kind{Further, "strokeStyle", ""}
	}
	if isBorder(text, words) {
		return Kind{Further, "border", ""}
	}
	if isTransition(text, words) {
		return Kind{Further, "transition", ""}
	}
	if isTextStyle(text, words) {
		return Kind{Place: TextStyle}
	}
	sure := generic.MatchString(text) || strings.ContainsAny(text, `"'`) && !fontParts.MatchString(words)
	if fontWords.MatchString(words) && (sure || !notFamily.MatchString(words)) && isFamilies(text) && isName(text) {
		return Kind{Place: FontFamily}
	}
	return Kind{}
}

func isColor(value *content.Value) bool {
	_, err := hexOf(value)
	return err == nil
}

func isStroke(value *content.Value) bool {
	_, err := css.ReadStroke(value)
	return err == nil
}

// isBorder reports whether a text is a border: with a width, or where a word says so.
func isBorder(text, words string) bool {
	b, err := css.ParseBorder(text, nil)
	if err != nil {
		return false
	}
	return b.Width != "" || borderWords.MatchString(words)
}

// isName reports whether a list of families is one of typefaces, and not a word for one or a sentence, as
// Sass has them: body, cond-2xl and ui. The name of a single typeface begins with a capital.
func isName(families string) bool {
	if strings.Contains(families, ",") || generic.MatchString(families) {
		return true
	}
	name := strings.Trim(families, `"'`)
	return len(strings.Fields(name)) <= longestName && !strings.HasSuffix(name, ".") &&
		strings.ContainsFunc(name, unicode.IsUpper)
}

// longestName is the number of words of the name of a typeface.
const longestName = 6

// isFamilies reports whether a value is a list of families as CSS has it: names
// of words, or strings.
func isFamilies(value string) bool {
	for _, family := range css.Split(value, ',') {
		if family == "" {
			continue
		}
		// the folder of font files
		if strings.Contains(family, "/") || !strings.ContainsFunc(family, unicode.IsLetter) {
			return false
		}
		if !familyName.MatchString(family) || keywords.MatchString(family) {
			return false
		}
	}
	return value != ""
}

var keywords = pattern.New(
	`(?i)^(initial|inherit|unset|revert|revert-layer|none|auto|null|true|false|normal|currentcolor|)$`,
)
