package main

import "fmt"

// A promise is a sentence of a document, and tests that try to break it.
type promise struct {
	file string // the document
	text string // words of it
	how  string // how it is tried
	try
}

// A try is a run of the tests of a package whose names match.
type try struct {
	folder  string
	tests   string // a regular expression for whole names, or the name of a fuzz target
	torture bool   // the tests have the build tag torture
	fuzz    int    // seconds, for a fuzz target
	plans   int    // how many plans rapid draws, if it does
}

// command returns the command of a try, which takes so many times as long as usual.
func (t try) command(times int) string {
	if t.fuzz > 0 {
		return fmt.Sprintf("go test -run '^$' -fuzz '^%s$' -fuzztime %ds ./%s", t.tests, t.fuzz*times, t.folder)
	}
	tags, count, plans := "", 1, ""
	if t.torture {
		tags, count = "-tags torture -timeout 2h ", times
	}
	if t.plans > 0 {
		count = 1
		plans = fmt.Sprintf(" -rapid.nofailfile -rapid.checks %d", t.plans*times)
	}
	return fmt.Sprintf("go test -count %d %s-run '^(%s)$' ./%s%s", count, tags, t.tests, t.folder, plans)
}

const (
	security = ".github/SECURITY.md"
	limits   = "api/LIMITS.md"
	running  = "scripts/RUNNING.md"
)

