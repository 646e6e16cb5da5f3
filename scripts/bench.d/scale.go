package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

const (
	manualSize = 20_000 // bytes of a manual as served, about
	aBrand     = 100    // manuals of a brand
	anImport   = 5_000  // manuals of an import
	starts     = 3      // how often each start is timed
)

// A stock is a store of a number of manuals and what was measured of it.
type stock struct {
	Manuals         int       `json:"manuals"`
	ManualBytes     int       `json:"manualBytes"`     // of its first manual, as served
	ImportRate      float64   `json:"importRate"`      // manuals a second
	AgainRate       float64   `json:"againRate"`       // the same, when nothing has changed
	ImportMemory    int64     `json:"importMemory"`    // the most that an import held, bytes
	FileBytes       int64     `json:"fileBytes"`       // of the database
	StartCold       []float64 `json:"startCold"`       // exec to the first 200, seconds, with nothing in the page cache
	StartWarm       []float64 `json:"startWarm"`       // the same, with all of it there
	AnonymousStart  int       `json:"anonymousStart"`  // bytes, after the start
	AnonymousRead   int       `json:"anonymousRead"`   // after every manual has been read
	ReadEveryManual float64   `json:"readEveryManual"` // seconds, the first time

	database, paths string // files
	first           string // a path at the server
	server          *side
}

// scale measures stores of all sizes, the smallest first, and then reading
// from the others against reading from it.
func (w *workshop) scale(ctx context.Context, r *report) error {
	counts := w.counts
	if counts == nil {
		counts = []int{1_000, 10_000, 100_000}
		if w.quick {
			counts = []int{200, 1_000}
		}
	}
	if err := w.build(ctx, ours, "."); err != nil {
		return err
	}
	for _, name := range []string{"zipf", "bare"} {
		if err := w.build(ctx, name, "./scripts/bench.d/"+name); err != nil {
			return err
		}
	}
	empty, err := w.emptyServer(ctx)
	if err != nil {
		return err
	}
	r.EmptyAnonymous = empty
	for _, n := range counts {
		s := &stock{Manuals: n}
		for _, step := range []func(context.Context, *stock) error{w.fill, w.again, w.starts, w.memory} {
			if err := step(ctx, s); err != nil {
				return fmt.Errorf("%d manuals: %w", n, err)
			}
		}
		r.Scale = append(r.Scale, s)
		s.print(empty)
	}
	r.Reading, err = w.reading(ctx, r.Scale)
	return err
}

// emptyServer returns the anonymous memory of a server without manuals.
func (w *workshop) emptyServer(ctx context.Context) (int, error) {
	address, err := freeAddress()
	if err != nil {
		return 0, err
	}
	p, err := w.start(ctx, address, nil, w.serve(w.path("empty.db"), address)...)
	if err != nil {
		return 0, err
	}
	defer p.stop()
	return p.settled()
}

// fill writes seed files and imports them, into a new store.
func (w *workshop) fill(ctx context.Context, s *stock) error {
	name := fmt.Sprintf("stock-%d", s.Manuals)
	s.database, s.paths = w.path(name+".db"), w.path(name+".paths")
	var paths strings.Builder
	begun := 0
	var took time.Duration
	for begun < s.Manuals {
		folder := w.path(name + "-seeds")
		if err := os.Mkdir(folder, 0o700); err != nil {
			return fmt.Errorf("making a folder: %w", err)
		}
		until := min(begun+anImport, s.Manuals)
		for ; begun < until; begun += aBrand {
			if err := writeBrand(folder, begun, min(aBrand, until-begun), &paths); err != nil {
				return err
			}
		}
		begun = until
		spent, memory, err := w.importFolder(ctx, s, folder)
		if err != nil {
			return err
		}
		took, s.ImportMemory = took+spent, max(s.ImportMemory, memory)
		if begun < s.Manuals { // the last ones are imported again
			if err := os.RemoveAll(folder); err != nil {
				return fmt.Errorf("removing seed files: %w", err)
			}
		}
	}
	s.ImportRate = float64(s.Manuals) / took.Seconds()
	s.first, _, _ = strings.Cut(paths.String(), "\n")
	if err := os.WriteFile(s.paths, []byte(paths.String()), 0o600); err != nil {
		return fmt.Errorf("writing paths: %w", err)
	}
	info, err := os.Stat(s.database)
	if err != nil {
		return fmt.Errorf("looking at the database: %w", err)
	}
	s.FileBytes = info.Size()
	return nil
}

