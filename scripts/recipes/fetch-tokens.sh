#!/bin/sh
# fetch-tokens.sh [2025.10]: downloads tokens.json if the manual has changed.
# MANUAL_URL is the address of the manual. For a private manual, set MANUAL_TOKEN
# to an access token.
set -eu
manual=${MANUAL_URL:-http://localhost:8080/api/v1/manuals/ternholm}
trap 'rm -f tokens.json.new tokens.etag.new' EXIT
rm -f tokens.json.new
[ -s tokens.json ] || rm -f tokens.etag
curl --fail --silent --show-error --compressed --retry 3 \
	${MANUAL_TOKEN:+--header "Authorization: Bearer $MANUAL_TOKEN"} \
	--etag-compare tokens.etag --etag-save tokens.etag.new \
	--output tokens.json.new "$manual/tokens.json${1:+?format=$1}"
if [ -s tokens.json.new ]; then # a 304 has no body
	mv tokens.json.new tokens.json
	mv tokens.etag.new tokens.etag
fi
