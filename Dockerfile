# The server with both windows. Settings are variables of the environment (docs/operations.md); VITE_… are those of the
# windows (.env.example) and are built in.
FROM node:24-bookworm-slim AS windows
WORKDIR /officine
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json vite.config.ts vite.builds.ts kiosk.html backoffice.html ./
COPY src ./src
ARG VITE_API_BASE=/api
ARG VITE_FIREBASE_API_KEY VITE_FIREBASE_AUTH_DOMAIN VITE_FIREBASE_PROJECT_ID VITE_SIGN_IN_PROVIDERS VITE_DISABLED_FEATURES
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /officine
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --omit=dev
COPY src ./src
COPY --from=windows /officine/dist ./dist
RUN mkdir /data && chown node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4800 DATA_DIRECTORY=/data
VOLUME /data
EXPOSE 4800
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "const { PORT: port, TLS_NAMES } = process.env; require(TLS_NAMES ? 'https' : 'http').get({ host: '127.0.0.1', port, path: '/api/', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--import", "tsx", "src/server/main.ts"]
