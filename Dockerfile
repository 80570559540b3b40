# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json ./sdk/
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 switchyard \
 && mkdir /data && chown switchyard /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY catalog ./catalog
COPY migrations ./migrations
COPY sdk ./sdk
COPY src ./src
USER switchyard
ENV NODE_ENV=production SVC_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "bin/switchyard.mjs"]
CMD ["serve"]
