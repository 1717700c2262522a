import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './chromium.ts'
import { shopAddress } from './shop.ts'

/** Journeys: one real shop (API, sign-in emulator, demo pharmacy), real Chromium, no retries, no sleeps. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Pictures of the documentation are no proof of anything.
  grepInvert: process.env.OFFICINE_PICTURES ? [] : /@picture/,
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  // Far above what a journey takes: on a busy machine slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: shopAddress,
    viewport: { width: 1280, height: 800 },
    // Its own journey lets it in; the others see each file as it was built, and wait for nothing to be put aside.
    serviceWorkers: 'block',
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
  },
  webServer: {
    command: 'node --import tsx serve.ts',
    url: `${shopAddress}/api/`,
    timeout: 240_000,
    // While journeys are written: a shop that you started (`node --import tsx e2e/serve.ts`) is kept.
    reuseExistingServer: Boolean(process.env.OFFICINE_E2E_REUSE),
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
