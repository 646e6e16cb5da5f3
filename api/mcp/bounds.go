package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"designmanual/db/manual"
)

// maxAnswer is how many characters the content of an answer has at most, and maxItems
// how many of them its items have.
const (
	maxAnswer = 4000
	maxItems  = maxAnswer - 300
)

// part returns the items from a number on that fit into an answer, and how to go on;
// without any, that is what to do then.
func part[T any](items []T, from int, without string) (fitting []T, more string) {
	shown := []T{}
	if len(items) == 0 {
		return shown, without
	}
	from = min(max(from, 0), len(items))
	size, long := 0, 0
	var remarks []string
	for i, item := range items[from:] {
		n := length(item)
		if n > maxItems {
			long++
			continue
		}
		size += n
		if size > maxItems {
			const rest = "%d of %d; the rest with from: %d"
			remarks = append(remarks, fmt.Sprintf(rest, len(shown), len(items), from+i))
			break
		}
		shown = append(shown, item)
	}
	if long > 0 {
		remarks = append(remarks, fmt.Sprintf("%d are too long for an answer; the resources have them", long))
	}
	return shown, strings.Join(remarks, "; ")
}

// length returns how many characters a plain value has in an answer, with a comma.
func length(value any) int {
	text, _ := json.Marshal(value)
	return utf8.RuneCount(text) + 1
}

// brief returns at most two hundred characters of a text.
func brief(text string) string { return manual.Shorten(text, 200) }

// briefError returns an error whose text fits into an answer.
func briefError(err error) error {
	if err == nil || utf8.RuneCountInString(err.Error()) <= maxAnswer {
		return err
	}
	return errors.New(manual.Shorten(err.Error(), maxAnswer))
}

// excerpt returns the characters of a text from a number on that fit into an answer
// with so much room, up to the end of a line if there is one, and how to go on.
func excerpt(text string, from, room int) (shown, more string) {
	runes := []rune(text)
	from = min(max(from, 0), len(runes))
	to := from
	for ; to < len(runes); to++ {
		room -= length(string(runes[to])) - 3
		if room < 0 {
			break
		}
	}
	fitting := string(runes[from:to])
	if to == len(runes) {
		return fitting, ""
	}
	if end := strings.LastIndexByte(fitting, '\n'); end > 0 {
		fitting = fitting[:end+1]
	}
	return fitting, fmt.Sprintf("the rest with from: %d", from+utf8.RuneCountInString(fitting))
}
