# Functions that the scripts share. A script sources it from the folder of the
# repository, and gets $scratch, a folder that is removed when it ends, after
# what it has started in the background is stopped.
scratch=$(mktemp -d)
chmod 0755 "$scratch" # for the users that services and images have
server=
finish() {
	local running
	running=$(jobs -p)
	[ -z "$running" ] || kill $running 2>/dev/null || true
	wait
	chmod -R u+w "$scratch" # a module cache is not writable
	rm -rf "$scratch"
}
trap finish EXIT

say() { printf '\n== %s\n' "$*"; }

# fail WORDS…: ends the script, with what has been logged.
fail() {
	printf '%s\n' "$*" >&2
	cat "$scratch"/*.log >&2 2>/dev/null || true
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

# npm_install PACKAGE…: into $scratch.
npm_install() {
	need npm npm
	(cd "$scratch" && npm install --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error "$@" >/dev/null)
}

# browser prints where Chromium is.
browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# build FILE: the program as it is released.
build() { CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$1" .; }

# key_pair HOST: a certificate and its key, $scratch/cert.pem and key.pem.
key_pair() {
	need openssl openssl
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7 -subj "/CN=$1" \
		-addext "subjectAltName=DNS:$1" -keyout "$scratch/key.pem" -out "$scratch/cert.pem" 2>/dev/null
}

# until_true COMMAND…: tries it until it is true, for twenty seconds.
until_true() {
	for _ in $(seq 200); do
		! "$@" || return 0
		sleep 0.1
	done
	fail "not within twenty seconds: $*"
}

# wait_for PATTERN FILE: until the server has written a line that matches.
wait_for() { until_true written "$@"; }
written() { kill -0 "$server" 2>/dev/null && grep -qs "$1" "$2"; }

# dev PROGRAM [ARGUMENT…]: serves the example manuals or others; what it prints
# is in $scratch/welcome.
dev() {
	"$1" dev --listen 127.0.0.1:0 --rate off "${@:2}" >"$scratch/welcome" 2>"$scratch/server.log" &
	server=$!
	wait_for '^Try it:' "$scratch/welcome"
}

# serve PROGRAM ARGUMENT…: a server; its log is in $scratch/server.log.
serve() {
	"$1" serve "${@:2}" 2>"$scratch/server.log" &
	server=$!
	wait_for 'msg=serving' "$scratch/server.log"
}

# stop ends the server, which must end well.
stop() {
	kill "$server"
	wait "$server" || fail "the server ended with status $?"
}

# status [CURL ARGUMENT…]: of an answer; 000 where there is none.
status() { curl -sk -m 10 -o /dev/null -w '%{http_code}' "$@" || true; }

# is WHAT FOUND EXPECTED
is() { [ "$2" = "$3" ] || fail "$1: found $2, expected $3"; }
