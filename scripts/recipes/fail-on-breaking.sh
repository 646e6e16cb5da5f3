#!/bin/sh
# fail-on-breaking.sh [FOLDER [BASE]]: ends with status 3 where the seed files
# in FOLDER lose or rename a token that those of the branch BASE have.
set -eu
folder=${1:-manuals}
base=${2:-origin/main}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive "$base" "$folder" | tar -x -C "$work"
designmanual import --db "$work/base.db" "$work/$folder" >"$work/report"
designmanual import --db "$work/base.db" --dry-run --prune --fail-on-breaking "$folder"
