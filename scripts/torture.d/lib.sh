# What the parts of scripts/torture share. A part sources it first:
#
#	source "$(dirname "$0")/lib.sh"
#
# and is then at the top of the repository, with
#
#	$name      the name of the part
#	$scratch   a folder of its own, which is removed at the end
#	$DESIGNMANUAL, built if scripts/torture has not done so
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
GATE=${GATE-}
name=$(basename "$0")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/torture.$name.XXXXXX")

# at_end COMMAND has a command line run when the part ends, the latest first.
endings=()
at_end() { endings+=("$1"); }
end() {
	local status=$? i
	trap - EXIT
	for ((i = ${#endings[@]} - 1; i >= 0; i--)); do
		eval "${endings[i]}" || true
	done
	leave_nothing || status=1
	rm -rf "$scratch"
	exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM

# leave_nothing fails where a process goes on after the part whose command
# line names the folder of the part, and ends it. No other is touched: the
# program may be one that somebody serves with.
leave_nothing() {
	local i left
	for ((i = 0; i < 50; i++)); do
		left=$(grep -slFf <(echo "$scratch/") /proc/[0-9]*/cmdline || true) # its status also says that one has just ended
		[ -n "$left" ] || return 0
		sleep 0.1 # it may be ending
	done
	echo "$name: BROKEN: left running: $(for i in $left; do tr '\0' ' ' <"$i"; echo; done | paste -sd ';')"
	for i in $left; do kill -9 "$(basename "${i%/cmdline}")"; done
	return 1
}

# rounds SMALL LARGE prints the number of the gate or that of the torture.
rounds() { if [ -n "$GATE" ]; then echo "$1"; else echo "$2"; fi; }

# The three ends of a part.
kept() { echo "$name: $*"; exit 0; }
broken() { echo "$name: BROKEN: $*"; exit 1; }
skip() { echo "$name: skipped: $*"; exit 77; }

# need COMMAND PACKAGE installs a Debian package where its command is missing,
# and skips the part where that cannot be.
need() {
	if command -v "$1" >/dev/null; then return; fi
	local sudo=
	[ "$(id -u)" = 0 ] || sudo=sudo
	{ $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq "$2"; } >/dev/null 2>&1 ||
		skip "there is no $1, and the package $2 cannot be installed"
}

# overlay FILE SED [FILE SED…] makes $overlay, with which go replaces source
# files by what sed makes of them. A change that changes nothing is a fault of
# the part.
overlay=
overlay() {
	local folder file changed pairs=
	folder=$(mktemp -d "$scratch/overlay.XXXXXX")
	while [ $# -gt 0 ]; do
		file=$(realpath "$1") changed="$folder/${1//\//+}"
		sed -E "$2" "$file" >"$changed"
		! cmp -s "$file" "$changed" || broken "the control changes nothing in $file any more: $2"
		pairs+="${pairs:+,}\"$file\":\"$changed\""
		shift 2
	done
	overlay="$folder/overlay.json"
	printf '{"Replace":{%s}}' "$pairs" >"$overlay"
}

# without OUTPUT FILE SED [FILE SED…] builds the program with source files
# changed, for a control.
without() {
	overlay "${@:2}"
	CGO_ENABLED=0 go build -overlay "$overlay" -o "$1" .
}

# program OUTPUT FOLDER builds a Go program of the parts.
program() { go build -o "$1" "./$2"; }

# await_ready ADDRESS PROCESS LOG waits until the server answers on /readyz.
await_ready() {
	local i
	for ((i = 0; i < 200; i++)); do
		if curl -sf -o /dev/null --max-time 1 "http://$1/readyz"; then return; fi
		kill -0 "$2" 2>/dev/null || { cat "$3"; broken 'the server ended before it was ready'; }
		sleep 0.05
	done
	cat "$3"
	broken 'the server did not become ready'
}

if [ -z "${DESIGNMANUAL-}" ]; then
	export DESIGNMANUAL="$scratch/designmanual"
	CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "$DESIGNMANUAL" .
fi

# control WHAT COMMAND… runs the test on a program without a protection. The
# test must end with status 1 and say BROKEN; any other end is no proof that
# it finds anything.
control() {
	local what=$1 status=0
	shift
	"$@" >"$scratch/said" 2>&1 || status=$?
	[ "$status" != 0 ] || broken "the control passes: $what"
	if [ "$status" != 1 ] || ! grep -q BROKEN "$scratch/said"; then
		cat "$scratch/said"
		broken "the control does not run (status $status): $what"
	fi
	echo "   control, $what: $(tail -n 1 "$scratch/said" | cut -c -300)"
}

# try COMMAND… runs the test on the program as it is, and leaves its last line
# in $said.
said=
try() {
	local status=0
	"$@" >"$scratch/said" 2>&1 || status=$?
	said=$(tail -n 1 "$scratch/said")
	[ "$status" = 0 ] || { cat "$scratch/said"; broken "status $status: $said"; }
}
