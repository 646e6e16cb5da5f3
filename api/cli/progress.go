package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressAfter is how long an import takes before its progress is shown.
const progressAfter = time.Second

// newProgress returns what tells the steps of a long import on a terminal,
// and what clears it away; elsewhere nothing is told.
func newProgress(w io.Writer) (progress func(done, total int), clear func()) {
	if !onTerminal(w) {
		return nil, func() {}
	}
	began := time.Now()
	var bar *progressbar.ProgressBar
	progress = func(done, total int) {
		if time.Since(began) < progressAfter {
			return
		}
		if bar == nil {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("importing"),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true))
		}
		_ = bar.Set(done) // a terminal that is gone is not told
	}
	return progress, func() {
		if bar != nil {
			_ = bar.Clear()
		}
	}
}
