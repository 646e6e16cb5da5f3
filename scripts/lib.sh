# Functions that the scripts share. A script sources it from the folder of the
# repository, and gets $scratch, a folder that is removed when it ends, with
# the server that runs then stopped.
scratch=$(mktemp -d)
server=
finish() {
	[ -z "$server" ] || kill "$server" 2>/dev/null || true
	[ -z "$server" ] || wait "$server" 2>/dev/null || true
	chmod -R u+w "$scratch" # a module cache is not writable
	rm -rf "$scratch"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }
fail() {
	printf '%s\n' "$*" >&2
	exit 1
}

# need COMMAND PACKAGE: installs a Debian package where its command is missing.
need() {
	PATH="$PATH:/usr/sbin" command -v "$1" >/dev/null && return
	say "installing $2"
	local sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$2" >/dev/null
}

# browser prints where Chromium is.
browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# build FILE: the program as it is released.
build() { CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$1" .; }

# wait_for PATTERN FILE: until a line matches, for twenty seconds.
wait_for() {
	for _ in $(seq 200); do
		! grep -q "$1" "$2" || return 0
		kill -0 "$server" 2>/dev/null || break
		sleep 0.1
	done
	fail "the server has not written $1: $(cat "$scratch"/*.log)"
}

# dev PROGRAM: serves the example manuals; what it prints is in $scratch/welcome.
dev() {
	"$1" dev --listen 127.0.0.1:0 --rate off >"$scratch/welcome" 2>"$scratch/server.log" &
	server=$!
	wait_for '^Try it:' "$scratch/welcome"
}

# serve PROGRAM ARGUMENT…: a server; its log is in $scratch/server.log.
serve() {
	local program=$1
	shift
	"$program" serve "$@" 2>"$scratch/server.log" &
	server=$!
	wait_for 'msg=serving' "$scratch/server.log"
}

# stop ends the server, which must end well.
stop() {
	kill "$server"
	wait "$server" || fail "the server ended with status $?: $(cat "$scratch/server.log")"
	server=
}
