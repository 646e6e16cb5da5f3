package api

import "strconv"

// lineEnd ends a line of an answer's head.
const lineEnd = "\r\n"

// fields are header fields as they go out, each "Name: value" and a line end.
type fields []byte

// text adds a field of that value.
func (f *fields) text(name, value string) {
	*f = append(append(append(append(*f, name...), ": "...), value...), lineEnd...)
}

// number adds a field of a number.
func (f *fields) number(name string, n int64) {
	*f = append(strconv.AppendInt(append(append(*f, name...), ": "...), n, 10), lineEnd...)
}
