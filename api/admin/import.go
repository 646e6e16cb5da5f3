package admin

import (
	"context"
	"io"
	"log/slog"

	"designmanual/seed"
)

// Import publishes seed files, in this process or in that of the server: then it sends the files unchecked over the
// socket, and receiveImport takes them there. It does and reports the same in both. The error is [seed.Problems] if
// the files have errors.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	if c.local != nil {
		return c.local.importAndLog(ctx, sources, o)
	}
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(writeImport(writer, sources, o)) }()
	return send[*seed.Report](ctx, c, "import", "application/zip", reader)
}

// importAndLog publishes seed files, and tells the log and the metrics of it. The handler sets the time, and whether
// a breaking import is refused: a server may refuse it, a command never does.
func (h *Handler) importAndLog(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	o.Now, o.RefuseBreaking = h.Now, h.RefuseBreaking
	report, err := seed.Import(ctx, h.Store, sources, o)
	if h.Imported != nil && !o.DryRun {
		h.Imported(report, err)
	}
	if err != nil {
		return report, err
	}
	LogImport(h.Log, report)
	return report, nil
}

// maxLogged is how many manuals of an import the log names.
const maxLogged = 20

// LogImport logs the result of an import, except of a dry run: the manuals that are new, changed or
// removed, with who may read them, and how many there are.
func LogImport(log *slog.Logger, r *seed.Report) {
	if r.DryRun {
		return
	}
	logged := 0
	for _, m := range r.Manuals {
		if m.Status == seed.Unchanged {
			continue
		}
		if logged < maxLogged {
			logManual(log, m)
		}
		logged++
	}
	if logged > maxLogged {
		log.Info("more manuals are new, changed or removed; the command list names all", "manuals", logged-maxLogged)
	}
	log.Info("imported", "new", r.Count(seed.New), "changed", r.Count(seed.Changed),
		"unchanged", r.Count(seed.Unchanged), "removed", r.Count(seed.Removed))
	for _, a := range r.Access {
		log.Info("declared access token", "id", a.ID, "brand", a.Brand, "name", a.Name, "status", string(a.Status))
	}
}

// logManual logs what an import did to a manual.
func logManual(log *slog.Logger, m seed.ManualReport) {
	name := m.Brand + "." + m.Slug
	if m.Status == seed.Removed {
		log.Info("manual removed", "manual", name)
		return
	}
	log.Info(
		"manual "+string(m.Status), "manual", name, "visibility", m.Visibility.Readers(m.Published),
		"address", m.Address,
	)
}
