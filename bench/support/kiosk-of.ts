import { chromium, type Page } from '@playwright/test'
import type { Database } from '#server/db/database.ts'
import { buildWindows } from '#server/start/windows.ts'
import { chromiumArgs, ensureChromium } from '../../e2e/chromium.ts'
import { openBenchShop } from './bench-shop.ts'
import { ifInterrupted } from './if-interrupted.ts'
import { signInTerminal, unlock } from './kiosk-page.ts'

type Kiosk = { page: Page; newPage: () => Promise<Page>; url: string }

/** Builds the windows, opens a demo filled as told, and hands over its kiosk, unlocked, in a real browser; all of it goes again afterwards. */
export async function inKioskOf(fill: (database: Database) => Promise<void>, measure: (kiosk: Kiosk) => Promise<void>): Promise<void> {
  console.log('\nbuilding the windows and filling the shop…')
  await buildWindows()
  await inBuiltKioskOf(fill, measure)
}

/** The same with the windows that were built last; `databaseUrl`: an empty PostgreSQL, without it PGlite. */
export async function inBuiltKioskOf(fill: (database: Database) => Promise<void>, measure: (kiosk: Kiosk) => Promise<void>, databaseUrl?: string): Promise<void> {
  const shop = await openBenchShop(fill, databaseUrl)
  try {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false })
    browser.once('disconnected', ifInterrupted(() => browser.close()))
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await signInTerminal(page, shop.url)
      await unlock(page)
      await measure({ page, newPage: () => context.newPage(), url: shop.url })
    } finally {
      await browser.close()
    }
  } finally {
    await shop.stop()
  }
}
