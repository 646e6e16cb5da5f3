vcl 4.1;

# Varnish in front of designmanual: it keeps what anyone may read for the
# minute that the server allows, and hands everything else through. TLS ends
# before it: put the Caddyfile beside this file in front, with Varnish's
# address in the place of the server's.
#
# Copy to /etc/varnish/default.vcl, and start the server, which listens on
# 127.0.0.1:8080, with
#
#   designmanual serve --base-url https://manuals.example.com --trusted-proxy 127.0.0.1/32

import directors;

# A server that has been gone or not ready for three seconds is passed over.
# Until then, what it does not answer the next one is asked for.
probe ready {
	.url = "/readyz";
	.interval = 1s;
	.timeout = 2s;
	.initial = 1;
	.window = 3;
	.threshold = 1;
}

# The servers. Those that imported the same seed files give the same bytes and
# entity tags: add as many as there are.
backend one { .host = "127.0.0.1"; .port = "8080"; .connect_timeout = 1s; .probe = ready; }
# backend two { .host = "10.0.0.12"; .port = "8080"; .connect_timeout = 1s; .probe = ready; }

sub vcl_init {
	new servers = directors.shard();
	servers.add_backend(one);
	# servers.add_backend(two);
	servers.reconfigure();
}

sub vcl_recv {
	# Only GET and HEAD are answered from the store.
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# A request with an access token never meets the store: neither is it
	# answered from there nor is its answer kept. The same for whoever has
	# entered the password of a page.
	if (req.http.Authorization || req.http.Cookie ~ "(^|; *)(__Host-)?dm-") {
		return (pass);
	}
	# Conditions that Varnish does not know the server judges.
	if (req.http.If-Match || req.http.If-None-Match ~ "[,*]") {
		return (pass);
	}
	unset req.http.Cookie; # any other one is none of the server's
	if (req.url !~ "/-/files/") {
		unset req.http.Range; # documents and pages are given whole
	}

	# Bodies are stored as the server sends them, plain and compressed ones apart,
	# since their entity tags differ; Varnish would ask for compressed ones alone.
	unset req.http.X-Plain;
	if (!req.can_gzip) {
		set req.http.X-Plain = "yes";
	}
	return (hash);
}

sub vcl_hash {
	hash_data(req.http.X-Plain);
	# Host and URL are added by what Varnish has built in.
}

sub vcl_backend_fetch {
	if (bereq.http.X-Plain) {
		unset bereq.http.Accept-Encoding;
		unset bereq.http.X-Plain;
	}
	# What is not stored goes to the client's server, by its access token, else
	# by its address: each server counts rates for itself. Each further try goes
	# to another one, as long as there is one.
	if (bereq.http.Authorization) {
		set bereq.backend = servers.backend(by = KEY, key = servers.key(bereq.http.Authorization), alt = bereq.retries, healthy = ALL);
	} elsif (bereq.uncacheable) {
		set bereq.backend = servers.backend(by = KEY, key = servers.key(bereq.http.X-Forwarded-For), alt = bereq.retries, healthy = ALL);
	} else {
		set bereq.backend = servers.backend(alt = bereq.retries, healthy = ALL);
	}
}

sub vcl_backend_response {
	# What a server that is starting does not answer, another one does. A form
	# that was sent is not sent twice.
	if (beresp.status >= 502 && beresp.status <= 504 && bereq.retries < 2
	    && (bereq.method == "GET" || bereq.method == "HEAD")) {
		return (retry);
	}
	# A refusal is for the client that it is given to, and an answer that is
	# stored and good yet does not go because one was refused its renewal.
	if (bereq.is_bgfetch && (beresp.status == 429 || beresp.status >= 500)) {
		return (abandon);
	}
	if (beresp.http.Cache-Control ~ "public") {
		# Where a client stands with its rate limit, and the id of its request,
		# are its own: what may be stored goes without them.
		unset beresp.http.X-RateLimit-Limit;
		unset beresp.http.X-RateLimit-Remaining;
		unset beresp.http.X-RateLimit-Reset;
		unset beresp.http.X-Request-Id;

		# Of the minute that an answer may be stored, the first half it is fresh.
		# In the second it still answers at once, and the server is asked again
		# meanwhile; when no server answers, it goes on to the end of the minute.
		# So a restart is not noticed, and yet nothing is ever used for longer
		# than the server said. Near the end date of a manual the server says
		# less than a minute, and that is left as it is.
		set beresp.grace = 0s;
		if (beresp.http.Cache-Control == "public, max-age=60") {
			set beresp.ttl = 30s;
			set beresp.grace = 30s;
		}
		# Kept for an hour after that, to be asked for again with its entity tag:
		# what has not changed is a 304 from the server.
		set beresp.keep = 1h;
	}
	# A body goes out when all of it is there, so that a server which dies
	# half way through leaves no half answer.
	set beresp.do_stream = false;
	# The rest is built in: no-store and Set-Cookie are never stored.
}

sub vcl_backend_error {
	if (bereq.retries < 2 && (bereq.method == "GET" || bereq.method == "HEAD")) {
		return (retry);
	}
	if (bereq.is_bgfetch) {
		return (abandon);
	}
	set beresp.uncacheable = true;
	set beresp.http.Cache-Control = "no-store";
}

sub vcl_deliver {
	# What was done, as a field of RFC 9211.
	if (obj.hits > 0) {
		set resp.http.Cache-Status = "varnish; hit";
	} elsif (obj.uncacheable) {
		set resp.http.Cache-Status = "varnish; fwd=bypass";
	} else {
		set resp.http.Cache-Status = "varnish; fwd=miss; stored";
	}
	unset resp.http.X-Varnish;
}
