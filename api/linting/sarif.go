package linting

import (
	"net/url"
	"path/filepath"

	"designmanual/tokenize/lint"
)

// SARIF returns findings of a version of the program in the Static Analysis Results Interchange Format 2.1.0.
func SARIF(findings []lint.Finding, version string) any {
	type object map[string]any
	rules, results := []object{}, []object{}
	for _, r := range lint.Rules {
		rules = append(rules, object{"id": r.ID, "shortDescription": object{"text": r.Text}})
	}
	for _, f := range findings {
		place := object{
			"artifactLocation": object{"uri": fileURI(f.File)},
			"region":           object{"startLine": f.Line, "startColumn": f.Column},
		}
		results = append(results, object{"ruleId": f.Rule, "level": "warning", "message": object{"text": f.Message},
			"locations": []object{{"physicalLocation": place}}})
	}
	driver := object{"name": "designmanual", "version": version, "rules": rules}
	return object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}}}
}

// fileURI returns the path of a file as a relative or absolute URI.
func fileURI(path string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		u.Scheme = "file"
	}
	return u.String()
}
