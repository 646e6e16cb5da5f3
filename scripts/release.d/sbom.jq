# Makes the bill of materials of a program, as CycloneDX 1.6 (ECMA-424), from the
# build information that the linker records in it:
#
#	go version -m -json PROGRAM | jq --arg sha256 HASH -f sbom.jq
def package($path; $version; $more):
  "pkg:golang/\($path)@\($version | gsub("\\+"; "%2B"))" as $purl
  | { type: "library", "bom-ref": $purl, name: $path, version: $version, purl: $purl } + $more;

{
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  # a UUID of version 8 (RFC 9562, section 5.8) from the program's hash
  serialNumber: ($sha256 | "urn:uuid:\(.[0:8])-\(.[8:12])-8\(.[13:16])-8\(.[17:20])-\(.[20:32])"),
  version: 1,
  metadata: {
    timestamp: [.Settings[] | select(.Key == "vcs.time").Value][0],
    component: package(.Main.Path; .Main.Version; {
      type: "application",
      hashes: [{ alg: "SHA-256", content: $sha256 }],
      properties: [.Settings[] | { name: "go:build:\(.Key)", value: (.Value // "") }]
    })
  },
  components: [
    package("std"; .GoVersion | ltrimstr("go"); {}),
    (.Deps[] | .Replace // . | package(.Path; .Version; { properties: [{ name: "go:sum", value: .Sum }] }))
  ]
}
