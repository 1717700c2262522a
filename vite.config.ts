import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type Plugin } from 'vitest/config'
import { builds } from './vite.builds.ts'

/** Both windows are single-page: every path below /kiosk/ or /backoffice/ is that window's own HTML. The API server does the same for the built files. */
function windowsByPath(): Plugin {
  return {
    name: 'officine:windows-by-path',
    configureServer(server) {
      server.middlewares.use((request, _reply, next) => {
        const window = /^\/(kiosk|backoffice)(\/|$|\?)/.exec(request.url ?? '')?.[1]
        if (window && !/\.\w+(\?|$)/.test(request.url ?? '')) request.url = `/${window}.html`
        next()
      })
    },
  }
}

// The drivers of devices are published for the condition « browser » alone, which Vitest does not resolve by.
const deviceDrivers = {
  find: /^@point-of-sale\/(web(?:usb|serial|hid)-[a-z-]+)$/,
  replacement: fileURLToPath(new URL('node_modules/@point-of-sale/$1/dist/$1.esm.js', import.meta.url)),
}
/** Workers from blobs are forbidden in the windows: see the module. */
const syncZip = {
  find: /^fflate$/,
  replacement: fileURLToPath(new URL('src/shared/tables/fflate-sync.ts', import.meta.url)),
}
const properties = 'tests/support/property-setup.ts'
/** Their files share one process: they leave nothing behind, and the modules of the house are read once instead of for each of them. */
const together = { environment: 'node', isolate: false, setupFiles: [properties] }
const browserRooms = {
  ...together,
  environment: 'happy-dom',
  setupFiles: [properties, 'tests/support/browser-setup.ts'],
  alias: [deviceDrivers],
}

/** `WITHOUT_WORKER=1 npm run build`: the service worker removes itself from every terminal. */
const withoutWorker = process.env.WITHOUT_WORKER === '1'
const thisBuild = builds({ withoutWorker })

/** The service worker of both windows (src/worker): all files of this build, nothing else. Built only; sources are served without one. */
const worker = VitePWA({
  disable: withoutWorker,
  strategies: 'injectManifest',
  srcDir: 'src/worker',
  filename: 'sw.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: {
    globPatterns: ['**/*.{html,js,css,svg,woff2,wasm}'],
    // A part that is too large to be kept would be missing without a network: better no build than that one.
    maximumFileSizeToCacheInBytes: 8_000_000,
    // The reporter of errors needs the network anyway.
    manifestTransforms: [
      (entries) => ({ manifest: entries.filter(({ url }) => thisBuild.has(url) && !/\/reporter-/.test(url)) }),
    ],
  },
})

export default defineConfig({
  plugins: [react(), windowsByPath(), thisBuild.plugin, worker],
  appType: 'mpa',
  resolve: { alias: [syncZip] },
  build: {
    target: 'es2023',
    rolldownOptions: { input: { kiosk: 'kiosk.html', backoffice: 'backoffice.html' } },
    chunkSizeWarningLimit: 1_000,
  },
  server: { host: '127.0.0.1' },
  test: {
    // Never a measure: only what hangs is stopped, on a machine that does other things too.
    // Ten times the properties take ten times as long (`test:deep`).
    testTimeout: 120_000 * Math.max(1, Number(process.env['OFFICINE_RUNS'] ?? 1)),
    hookTimeout: 120_000,
    // All cores: of two, Vitest leaves one to who watches.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          ...together,
          include: ['tests/{domain,contract,walls}/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          ...together,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/support/global-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          environment: 'node',
          include: ['tests/{store,windows,session}/**/*.test.ts'],
          setupFiles: [properties, 'tests/support/store-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          ...browserRooms,
          include: [
            'tests/{ui,kiosk,backoffice,session,windows}/**/*.test.tsx',
            'tests/{ui,kiosk,backoffice}/**/*.test.ts',
          ],
        },
      },
    ],
  },
})
