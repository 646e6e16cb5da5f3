package api

import (
	"maps"
	"reflect"
	"slices"
	"testing"
)

// The router of the public interface holds these routes and no others, so
// none of the administration. All else is for [Handler.elsewhere].
func TestRoutes(t *testing.T) {
	w := newTestServer(t, nil)
	var got []string
	// httprouter lists its routes to nobody.
	trees := reflect.ValueOf(w.handler.router).Elem().FieldByName("trees")
	for _, method := range trees.MapKeys() {
		got = append(got, routesUnder(trees.MapIndex(method), method.String()+" ")...)
	}
	want := map[string]bool{}
	for _, path := range []string{"/api/v1/manuals/:slug", "/api/v1/manuals/:slug/tokens.json", "/api/v1/openapi.json", "/healthz", "/readyz"} {
		want["GET "+path], want["HEAD "+path] = true, true
	}
	slices.Sort(got)
	if !slices.Equal(got, slices.Sorted(maps.Keys(want))) {
		t.Errorf("routes\n%q, want\n%q", got, slices.Sorted(maps.Keys(want)))
	}
}

// routesUnder returns the routes of a node of httprouter's tree, each behind
// the path that leads to the node.
func routesUnder(node reflect.Value, before string) (routes []string) {
	node = node.Elem()
	before += node.FieldByName("path").String()
	if !node.FieldByName("handle").IsNil() {
		routes = append(routes, before)
	}
	children := node.FieldByName("children")
	for i := range children.Len() {
		routes = append(routes, routesUnder(children.Index(i), before)...)
	}
	return routes
}
