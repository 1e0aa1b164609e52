# docker build --tag galley . (docs/production.md says how to run it). The fast listener is there for --listener uws.
# Debian 13, as uWebSockets.js needs its C library under Node 22 and later.
FROM node:24-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:24-trixie-slim
WORKDIR /opt/galley
COPY --from=build /tmp/galley-*.tgz /tmp/galley.tgz
RUN npm install --omit=dev --no-audit --no-fund /tmp/galley.tgz uWebSockets.js@npm:uwebsockets@3.0.6 \
  && find node_modules/uWebSockets.js -name '*.node' \
    ! -name "uws_linux_$(node -p 'process.arch + "_" + process.versions.modules').node" -delete \
  && npm cache clean --force \
  && rm /tmp/galley.tgz \
  && mkdir -p /site /var/lib/galley \
  && chown node:node /var/lib/galley
USER node
WORKDIR /site
EXPOSE 1337
VOLUME /var/lib/galley
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:1337/_health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/galley/node_modules/galley/dist/transport/cli/main.js"]
CMD ["serve", "/site", "--host", "0.0.0.0", "--data", "/var/lib/galley/content"]
