package start

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/seed/convert"
	"designmanual/tokenize/pattern"
)

// Words of file names of logos. What stands before the first word for a logo or a version is what
// the logo is of; the rest says which version it is.
var (
	logoWord = wholeWord(
		`logos?|logotyp\w*|logotipo|wordmark|word|wortmarke|bildmarke|brandmark|mark|signet|symbol|icon|` +
			`lockup|logomark|lettermark|monogram|crest|emblem|wappen|text`,
	)
	lightWord = pattern.New(`(?i)\b(` + lightWords + `)`)
	// of a logo that is a part of another one, and of one without color
	partWord    = pattern.New(`\b(?:signet|symbol|icon|emblem|bildmarke|brandmark|logomark|lettermark|monogram)\b`)
	inkWord     = pattern.New(`\b(?:black|blackandwhite|schwarz|noir|negro|nero|mono\w*|sw|gr[ae]y|grau|bw)\b`)
	englishWord = pattern.New(`\ben\b`)
	orderNumber = pattern.New(`^\d{1,3}$`) // before the name of a folder: 01_Logo
	groundWord  = pattern.New(`^(pos|neg)(?:[ai]tiv[aeo]?|[ai]tif)?$`)
	versionWord = wholeWord(
		lightWords + `|black|blackandwhite|schwarz|noir|negro|nero|dark|light|dunkel|hell|pos\w*|mono\w*|colou?r|farb\w*|` +
			`couleur|hor|horizontal|ver|vert|vertical|vertikal|stack(ed)?|flat|full|small|large|main|primary|` +
			`secondary|gr[ae]y|grau|new|neu|version|variante?|\d+c|sw`,
	)
	formatWord = wholeWord(
		`rgb|srgb|cmyk|pantone|pms|spot|coated|uncoated|web|screen|digital|online|print|druck|svg|png|jpe?g|webp|eps|` +
			`pdf|ai|\d{2,4}(px|w|h)?|\d{2,4}x\d{2,4}|@?[1-4]x`,
	)
	// of folders
	structureWord = wholeWord(
		`src|sources?|dist|build|lib|packages?|assets?|static|public|media|resources?|images?|img|files|` +
			`products?|produkte?|programs?|programmes?|corporate`,
	)
)

// lightWords are for versions on dark grounds.
const lightWords = `white|wei(?:ss|ß)|blanco?|bianco|neg\w*|revers\w*|invers\w*|invert\w*`

func wholeWord(words string) *pattern.Pattern { return pattern.New(`(?i)^(?:` + words + `)$`) }

// Words that file names abbreviate, and names that are written in capitals.
var (
	inFull = map[string]string{
		"hor": "horizontal", "horiz": "horizontal", "ver": "vertical", "vert": "vertical", "word": "wordmark",
		"neg": "negative", "pos": "positive", "sw": "schwarz",
	}
	logoItself = wholeWord("logos?")
	capitals   = strings.Fields(
		"AI API CMS CSS EU HR HTML IOS IT NGO PDF PR QR RGB SDK SVG TV UI UK UN URL US USA UX VPN",
	)
)

// readLogoName reads what the folders and the name of a file say of its logo. Its folder may be
// one of those that [namingFolders] returns.
func readLogoName(f *found, brand string, isNaming bool) logoFile {
	l := logoFile{found: f}
	folders := f.words[:len(f.words)-1]
	if i := lastLogoFolder(folders); i >= 0 {
		folders = folders[max(i, 1):] // the one that was named is that of all
	} else {
		folders = nil
	}
	name := f.stem()
	subjectWords, ofFolders, ownWords := l.readFolders(folders, name, isNaming)
	var version []string
	words := wordsOf(name)
	if len(words) >= len(ownWords) && slices.EqualFunc(words[:len(ownWords)], ownWords, strings.EqualFold) {
		words = words[len(ownWords):]
	}
	before := subject(words)
	for _, word := range words[len(before):] {
		if formatWord.MatchString(word) {
			l.addFormat(word)
		} else {
			version = append(version, word)
		}
	}
	version = slices.DeleteFunc(version, func(word string) bool {
		return brandFolder.MatchString(word) || isOfBrand(word, brand)
	})
	version = withFolderWords(version, ofFolders)
	if strings.HasSuffix(strings.Join(subjectWords, " "), strings.Join(before, " ")) {
		before = nil
	} else if strings.HasPrefix(strings.Join(before, " "), strings.Join(subjectWords, " ")+" ") {
		subjectWords = nil
	}
	l.subject = spelled(manual.NameOf(strings.Join(append(subjectWords, before...), " ")))
	if isOfBrand(l.subject, brand) {
		l.isNamed, l.subject = l.subject != "", ""
	}
	l.version = strings.Join(version, " ")
	l.key = keyOf(version)
	return l
}

