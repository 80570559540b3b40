# syntax=docker/dockerfile:1
# Two images: `docker build --target slim` has no browser (hosted runners and remote browsers only), the last stage has Chromium.
FROM node:24.21.0-bookworm-slim AS installed
WORKDIR /build
COPY . .
# Everything comes from the lockfile. Types and source maps stay out: a third of the packages' size.
RUN npm ci \
 && npm pack --pack-destination /tmp \
 && mkdir -p /app/node_modules/switchyard \
 && tar -xzf /tmp/switchyard-*.tgz -C /app/node_modules/switchyard --strip-components 1 \
 && node scripts/image-packages.ts > /tmp/packages \
 && tar -cf - --exclude '*.map' --exclude '*.d.*ts' --files-from /tmp/packages | tar -xf - -C /app

FROM debian:bookworm-slim AS slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 switchyard \
 && mkdir /data \
 && chown switchyard /data
COPY --from=installed /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=installed /app ./
USER 10001
ENV NODE_ENV=production SVC_ENV=production HOST=0.0.0.0 PORT=8787 WORKER_PORT=8789 DATA_DIR=/data BROWSER_SOURCES=none
VOLUME /data
EXPOSE 8787 8789
# A worker answers on WORKER_PORT, every other role on PORT: one of the two is this container's.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "Promise.any([process.env.PORT, process.env.WORKER_PORT].map((port) => fetch('http://127.0.0.1:' + port + '/healthz').then(({ ok }) => ok || Promise.reject()))).then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "node_modules/switchyard/bin/switchyard.mjs"]
CMD ["serve"]

FROM slim AS browser
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation \
 && rm -rf /var/lib/apt/lists/*
USER 10001
ENV BROWSER_SOURCES=local CHROMIUM_PATH=/usr/bin/chromium-headless-shell
