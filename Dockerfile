# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS package
WORKDIR /build
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:24-bookworm-slim AS installed
WORKDIR /app
COPY --from=package /tmp/switchyard-*.tgz /tmp/
# The optional packages are in the image; Node 24 is there already, so npm's copy of it is not needed.
RUN npm init --yes \
 && npm install --no-audit --no-fund /tmp/switchyard-*.tgz \
 && npm install --no-audit --no-fund --ignore-scripts $(node -p "Object.entries(require('switchyard/package.json').peerDependencies).map(([name, range]) => name + '@' + range.slice(1)).join(' ')") \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium chromium-headless-shell ca-certificates fonts-liberation tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 switchyard \
 && mkdir /data \
 && chown switchyard /data
WORKDIR /app
COPY --from=installed /app ./
USER 10001
ENV NODE_ENV=production SVC_ENV=production HOST=0.0.0.0 PORT=8787 WORKER_PORT=8789 DATA_DIR=/data
VOLUME /data
EXPOSE 8787 8789
# A worker answers on WORKER_PORT, every other role on PORT: one of the two is this container's.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "Promise.any([process.env.PORT, process.env.WORKER_PORT].map((port) => fetch('http://127.0.0.1:' + port + '/healthz').then(({ ok }) => ok || Promise.reject()))).then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "node_modules/switchyard/bin/switchyard.mjs"]
CMD ["serve"]
