# The server with its page: docs/do/host.md. The first stage builds the Debian package, the last holds nothing but it. The one
# between is the proxy of compose.public.yaml.
FROM debian:12 AS build
COPY . /tessera
WORKDIR /tessera
RUN ./run packages

FROM debian:12-slim AS caddy
RUN apt-get update \
  && apt-get install -y --no-install-recommends caddy ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY data/proxy/Caddyfile /etc/caddy/Caddyfile
USER caddy
ENV XDG_DATA_HOME=/var/lib/caddy XDG_CONFIG_HOME=/var/lib/caddy
VOLUME /var/lib/caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

FROM debian:12-slim
COPY --from=build /tessera/build/release/packages/tessera_*.deb /tmp/
RUN apt-get update \
  && apt-get install -y --no-install-recommends /tmp/tessera_*.deb ca-certificates \
  && rm -rf /tmp/tessera_*.deb /var/lib/apt/lists/* \
  && useradd --system --uid 999 --home-dir /var/lib/tessera tessera \
  && install --directory --owner tessera --group tessera /var/lib/tessera
USER tessera
VOLUME /var/lib/tessera
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.1 200' <&3"]
ENTRYPOINT ["tessera", "serve", "--listen", "0.0.0.0:8080", "--data", "/var/lib/tessera"]
