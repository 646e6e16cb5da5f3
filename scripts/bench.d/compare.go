package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// warmUp is for how many seconds a side is asked before it is measured.
const warmUp = 1

// compare measures all sides and then the parts of the server.
func (w *workshop) compare(ctx context.Context, r *report) error {
	if err := needed("wrk", "taskset"); err != nil {
		return err
	}
	documents := bodies()
	sides, secret, err := w.sides(ctx, r, documents)
	if err != nil {
		return err
	}
	r.Sides = sides
	r.printSides(w)
	for _, c := range comparisons(documents, w.quick) {
		found, err := w.compareOne(ctx, c, sides, secret)
		if err != nil {
			return err
		}
		r.Comparisons = append(r.Comparisons, found)
		found.print()
	}
	w.stop()
	r.Parts, err = w.parts(ctx)
	return err
}

// sides starts all that is compared, ours and the floor first.
func (w *workshop) sides(ctx context.Context, r *report, documents []*body) (sides []*side, secret string, err error) {
	our, secret, err := w.ourServer(ctx)
	if err != nil {
		return nil, "", err
	}
	if err := w.take(ctx, our, documents); err != nil {
		return nil, "", err
	}
	bare, err := w.bareServer(ctx)
	if err != nil {
		return nil, "", err
	}
	roomy, err := w.bareRoomier(ctx)
	if err != nil {
		return nil, "", err
	}
	sides = []*side{bare, our, roomy}
	for _, other := range []struct {
		name  string
		start func() (*side, error)
	}{
		{"nginx", func() (*side, error) { return w.nginxServer(ctx) }},
		{"Caddy", func() (*side, error) { return w.caddyServer(ctx) }},
		{"Express", func() (*side, error) { return w.expressServer(ctx) }},
		{"json-server", func() (*side, error) { return w.jsonServer(ctx, documents) }},
		{"PocketBase", func() (*side, error) { return w.pocketBaseServer(ctx, documents) }},
	} {
		if w.quick && other.name == "PocketBase" {
			r.leaveOut(other.name, errors.New("building it takes longer than a quick run"))
			continue
		}
		fmt.Fprintf(os.Stderr, "starting %s\n", other.name)
		s, err := other.start()
		switch {
		case errors.Is(err, errMissing):
			r.leaveOut(other.name, err)
		case err != nil:
			return nil, "", err
		default:
			sides = append(sides, s)
		}
	}
	return sides, secret, nil
}

// compareOne measures one comparison on all sides that it is for, in turn.
func (w *workshop) compareOne(ctx context.Context, c comparison, sides []*side, secret string) (result, error) {
	found := result{Body: c.body.title, Bytes: len(c.body.identity), Gzip: len(c.body.gzip), Answer: c.answer, Reader: c.reader}
	var questions []question
	var asked []*side
	for _, s := range sides {
		if !s.files && !c.whole {
			continue
		}
		q, ok, err := s.ask(ctx, c, secret)
		if err != nil {
			return found, err
		}
		if !ok {
			continue
		}
		if _, err := w.wrk(ctx, s, q, warmUp); err != nil {
			return found, err
		}
		questions, asked = append(questions, q), append(asked, s)
		found.Sides = append(found.Sides, sideResult{Name: s.Name, GOGC: s.GOGC})
	}
	for range w.rounds {
		for i, s := range asked {
			t, err := w.wrk(ctx, s, questions[i], w.seconds)
			if err != nil {
				return found, err
			}
			found.Sides[i].Turns = append(found.Sides[i].Turns, t)
		}
	}
	found.sum()
	return found, nil
}
