// Command proxies.d holds nginx, Varnish, Caddy, and Caddy before Varnish, with
// the files of scripts/proxy, to what the README says of them: each in front of
// a server of designmanual, with a relay between the two that keeps what comes
// through. It takes little more than a minute, the time that an answer may be
// stored, since it waits for that to pass.
package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"designmanual/scripts/proxy/trial"
)

// perMinute is the limit of a client's address.
const perMinute = 120

func main() { trial.Main(run) }

func run(ctx context.Context, t *trial.Trial) error {
	fronts, err := start(ctx, t)
	if err != nil {
		return err
	}
	failures, all := make(chan string), new(sync.WaitGroup)
	all.Go(func() {
		select {
		case <-ctx.Done():
		case <-time.After(withdrawal):
			if _, err := t.Run(ctx, "remove", "--db", database(t), "acme.withdrawn"); err != nil {
				failures <- err.Error()
			}
		}
	})
	for _, f := range fronts {
		for _, c := range checks() {
			all.Go(func() {
				try := &try{front: f, ctx: ctx}
				c.run(try)
				for _, failure := range try.failures {
					failures <- fmt.Sprintf("%s: %s: %s", f.Name, c.name, failure)
				}
			})
		}
	}
	go func() { all.Wait(); close(failures) }()
	failed := 0
	for failure := range failures {
		fmt.Println(failure)
		failed++
	}
	if failed > 0 {
		return fmt.Errorf("%d failures", failed)
	}
	for _, c := range checks() {
		fmt.Println("holds:", c.name)
	}
	return nil
}

func database(t *trial.Trial) string { return filepath.Join(t.Dir, "manuals.db") }

// A check is one thing that the files are held to.
type check struct {
	name string
	run  func(*try)
}

func checks() []check {
	return []check{
		{"the server's answers go through as they are", answers},
		{"who has the entity tag gets 304", conditions},
		{"what anyone may read comes to the server once", hits},
		{"an answer to an access token is never stored", tokens},
		{"refusals are never stored", refusals},
		{"each client has a limit of its own", limits},
		{"what is stored tells nobody's standing", standings},
		{"what a password opens is never stored", sessions},
		{"many who want the same are one request", crowds},
		{"HTTP leads to HTTPS", secured},
		{"nothing is used past its minute, and what is stored bridges an outage", minute},
		{"without a store, a request waits for a server that starts anew", restart},
	}
}

// start starts one server and the proxies before it, each with a relay.
func start(ctx context.Context, t *trial.Trial) ([]*front, error) {
	seeds, err := writeSeeds(t.Dir, time.Now())
	if err != nil {
		return nil, err
	}
	server, err := t.Address()
	if err != nil {
		return nil, err
	}
	if _, err := t.Serve(ctx, "server", server, "--db", database(t), "--seed", seeds, "--rate", fmt.Sprintf("%d-M", perMinute)); err != nil {
		return nil, fmt.Errorf("the server: %w", err)
	}
	token, err := t.Run(ctx, "token", "create", "--db", database(t), "--brand", "acme", "--name", "a build")
	if err != nil {
		return nil, err
	}
	var fronts []*front
	for i, begin := range []func(server string) (*trial.Proxy, error){
		func(server string) (*trial.Proxy, error) { return t.Nginx(ctx, server) },
		func(server string) (*trial.Proxy, error) { return t.Varnish(ctx, "varnish", server) },
		func(server string) (*trial.Proxy, error) { return t.Caddy(ctx, server) },
		func(server string) (*trial.Proxy, error) {
			varnish, err := t.Varnish(ctx, "another varnish", server)
			if err != nil {
				return nil, err
			}
			return t.CaddyBefore(ctx, varnish)
		},
	} {
		f := &front{server: server, token: token, number: 10 + i}
		address, err := t.Address()
		if err != nil {
			return nil, err
		}
		if f.relay, err = newRelay(server, address); err != nil {
			return nil, err
		}
		if f.Proxy, err = begin(address); err != nil {
			return nil, err
		}
		fronts = append(fronts, f)
	}
	return fronts, nil
}
