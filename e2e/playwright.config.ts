import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './chromium.ts'
import { shopAddress } from './shop-address.ts'

/** Journeys: one real shop (API, sign-in emulator, demo pharmacy), real Chromium, no retries, no sleeps. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: shopAddress,
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
  },
  webServer: {
    command: 'npx tsx serve.ts',
    url: `${shopAddress}/api/`,
    timeout: 240_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
