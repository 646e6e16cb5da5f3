//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"designmanual/db/manual"
	"designmanual/scripts/torture.d/lab"
)

// rot flips bytes of a closed store at random, serves it and reads all of it:
// each answer is the right body or a 500 that the log explains, or the server
// refuses to start and says what to do. Every other time something is then
// imported over the damage.
func (y *yard) rot(ctx context.Context) (string, error) {
	r := &rotten{yard: y, store: filepath.Join(y.folder, "rot.db"), secrets: make(map[string]string)}
	if err := r.prepare(ctx); err != nil {
		return "", err
	}
	for n := range y.rounds {
		if err := r.round(ctx, n); err != nil {
			return "", fmt.Errorf("round %d, %s: %w", n, r.what, err)
		}
	}
	if r.refused+r.spoilt+r.named == 0 {
		return "", fmt.Errorf("no flip did any harm in %d rounds", y.rounds)
	}
	return fmt.Sprintf("%d rotten stores, no wrong body: %d refused to start, %d answered 500 for some, %d were whole for readers and named by doctor, %d not harmed",
		y.rounds, r.refused, r.spoilt, r.named, r.harmless), nil
}

// A rotten works on copies of one store, which holds version held.
type rotten struct {
	*yard
	store   string
	sound   []byte
	pages   []int             // that hold something, by what they begin with
	secrets map[string]string // an access token of each brand
	what    string            // was done to the file

	refused, spoilt, named, harmless int
}

const (
	held     = 1
	pageSize = 4096
)

// prepare makes a store in which several imports have left free pages.
func (r *rotten) prepare(ctx context.Context) error {
	for _, v := range []int{0, 3, held} {
		if out, err := r.command(ctx, "import", "--db", r.store, r.versions[v].seeds).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	for _, brand := range []string{"alder", "birch"} {
		secret, err := r.command(ctx, "token", "create", "--db", r.store, "--brand", brand, "--name", "reader").Output()
		if err != nil {
			return err
		}
		r.secrets[brand] = strings.TrimSpace(string(secret))
	}
	var err error
	r.sound, err = os.ReadFile(r.store)
	for at := 0; at < len(r.sound); at += pageSize {
		if len(bytes.Trim(r.sound[at:at+pageSize], "\x00")) > 0 {
			r.pages = append(r.pages, at)
		}
	}
	return err
}

// damage returns the sound bytes with some of them another: mostly one, now
// and then several, now and then a sector of nothing.
func (r *rotten) damage() []byte {
	data := bytes.Clone(r.sound)
	at := r.place(data)
	r.what = fmt.Sprintf("byte %d", at)
	switch r.random.IntN(8) {
	case 0:
		for range 1 + r.random.IntN(7) {
			at := r.place(data)
			data[at] ^= byte(1 + r.random.IntN(255))
			r.what += fmt.Sprintf(" and %d", at)
		}
	case 1:
		clear(data[at&^511:][:512])
		r.what = fmt.Sprintf("the sector of byte %d", at)
	}
	data[at] ^= 1 << r.random.IntN(8)
	return data
}

// place picks a byte: of the pages that say where everything is, of the list
// of free pages, of the beginning of any page, or of any page.
func (r *rotten) place(data []byte) int {
	page := r.pages[r.random.IntN(len(r.pages))]
	switch r.random.IntN(8) {
	case 0:
		return r.random.IntN(2)*pageSize + r.random.IntN(80)
	case 1:
		for _, free := range r.pages {
			if data[free+8] == 0x10 && r.random.IntN(2) == 0 {
				return free + r.random.IntN(256)
			}
		}
	case 2, 3:
		return page + r.random.IntN(96)
	}
	return page + r.random.IntN(pageSize)
}

func (r *rotten) round(ctx context.Context, n int) error {
	if err := os.WriteFile(r.store, r.damage(), 0o600); err != nil {
		return err
	}
	s, err := r.serve(ctx, r.store)
	if errors.Is(err, lab.ErrRefused) {
		r.refused++
		if !strings.Contains(err.Error(), "designmanual restore") {
			return lab.Broken("it refuses to start and does not say what to do: %v", err)
		}
		return r.doctorSays(ctx, false)
	}
	if err != nil {
		return err
	}
	defer s.Kill()
	bad, err := r.rightOr500(ctx, s, held)
	if err != nil {
		return err
	}
	sound, err := r.doctor(ctx)
	switch {
	case err != nil:
		return err
	case bad > 0 && sound:
		return lab.Broken("readers met damage in %d answers, and doctor finds none", bad)
	case bad > 0:
		r.spoilt++
	case !sound:
		r.named++
	default:
		r.harmless++
	}
	if n%2 == 1 {
		return r.importOver(ctx, s)
	}
	return nil
}

// importOver imports over the damage: what is served then is right, or 500.
// An import may fail when it has been written and damage shows as it is read
// back; the new version is served then.
func (r *rotten) importOver(ctx context.Context, s *server) error {
	const next = held + 1
	out, failed := r.command(ctx, "import", "--db", r.store, r.versions[next].seeds).CombinedOutput()
	if failed != nil && !strings.Contains(string(out), "designmanual restore") {
		return lab.Broken("an import over the damage does not say what to do: %s", out)
	}
	_, err := r.rightOr500(ctx, s, next)
	if err != nil && failed != nil {
		_, err = r.rightOr500(ctx, s, held)
	}
	return err
}

// rightOr500 reads everything and returns how many answers were 500. Every
// other one must be the body of that version.
func (r *rotten) rightOr500(ctx context.Context, s *server, v int) (bad int, err error) {
	for k, body := range r.versions[v].documents {
		if k.kind == manual.PageDocument || k.kind == manual.IconDocument {
			continue
		}
		for _, compressed := range []bool{false, true} {
			got, err := s.read(ctx, k, compressed, r.secrets[k.brand])
			switch {
			case err != nil && s.ended():
				if !s.Log.Tells("designmanual restore") {
					return bad, lab.Broken("the server has stopped and does not say what to do: %s", s.Log)
				}
				return bad + 1, nil
			case err != nil:
				return bad, err
			case got.status == http.StatusInternalServerError:
				bad++
				if id := "man_" + k.brand + "_" + k.manual; !s.Log.Tells(id) {
					return bad, lab.Broken("a 500 for %s that the log does not tell of: %s", id, s.Log)
				}
			case got.status != http.StatusOK || got.body != body:
				return bad, lab.Broken("%v is another body, with status %d: %.200s", k, got.status, got.body)
			}
		}
	}
	return bad, nil
}

// doctorSays is broken where doctor finds another thing.
func (r *rotten) doctorSays(ctx context.Context, want bool) error {
	sound, err := r.doctor(ctx)
	if err == nil && sound != want {
		return lab.Broken("doctor says that the store is sound: %t", sound)
	}
	return err
}

// doctor tells whether doctor finds the store sound. What it finds wrong it
// must say what to do about.
func (r *rotten) doctor(ctx context.Context) (sound bool, err error) {
	out, err := r.command(ctx, "doctor", "--db", r.store).CombinedOutput()
	if err == nil {
		return true, nil
	}
	if !strings.Contains(string(out), "designmanual restore") {
		return false, lab.Broken("doctor does not say what to do: %v: %s", err, out)
	}
	return false, nil
}