// writeBrand writes the seed file of a brand, and the paths of its manuals at
// the server.
func writeBrand(folder string, first, manuals int, paths *strings.Builder) error {
	brand := fmt.Sprintf("brand-%d", first/aBrand)
	var texts []string
	for i := range manuals {
		slug := fmt.Sprintf("m%d", i)
		texts = append(texts, manualOf(first+i, manualSize, slug, i == 0))
		fmt.Fprintf(paths, "/api/v1/manuals/%s.%s.json\n", brand, slug)
	}
	if err := os.WriteFile(filepath.Join(folder, brand+".json"), []byte(brandOf(brand, texts)), 0o600); err != nil {
		return fmt.Errorf("writing a seed file: %w", err)
	}
	return nil
}

// again imports the last files once more.
func (w *workshop) again(ctx context.Context, s *stock) error {
	folder := strings.TrimSuffix(s.database, ".db") + "-seeds"
	took, _, err := w.importFolder(ctx, s, folder)
	if err != nil {
		return err
	}
	s.AgainRate = float64((s.Manuals-1)%anImport+1) / took.Seconds()
	if err := os.RemoveAll(folder); err != nil {
		return fmt.Errorf("removing seed files: %w", err)
	}
	return nil
}

// anonymousEach returns the anonymous bytes a manual, over a server without
// any.
func (s *stock) anonymousEach(bytes, empty int) float64 {
	return float64(bytes-empty) / float64(s.Manuals)
}

// print prints what was measured of the store.
func (s *stock) print(empty int) {
	fmt.Printf("\n%d manuals of %d bytes\n", s.Manuals, s.ManualBytes)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  import\t%.0f manuals/s; unchanged, %.0f/s; at most %d MiB held\n", s.ImportRate, s.AgainRate, s.ImportMemory>>20)
	cold := "not measured: only root may empty the page cache"
	if len(s.StartCold) > 0 {
		cold = fmt.Sprintf("%s s cold", spreadOf(s.StartCold))
	}
	fmt.Fprintf(table, "  exec to the first 200\t%s, %s s warm\n", cold, spreadOf(s.StartWarm))
	fmt.Fprintf(table, "  anonymous memory\t%d KiB after the start, %d KiB after reading (%d KiB without manuals)\n",
		s.AnonymousStart>>10, s.AnonymousRead>>10, empty>>10)
	fmt.Fprintf(table, "  a manual\t%.0f bytes after the start, %.0f after reading\n",
		s.anonymousEach(s.AnonymousStart, empty), s.anonymousEach(s.AnonymousRead, empty))
	fmt.Fprintf(table, "  database\t%d MiB, %d bytes a manual\n", s.FileBytes>>20, s.FileBytes/int64(s.Manuals))
	fmt.Fprintf(table, "  every manual read once\t%.2f s\n", s.ReadEveryManual)
	table.Flush()
}

// scaleThresholds returns those of the largest store.
func scaleThresholds(r *report) []threshold {
	if len(r.Scale) == 0 {
		return nil
	}
	var all []threshold
	add := func(t threshold, values ...float64) {
		if found, ok := t.worst(values...); ok {
			all = append(all, found)
		}
	}
	largest := r.Scale[len(r.Scale)-1]
	var ratios, byCPU []float64
	for _, read := range r.Reading {
		if read.Side == ours && read.Manuals == largest.Manuals {
			ratios, byCPU = append(ratios, read.Ratio.Median), append(byCPU, read.ByCPU.Median)
		}
	}
	add(threshold{Name: "reading by Zipf's law, to the smallest store, by requests a second", Must: 0.85, Goal: 0.95}, ratios...)
	add(threshold{Name: "reading by Zipf's law, to the smallest store, by processor time", Must: 0.85, Goal: 0.95}, byCPU...)
	if len(largest.StartCold) > 0 {
		add(threshold{Name: "exec to the first 200, cold", Unit: "s", Must: 1, Goal: 0.3, Least: true}, spreadOf(largest.StartCold).Median)
	}
	add(threshold{Name: "exec to the first 200, warm", Unit: "s", Must: 1, Goal: 0.3, Least: true}, spreadOf(largest.StartWarm).Median)
	add(threshold{Name: "anonymous memory a manual", Unit: "B", Must: 800, Goal: 600, Least: true},
		largest.anonymousEach(largest.AnonymousStart, r.EmptyAnonymous), largest.anonymousEach(largest.AnonymousRead, r.EmptyAnonymous))
	add(threshold{Name: "import", Unit: "manuals/s", Must: 800, Goal: 1500}, largest.ImportRate)
	return all
}
