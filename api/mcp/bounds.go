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
	fitting = []T{}
	if len(items) == 0 {
		return fitting, without
	}
	from = min(max(from, 0), len(items))
	size, long := 0, 0
	for i, item := range items[from:] {
		n := length(item)
		if n > maxItems {
			long++
			continue
		}
		if size += n; size > maxItems {
			more = fmt.Sprintf("; %d of %d; the rest with from: %d", len(fitting), len(items), from+i)
			break
		}
		fitting = append(fitting, item)
	}
	if long > 0 {
		more += fmt.Sprintf("; %d are too long for an answer; the resources have them", long)
	}
	return fitting, strings.TrimPrefix(more, "; ")
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
		if room -= length(string(runes[to])) - 3; room < 0 {
			break
		}
	}
	shown = string(runes[from:to])
	if to == len(runes) {
		return shown, ""
	}
	if end := strings.LastIndexByte(shown, '\n'); end > 0 {
		shown = shown[:end+1]
	}
	return shown, fmt.Sprintf("the rest with from: %d", from+utf8.RuneCountInString(shown))
}
