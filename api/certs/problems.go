package certs

import (
	"encoding/json"
	"mime"
	"strings"
)

// badNonce is the problem that is no trouble: the client asks again at once
// (RFC 8555, section 6.5).
const badNonce = "urn:ietf:params:acme:error:badNonce"

// A problem is a problem document of an authority (RFC 8555, section 6.7).
type problem struct {
	Type   string `json:"type"`
	Detail string `json:"detail"`
}

// problems returns what an answer of the authority says has gone wrong: the
// answer itself where it is a problem document, else the errors of the
// challenges in it (RFC 8555, section 8).
func problems(mediaType string, body []byte) []string {
	switch media, _, _ := mime.ParseMediaType(mediaType); media {
	case "application/problem+json":
		var p problem
		if json.Unmarshal(body, &p) != nil || p.Type == badNonce {
			return nil
		}
		return []string{p.String()}
	case "application/json":
		return challengeProblems(body)
	}
	return nil
}

func challengeProblems(body []byte) []string {
	var authorization struct {
		Challenges []struct {
			Type  string   `json:"type"`
			Error *problem `json:"error"`
		} `json:"challenges"`
	}
	if json.Unmarshal(body, &authorization) != nil {
		return nil
	}
	var all []string
	for _, c := range authorization.Challenges {
		if c.Error != nil {
			all = append(all, c.Type+": "+c.Error.String())
		}
	}
	return all
}

func (p problem) String() string {
	return strings.TrimPrefix(p.Type, "urn:ietf:params:acme:error:") + ": " + p.Detail
}
