#!/bin/sh
# fail-on-change.sh FROM [SRC…]: exits with status 3 if the code in SRC (src) uses a token or
# a theme of FROM that is gone by now, has another name or another value, and prints each use.
# FROM is the release that the code is made against, or a saved tokens.json. MANUAL is the
# address of the manual; TO names a release to compare with instead of the manual as it is.
# For a private manual, set DESIGNMANUAL_TOKEN to an access token.
set -eu
manual=${MANUAL:?expected the address of the manual}
from=${1:?expected a version as 1.4.0, or a tokens.json}
shift
[ $# -gt 0 ] || set -- src
designmanual lint --manual "$manual" --from "$from" ${TO:+--to "$TO"} "$@"
