package source

import (
	"fmt"
	"io/fs"
	"reflect"
	"time"
)

// settleTime is more than the steps in which systems count the time of a change.
const settleTime = 20 * time.Millisecond

// Identity returns a text that is another one once the file has changed: device,
// inode, size, and the times of its last modification and last change, which no
// program can set. It is empty where the system tells no such times, or tells them in
// whole seconds. Who reads the file must wait for that long first, so that a later change
// has another time.
//
// A file system that does not change these times with the content defeats it.
func Identity(info fs.FileInfo) (identity string, wait time.Duration) {
	stat := reflect.Indirect(reflect.ValueOf(info.Sys())) // syscall.Stat_t
	if stat.Kind() != reflect.Struct {
		return "", 0
	}
	changed := stat.FieldByName("Ctim")
	if !changed.IsValid() {
		changed = stat.FieldByName("Ctimespec") // of BSD and macOS
	}
	if !changed.IsValid() {
		return "", 0
	}
	at := time.Unix(changed.Field(0).Int(), changed.Field(1).Int())
	age := time.Since(at)
	if at.Nanosecond() == 0 || age < 0 {
		return "", 0
	}
	return fmt.Sprint(stat.FieldByName("Dev"), stat.FieldByName("Ino"), info.Size(), info.ModTime().UnixNano(), at.UnixNano()), settleTime - age
}
