//go:build !unix

package admin

// fileOwner cannot tell.
func fileOwner(string) (user int, known bool) { return 0, false }
