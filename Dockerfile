# Builds the pages and drops what only development needs. The final image runs on the project's own Node (node_modules/node-linux-*).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev && rm -rf e2e bench soak api-client packages/*/realserver

FROM debian:bookworm-slim
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Waxseal" \
      org.opencontainers.image.description="Email security and deliverability monitor" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${COMMIT}"
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates fonts-droid-fallback \
 && rm -rf /var/lib/apt/lists/* \
 && groupadd --gid 10001 waxseal \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin waxseal \
 && install -d -o waxseal -g waxseal -m 0700 /data
COPY --from=build /app /app
# `waxseal --version` and the log name it.
RUN echo "${COMMIT}" > /app/COMMIT
# The root file system can be read-only: everything that changes is in /data.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# No shell between Docker and Waxseal: the launcher replaces itself with Node, which gets SIGTERM.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/app/bin/waxseal", "health"]
ENTRYPOINT ["/app/bin/waxseal"]
CMD ["serve", "--no-build"]