// readFolders reads what folders say of a logo whose file has that name. It returns three lists of words: for what the
// logo is of, on its version, and with which the names of the files begin. It adds the formats that the folders name.
func (l *logoFile) readFolders(folders []string, name string, isNaming bool) ([]string, []string, []string) {
	var subjectWords, version, own []string
	for i, folder := range folders {
		words := slices.DeleteFunc(wordsOf(folder), structureWord.MatchString)
		if len(words) > 1 && orderNumber.MatchString(words[0]) {
			words = words[1:]
		}
		before := subject(words)
		if len(words) == 1 && formatWord.MatchString(words[0]) && strings.EqualFold(folder, name) {
			before = words // of ai/ai.svg, which is no file of Illustrator
		}
		if isNaming && i == len(folders)-1 {
			before, own = words, words
		}
		subjectWords = append(subjectWords, before...)
		for _, word := range words[len(before):] {
			if formatWord.MatchString(word) {
				l.addFormat(word)
			} else if !isLogoFolder(word) && !logoItself.MatchString(word) {
				version = append(version, strings.ToLower(word))
			}
		}
	}
	return subjectWords, version, own
}

// withFolderWords adds the words on a version that folders have to those of a file. Of a word and its
// abbreviation (positive, pos) the longer one stays.
func withFolderWords(version, folders []string) []string {
	for _, word := range folders {
		i := slices.IndexFunc(version, func(other string) bool {
			lower := strings.ToLower(other)
			if inFull[lower] == word {
				return true
			}
			return strings.HasPrefix(lower, word) || strings.HasPrefix(word, lower)
		})
		if i < 0 {
			version = append(version, word)
		} else if len(word) > len(version[i]) {
			version[i] = word
		}
	}
	return version
}

// isOfBrand reports whether a name is that of the brand, its initials, or some of its words.
func isOfBrand(name, brand string) bool {
	initials, words := "", strings.Fields(strings.ToLower(brand))
	for _, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		initials += string(first)
	}
	if len(words) > 1 && strings.EqualFold(name, initials) {
		return true
	}
	return !slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		return !slices.Contains(words, strings.ToLower(word))
	})
}

// addFormat adds a word on what a format is for, once, unless the file's own extension says it.
func (l *logoFile) addFormat(word string) {
	if strings.EqualFold("."+word, filepath.Ext(l.path)) {
		return
	}
	if !slices.ContainsFunc(l.format, func(other string) bool { return strings.EqualFold(other, word) }) {
		l.format = append(l.format, word)
	}
}

// keyOf returns the words of a version without case, of which pos and positiv are one.
func keyOf(version []string) string {
	var key []string
	for _, word := range version {
		word = strings.ToLower(word)
		if m := groundWord.FindStringSubmatch(word); m != nil {
			word = m[1]
		}
		key = append(key, word)
	}
	return strings.Join(key, " ")
}

// lastLogoFolder returns the index of the folder below which logos lie, -1 if there is none.
func lastLogoFolder(folders []string) int {
	for i, folder := range slices.Backward(folders) {
		if isLogoFolder(folder) {
			return i
		}
	}
	return -1
}

// isLogoFolder reports whether logos lie in a folder, by its name.
func isLogoFolder(folder string) bool {
	folder = plainName(folder)
	return logoFolder.MatchString(folder) || brandFolder.MatchString(folder)
}

func wordsOf(name string) []string {
	return strings.Fields(brackets.Replace(convert.TitleOf(name + ".")))
}

var brackets = strings.NewReplacer("(", " ", ")", " ", "[", " ", "]", " ", ",", " ")

// subject returns the words before the first one that is for a logo, a version or a format.
func subject(words []string) []string {
	endsSubject := func(word string) bool {
		isForm := versionWord.MatchString(word) || formatWord.MatchString(word)
		return isForm || logoWord.MatchString(word) || isLogoFolder(word)
	}
	if i := slices.IndexFunc(words, endsSubject); i >= 0 {
		return slices.Clone(words[:i])
	}
	return slices.Clone(words)
}
