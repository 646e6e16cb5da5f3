#!/bin/sh
# fetch-release.sh VERSION [FILE…]: downloads files of a release of the tokens (tokens.json),
# which stay as they are whatever becomes of the manual: tokens.json, tokens.2025-10.json,
# tokens.css, and resolver.json where there are themes. MANUAL is the address of the manual.
# For a private manual, set MANUAL_TOKEN to an access token.
set -eu
manual=${MANUAL:?expected the address of the manual}
version=${1:?expected a version as 1.4.0}
shift
[ $# -gt 0 ] || set -- tokens.json
trap 'rm -f release.new' EXIT
for file do
	curl --fail --silent --show-error --compressed --retry 3 \
		${MANUAL_TOKEN:+--header "Authorization: Bearer $MANUAL_TOKEN"} \
		--output release.new "${manual%/}/-/releases/$version/$file"
	mv release.new "$file"
done
