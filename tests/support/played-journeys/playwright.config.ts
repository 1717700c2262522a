import { defineConfig } from '@playwright/test'

/** Journeys without a browser, for the test of the runner. */
export default defineConfig({ testDir: '.', outputDir: `${process.env.OFFICINE_PLAYED}/results`, workers: 2 })
