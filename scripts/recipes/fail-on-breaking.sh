#!/bin/sh
# fail-on-breaking.sh [FOLDER [BASE]]: exits with status 3 if the seed files in
# FOLDER (manuals) remove or rename a token that the branch BASE (origin/main)
# has.
set -eu
folder=${1:-manuals}
base=${2:-origin/main}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive "$base" "$folder" | tar -x -C "$work"
designmanual import --db "$work/base.db" "$work/$folder" >"$work/report"
designmanual import --db "$work/base.db" --dry-run --prune --fail-on-breaking "$folder"
