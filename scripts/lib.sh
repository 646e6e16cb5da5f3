# Functions that the scripts share. A script sources this file in the top folder
# of the repository. It can use $scratch, a temporary folder. When the script
# ends, its background jobs are stopped and $scratch is removed.
scratch=$(mktemp -d)
chmod 0755 "$scratch" # so that the users of services and images can enter it
server=
cleanup() {
	local running
	running=$(jobs -p)
	[ -z "$running" ] || kill $running 2>/dev/null || true
	wait
	chmod -R u+w "$scratch" # a module cache is read-only
	rm -rf "$scratch"
}
trap cleanup EXIT

heading() { printf '\n== %s\n' "$*"; }

# fail MESSAGE… prints the message and all logs, and ends the script.
fail() {
	printf '%s\n' "$*" >&2
	cat "$scratch"/*.log >&2 2>/dev/null || true
	exit 1
}

# need COMMAND PACKAGE installs a Debian package if its command is missing.
need() { PATH="$PATH:/usr/sbin" command -v "$1" >/dev/null || install_package "$2"; }

install_package() {
	heading "installing $1"
	local sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -o DPkg::Lock::Timeout=300 -y -qq --no-install-recommends "$1" >/dev/null
}

# npm_install PACKAGE… installs npm packages into $scratch.
npm_install() {
	need npm npm
	(cd "$scratch" && npm install --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error "$@" >/dev/null)
}

# browser prints the path of Chromium.
browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# build FILE builds the program as in a release.
build() { CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$1" .; }

# block NAME prints the lines of a block of README.md or scripts/RUNNING.md that is marked
# <!-- newcomer: NAME -->.
block() {
	local lines
	lines=$(sed -n "/^<!-- newcomer: $1 -->\$/,/^\`\`\`\$/p" README.md scripts/RUNNING.md | sed '/^<!--/d; /^```/d')
	[ -n "$lines" ] || fail "README.md and scripts/RUNNING.md have no block $1"
	echo "$lines"
}

# key_pair HOST makes a self-signed certificate and its key, $scratch/cert.pem and
# $scratch/key.pem.
key_pair() {
	need openssl openssl
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7 -subj "/CN=$1" \
		-addext "subjectAltName=DNS:$1" -keyout "$scratch/key.pem" -out "$scratch/cert.pem" 2>/dev/null
}

# wait_until COMMAND… runs the command until it succeeds, for up to twenty seconds.
wait_until() {
	for _ in $(seq 200); do
		! "$@" || return 0
		sleep 0.1
	done
	fail "still failing after twenty seconds: $*"
}

# wait_for_line PATTERN FILE waits until the server writes a line that matches.
wait_for_line() { wait_until has_line "$@"; }
has_line() { kill -0 "$server" 2>/dev/null && grep -qs "$1" "$2"; }

# dev PROGRAM [ARGUMENT…] starts `designmanual dev`. Its standard output goes to
# $scratch/welcome, its log to $scratch/server.log.
dev() {
	rm -f "$scratch/welcome" # of a server before
	"$1" dev --listen 127.0.0.1:0 --rate off "${@:2}" >"$scratch/welcome" 2>"$scratch/server.log" &
	server=$!
	wait_for_line '^Open http' "$scratch/welcome"
}

# serve PROGRAM ARGUMENT… starts `designmanual serve`. Its log goes to
# $scratch/server.log.
serve() {
	rm -f "$scratch/server.log" # of a server before
	"$1" serve "${@:2}" 2>"$scratch/server.log" &
	server=$!
	wait_for_line 'msg=serving' "$scratch/server.log"
}

# nginx_with FILE starts nginx with a file in its http block, as the process $proxy.
nginx_with() {
	local kind paths=
	for kind in client_body proxy fastcgi uwsgi scgi; do paths+="${kind}_temp_path $scratch/$kind; "; done
	cat >"$scratch/nginx.conf" <<-NGINX
		daemon off; pid $scratch/pid; error_log stderr warn; worker_processes 1; $([ "$(id -u)" != 0 ] || echo 'user root;')
		events {} http { access_log off; $paths include $1; }
	NGINX
	nginx -p "$scratch" -c "$scratch/nginx.conf" -e stderr 2>"$scratch/nginx.log" &
	proxy=$!
}

# stop stops the server, which must exit with status 0.
stop() {
	kill "$server"
	wait "$server" || fail "the server exited with status $?"
}

# status CURL_ARGUMENT… prints the status of a response, or 000 without a response.
status() { curl -sk -m 10 -o /dev/null -w '%{http_code}' "$@" || true; }

# assert_equal WHAT FOUND EXPECTED
assert_equal() { [ "$2" = "$3" ] || fail "$1: found $2, expected $3"; }
