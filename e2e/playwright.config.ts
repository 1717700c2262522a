import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './chromium.ts'
import { allShopsAreOpen, isShopKept, shopAddress, shopCount } from './shop.ts'

/** Journeys: each worker has a real shop (API, sign-in emulator, demo pharmacy) and a real Chromium; no retries, no sleeps. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // The gate proves each capability once. What looks at all screens, sizes and hands runs with OFFICINE_DEEP, and so do the journeys of the gate that
  // let axe look at their screens (@axe), which it does there alone: both together are all.
  // Pictures prove nothing by themselves: the one of the documentation and those of `npm run looks`, whichever journey takes them, on demand.
  ...(process.env.OFFICINE_DEEP && { grep: /@(deep|axe)\b/ }),
  grepInvert: [
    ...(process.env.OFFICINE_DEEP || process.env.OFFICINE_LOOKS ? [] : [/@deep/]),
    ...(process.env.OFFICINE_PICTURES ? [] : [/@picture/]),
    ...(process.env.OFFICINE_LOOKS ? [] : [/@looks/]),
  ],
  outputDir: '../test-results',
  fullyParallel: true,
  workers: shopCount,
  retries: 0,
  // Far above what a journey takes: on a busy machine slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: shopAddress,
    // What is not there after that will not come: a journey that is red need not wait for its end.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    // Its own journey lets it in; the others see each file as it was built, and wait for nothing to be put aside.
    serviceWorkers: 'block',
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    // Recording costs a third of the processor; `npm test` records the journeys that failed in a second run.
    trace: 'off',
    // One kind of browser for nearly all journeys, or each kind would have workers of its own. Its camera films a moving disc; `pharmacie.lan` is the
    // shop under a name that the browser does not trust without https.
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...chromiumArgs,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--host-resolver-rules=MAP pharmacie.lan 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: 'node --import tsx serve.ts',
    ...(isShopKept
      ? { url: `${shopAddress}/api/`, reuseExistingServer: true }
      : { wait: { stdout: new RegExp(allShopsAreOpen) } }),
    timeout: 240_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
