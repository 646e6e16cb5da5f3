package certs

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// errNotCovered is why nothing is ordered for a host that has no manual for
// everybody any more.
var errNotCovered = errors.New("the host is not one to have a certificate")

// An issuer is the authority, asked for covered hosts only and for at most
// [maxOrders] certificates at a time.
type issuer struct {
	authority
	covers func(host string) bool
	slots  chan struct{}
}

type authority interface {
	certmagic.Issuer
	certmagic.PreChecker
}

// once marks the context of an attempt that is repeated by the manager, not by
// certmagic.
type once struct{}

// Issue orders a certificate.
func (i *issuer) Issue(ctx context.Context, request *x509.CertificateRequest) (*certmagic.IssuedCertificate, error) {
	select {
	case i.slots <- struct{}{}:
		defer func() { <-i.slots }()
	case <-ctx.Done():
		return nil, certmagic.ErrNoRetry{Err: context.Cause(ctx)}
	}
	if !slices.ContainsFunc(request.DNSNames, i.covers) {
		return nil, certmagic.ErrNoRetry{Err: errNotCovered}
	}
	issued, err := i.authority.Issue(ctx, request)
	if err != nil && ctx.Value(once{}) != nil {
		err = certmagic.ErrNoRetry{Err: err}
	}
	return issued, err
}

// authorityLog returns a logger for certmagic: its warnings and errors are
// warnings of ours, with the host under the name that it has in our log. What
// it says of its progress is left out.
func authorityLog(log *slog.Logger) *zap.Logger { return zap.New(&authorityCore{log: log}) }

type authorityCore struct {
	zapcore.LevelEnabler
	log *slog.Logger
	all []zapcore.Field
}

func (c *authorityCore) Enabled(level zapcore.Level) bool { return level >= zapcore.WarnLevel }

func (c *authorityCore) With(fields []zapcore.Field) zapcore.Core {
	return &authorityCore{log: c.log, all: append(slices.Clip(c.all), fields...)}
}

func (c *authorityCore) Check(e zapcore.Entry, to *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return to.AddCore(e, c)
	}
	return to
}

// Write logs an entry: of its fields the host, the kind of challenge, the
// problem and the error.
func (c *authorityCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	found := zapcore.NewMapObjectEncoder()
	for _, field := range append(slices.Clip(c.all), fields...) {
		field.AddTo(found)
	}
	if text, _ := found.Fields["error"].(string); strings.Contains(text, errNotCovered.Error()) || strings.Contains(text, context.Canceled.Error()) {
		return nil
	}
	args := []any{"about", e.Message}
	for _, name := range [][2]string{{"identifier", "host"}, {"server_name", "host"}, {"challenge_type", "challenge"}, {"problem", "problem"}, {"error", "error"}} {
		value, known := found.Fields[name[0]]
		if problem, ok := value.(map[string]any); ok {
			value = fmt.Sprintf("%v: %v", problem["type"], problem["detail"])
		}
		if known {
			args = append(args, name[1], value)
		}
	}
	c.log.Warn("certificate authority", args...)
	return nil
}

func (c *authorityCore) Sync() error { return nil }

// pause returns how long to leave a host alone after that many failures and
// one more: three times as long after each, so that the limits of Let's
// Encrypt (5 failures of a host an hour) are not spent on one that leads
// elsewhere.
func pause(failures int) time.Duration {
	wait := firstPause
	for range failures {
		wait = min(wait*pauseStep, lastPause)
	}
	return wait
}