// promises are the rows of the table. A test holds that each of them stands in its
// document, and that no bullet of SECURITY.md, no row of LIMITS.md and no torture test is
// left out.
var promises = []promise{
	{security, "a reader sees all of the old answers or all of the new ones",
		"Plans of imports, renames, prunes, ends, passwords, tokens, backups, restores and kills, drawn at random, " +
			"while five readers read documents, pages, lists and files over HTTP/1.1, HTTP/2 and the socket; a judge " +
			"of linearizability finds an order that explains every answer. Rounds are answers and changes, faults " +
			"are kills, restarts and restores",
		try{folder: "api/cli/history", tests: "TestTortureHistory", torture: true, plans: 40}},
	{security, "An import that has been acknowledged survives a kill",
		"A process that writes is killed at a random moment, and the next one opens what it left",
		try{folder: "db", tests: "TestKill", torture: true}},
	{security, "survives a kill and a power cut",
		"The writes of a process are replayed up to each of them, four times: of what was not synced some are there, " +
			"some are not, some are torn",
		try{folder: "db", tests: "TestPower", torture: true}},
	{security, "An import is one transaction",
		"The nth write, sync or growth of the file fails or ends the process, for 13 n and 7 failures; and a file " +
			"has its name only when it is synced",
		try{folder: "db", tests: "TestFaults|TestSyncs|TestTornMetaPage|TestTortureChild", torture: true}},
	{security, "When the disk is full, the next import fails with a reason and the server goes on serving",
		"Small disks are filled by imports until five of them fail; what was imported last is served; with more " +
			"space the import goes through",
		try{folder: "api/cli", tests: "TestTortureFullDisk", torture: true}},
	{security, "it never means a wrong body",
		"A bit, seven bytes or a sector of a database are changed at random; every document and file is read and " +
			"compared, and the store is written",
		try{folder: "db", tests: "TestRandomDamage|TestDamage", torture: true}},
	{security, "a server that refuses to start and suggests `restore`",
		"A byte in each of 127 places is changed; documents are read over HTTP, `doctor` and `restore` must find " +
			"what readers meet",
		try{folder: "api/cli", tests: "TestFlippedBytes"}},
	{security, "A private manual answers a stranger with exactly the bytes of a manual that does not exist",
		"A table of hosts, tokens, visibilities, end dates and paths; the answers and the work for private and " +
			"unknown manuals are compared",
		try{folder: "api", tests: "TestWhichManual|TestAccess.*|TestPrivate.*|TestShare.*|TestWrongShareLinks"}},
	{security, "No log shows a token or a password",
		"Requests with secrets in every place; the log and the access log are searched",
		try{folder: "api", tests: "TestShareLinksAreNotLogged|TestObservations|TestObserveLimited|TestReflection"}},
	{security, "No log shows a token",
		"Lines of the access log from inputs that a fuzzer makes",
		try{folder: "api/accesslog", tests: "FuzzLine", fuzz: 20}},
	{security, "which only the server's own user and root may use",
		"Other users, other sockets, and requests that no client sends; nothing of administration is on the public side",
		try{
			folder: "api/admin",
			tests:  "TestSocket.*|TestPeer|TestTrust|TestNothingIsPublic|TestClientOfAnotherUser|TestMalformedImport",
		}},
	{security, "The import refuses markup that could run",
		"Markup from a fuzzer, beside what browsers' parsers make of it",
		try{folder: "seed/active", tests: "FuzzActiveContent", fuzz: 30}},
	{security, "They have a strict Content-Security-Policy",
		"Rich text from a fuzzer, as it stands on the page",
		try{folder: "api/render/page/safe", tests: "FuzzRich", fuzz: 20}},
	{limits, "a seed file",
		"Seed files from a fuzzer: each is imported, or each problem has its place",
		try{folder: "seed", tests: "FuzzCheck", fuzz: 30}},
	{limits, "a file beside it",
		"A broken file of each kind, fonts, pictures and SVG that lie, files that change or vanish while they are read",
		try{
			folder: "seed",
			tests:  "TestInvalidSeeds|TestFiles.*|TestFileChangesDuringImport|TestPipes|TestFontFiles|TestManualSizeLimit",
		}},
	{security, "One client cannot exhaust the server",
		"1,200 connections of one address, a server without free descriptors, requests from 300,000 addresses",
		try{folder: "api/cli", tests: "TestTortureOneAddress|TestTortureDescriptors|TestTortureFlood", torture: true}},
	{security, "They have a strict Content-Security-Policy",
		"20,000 requests with hostile values in every part: none comes back or forges a line of the log",
		try{folder: "api/cli", tests: "TestTortureWords", torture: true}},
	{limits, "a request",
		"Requests of a fuzzer byte by byte beside net/http, which must answer the same",
		try{folder: "api/http1", tests: "FuzzRequests", fuzz: 30}},
	{limits, "connections at a time",
		"Clients that send nothing, half a request or too much, and clients that read nothing of a large answer, " +
			"while others are answered",
		try{folder: "api/http1", tests: "TestTortureClients", torture: true}},
	{limits, "memory of all connections",
		"What a connection holds that has sent all it may and reads nothing",
		try{folder: "api/http1", tests: "TestTortureCosts", torture: true}},
	{limits, "requests at a time over HTTP/2",
		"100 connections, each with 250 streams that take nothing",
		try{folder: "api/http1", tests: "TestTortureStreams", torture: true}},
	{limits, "memory of an import",
		"A thousand manuals of 16 KB are imported by a process whose memory is read",
		try{folder: "api/cli", tests: "TestTortureImportMemory", torture: true}},
	{limits, "wrong passwords",
		"Passwords from one address, over all manuals and hosts",
		try{folder: "api", tests: "TestWrongPasswords|TestPasswordForms"}},
	{limits, "anchors of a manual that was removed",
		"A manual is removed, comes back within the year, and after it",
		try{folder: "db", tests: "TestGone.*"}},
	{limits, "systems",
		"The goldens and arithmetic on arm64, and vet for the other systems, are `scripts/check-all portable`; here " +
			"the arithmetic",
		try{folder: "tokenize/css", tests: "Test.*"}},
	{limits, "manuals in a database",
		"Bodies are read while many updates replace them",
		try{folder: "db", tests: "TestConcurrentReads|TestOrder|TestEntriesShared"}},
	{running, "`restore FILE` verifies a copy and puts it back",
		"Copies that are damaged, cut short, in the place of a database that is there or in use, or that race with " +
			"another; what is put back must be whole",
		try{folder: "db", tests: "TestInstall.*|TestVerify|TestInterrupted"}},
}
