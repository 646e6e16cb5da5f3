vcl 4.1;

# Varnish in front of designmanual: it caches public answers for the minute that
# the server allows, and forwards everything else. Varnish does not terminate
# TLS: put Caddy in front of it, with the Caddyfile in this folder and Varnish's
# address instead of the server's.
#
# Copy this file to /etc/varnish/default.vcl, and start the server, which listens
# on 127.0.0.1:8080, with
#
#   designmanual serve --base-url https://manuals.example.com --trusted-proxy 127.0.0.1/32

import directors;

# Varnish skips a server that has been down or not ready for three seconds. Until
# then, it retries a failed request on the next server.
probe ready {
	.url = "/readyz";
	.interval = 1s;
	.timeout = 2s;
	.initial = 1;
	.window = 3;
	.threshold = 1;
}

# The servers. Servers that imported the same seed files send the same bytes and
# entity tags: add as many as you have.
backend one { .host = "127.0.0.1"; .port = "8080"; .connect_timeout = 1s; .probe = ready; }
# backend two { .host = "10.0.0.12"; .port = "8080"; .connect_timeout = 1s; .probe = ready; }

sub vcl_init {
	new servers = directors.shard();
	servers.add_backend(one);
	# servers.add_backend(two);
	servers.reconfigure();
}

sub vcl_recv {
	# Answer only GET and HEAD from the cache.
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# A request with an access token, or with the cookie of a page session,
	# bypasses the cache: Varnish neither answers it from the cache nor caches
	# the answer.
	if (req.http.Authorization || req.http.Cookie ~ "(^|; *)(__Host-)?dm-") {
		return (pass);
	}
	# Leave conditions that Varnish does not support to the server.
	if (req.http.If-Match || req.http.If-None-Match ~ "[,*]") {
		return (pass);
	}
	unset req.http.Cookie; # the server has no other cookies
	if (req.url !~ "/-/files/") {
		unset req.http.Range; # the server sends documents and pages whole
	}

	# Cache plain and compressed bodies separately, as the server sends them,
	# because their entity tags differ. By default, Varnish would request only
	# compressed bodies.
	unset req.http.X-Plain;
	if (!req.can_gzip) {
		set req.http.X-Plain = "yes";
	}
	return (hash);
}

sub vcl_hash {
	hash_data(req.http.X-Plain);
	# The built-in vcl_hash adds the host and the URL.
}

sub vcl_backend_fetch {
	if (bereq.http.X-Plain) {
		unset bereq.http.Accept-Encoding;
		unset bereq.http.X-Plain;
	}
	# Each server counts rates on its own, so uncacheable requests with the same
	# access token, or without one from the same address, go to the same server.
	# Each retry goes to another server, if there is one.
	if (bereq.http.Authorization) {
		set bereq.backend = servers.backend(by = KEY, key = servers.key(bereq.http.Authorization), alt = bereq.retries, healthy = ALL);
	} elsif (bereq.uncacheable) {
		set bereq.backend = servers.backend(by = KEY, key = servers.key(bereq.http.X-Forwarded-For), alt = bereq.retries, healthy = ALL);
	} else {
		set bereq.backend = servers.backend(alt = bereq.retries, healthy = ALL);
	}
}

sub vcl_backend_response {
	# If a server is starting or failing, try the next one. Never send a POST
	# request twice.
	if (beresp.status >= 502 && beresp.status <= 504 && bereq.retries < 2
	    && (bereq.method == "GET" || bereq.method == "HEAD")) {
		return (retry);
	}
	# If a revalidation in the background fails or exceeds the rate limit, keep
	# the cached answer.
	if (bereq.is_bgfetch && (beresp.status == 429 || beresp.status >= 500)) {
		return (abandon);
	}
	if (beresp.http.Cache-Control ~ "public") {
		# The rate limit fields and the request id belong to one client. Remove
		# them from answers that may be cached.
		unset beresp.http.X-RateLimit-Limit;
		unset beresp.http.X-RateLimit-Remaining;
		unset beresp.http.X-RateLimit-Reset;
		unset beresp.http.X-Request-Id;

		# The server allows a cache to keep an answer for a minute. For the first
		# half, Varnish treats the answer as fresh. For the second half, it still
		# serves the answer at once while it revalidates it in the background, or
		# while no server responds. So clients do not notice a restart, and Varnish
		# never uses an answer for longer than the server allows. Near the end date
		# of a manual the server allows less than a minute; Varnish then uses
		# exactly that.
		set beresp.grace = 0s;
		if (beresp.http.Cache-Control == "public, max-age=60") {
			set beresp.ttl = 30s;
			set beresp.grace = 30s;
		}
		# Keep the answer for another hour, only to revalidate it with its entity
		# tag; the server answers 304 if nothing has changed.
		set beresp.keep = 1h;
	}
	# Send a body only after it has arrived completely, so that no client gets
	# half an answer when a server dies while sending it.
	set beresp.do_stream = false;
	# The built-in rules never cache no-store and Set-Cookie.
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
	# Cache-Status (RFC 9211): what the cache did.
	if (obj.hits > 0) {
		set resp.http.Cache-Status = "varnish; hit";
	} elsif (obj.uncacheable) {
		set resp.http.Cache-Status = "varnish; fwd=bypass";
	} else {
		set resp.http.Cache-Status = "varnish; fwd=miss; stored";
	}
	unset resp.http.X-Varnish;
}
