package linting

import (
	"bytes"

	"designmanual/api/files"
	"designmanual/tokenize/lint"
)

// MaxFileBytes limits the files that are read.
const MaxFileBytes = 8 << 20

// A Result is what was found in files, and written into them.
type Result struct {
	Found    []lint.Finding // the first [lint.MaxFindings]; of what is left where tokens were written
	Count    int            // of all findings
	Replaced int            // places into which a token was written
	Changed  int            // files that have such places
}

// Run checks files. With fix it writes tokens into them where it is plain which.
func Run(linter *lint.Linter, names []string, fix bool) (*Result, error) {
	for _, name := range names { // a property may be defined in another file
		data, err := files.Read(name, MaxFileBytes)
		if err != nil {
			return nil, err
		}
		linter.Define(data)
	}
	r := &Result{Found: []lint.Finding{}}
	for _, name := range names {
		if err := r.check(linter, name, fix); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// check checks a file.
func (r *Result) check(linter *lint.Linter, name string, fix bool) error {
	data, err := files.Read(name, MaxFileBytes)
	if err != nil {
		return err
	}
	findings := linter.Check(name, data)
	fixed := lint.Fix(data, findings)
	if !fix || bytes.Equal(fixed, data) {
		r.add(findings)
		return nil
	}
	if err := files.Replace(name, data, fixed); err != nil {
		return err
	}
	left := linter.Check(name, fixed)
	r.Replaced += len(findings) - len(left)
	r.Changed++
	r.add(left)
	return nil
}

// add counts findings and keeps the first [lint.MaxFindings].
func (r *Result) add(findings []lint.Finding) {
	r.Count += len(findings)
	room := min(len(findings), lint.MaxFindings-len(r.Found))
	r.Found = append(r.Found, findings[:room]...)
}
