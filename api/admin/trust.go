package admin

import (
	"net"
	"os"
)

// allowed tells whether a process of that user may administer the store of
// this one: the same user may, and root.
func allowed(user int) bool { return user == 0 || user == os.Geteuid() }

// allowedPeer tells the same of a connection.
func allowedPeer(conn net.Conn) bool {
	user, known := peer(conn)
	return known && allowed(user) || !known && !peersKnown
}

// trusted tells whether a command may send seed files and questions to the
// server of that user: oneself, root or the owner of the database. In a folder
// that others may write, anyone can put a socket beside a database.
func trusted(user int, database string) bool {
	owner, known := fileOwner(database)
	return allowed(user) || known && user == owner
}
