package seed

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"designmanual/seed/source"
)

// rules returns a hash of this program and the options of a check, or zero if the
// program cannot be read.
func rules(o Options) (sum [32]byte) {
	program, err := programSum()
	if err == nil {
		sum = sha256.Sum256(fmt.Appendf(program[:], "%t %t", o.AllowActiveHTML, o.Strict))
	}
	return sum
}

// programSum returns a hash of this program.
var programSum = sync.OnceValues(func() (sum [32]byte, err error) {
	file, err := os.Open("/proc/self/exe") // also after it was replaced
	if err != nil {
		path, pathErr := os.Executable()
		if pathErr != nil {
			return sum, pathErr
		}
		if file, err = os.Open(path); err != nil {
			return sum, err
		}
	}
	defer file.Close()
	h := sha256.New()
	if info, ok := debug.ReadBuildInfo(); ok {
		source.WriteField(h, []byte(info.String()))
	}
	_, err = io.Copy(h, file)
	return [32]byte(h.Sum(nil)), err
})
