import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Database } from '#server/db/database.ts'
import { buildWindows } from '#server/start/windows.ts'
import { chromiumArgs, ensureChromium } from '../../e2e/chromium.ts'
import { openBenchShop } from './bench-shop.ts'
import { ifInterrupted } from './if-interrupted.ts'
import { signInTerminal, unlock } from './kiosk-page.ts'

type Kiosk = {
  page: Page
  newPage: () => Promise<Page>
  /** A window of another terminal, not signed in yet. */
  elsewhere: () => Promise<Page>
  url: string
}

const viewport = { width: 1280, height: 800 }

/**
 * Builds the windows, opens a demo filled by `fill`, and passes its unlocked kiosk in a real browser; closes everything
 * afterwards.
 */
export async function inKioskOf(
  fill: (database: Database) => Promise<void>,
  measure: (kiosk: Kiosk) => Promise<void>,
): Promise<void> {
  console.log('\nbuilding the windows and filling the shop…')
  await buildWindows()
  const shop = await openBenchShop(fill)
  // A profile on disk: a private window keeps its data in memory and never waits for a disk.
  const profile = mkdtempSync(join(tmpdir(), 'officine-bench-profile-'))
  const started = { executablePath: ensureChromium(), args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false }
  try {
    const context = await chromium.launchPersistentContext(profile, { ...started, viewport })
    context.once(
      'close',
      ifInterrupted(() => context.close()),
    )
    const page = await context.newPage()
    const others: Browser[] = []
    const elsewhere = async () => {
      const browser = await chromium.launch(started)
      others.push(browser)
      return (await browser.newContext({ viewport })).newPage()
    }
    try {
      await signInTerminal(page, shop.url)
      await unlock(page)
      await measure({ page, newPage: () => context.newPage(), elsewhere, url: shop.url })
    } finally {
      for (const browser of others) await browser.close()
      await context.close()
    }
  } finally {
    rmSync(profile, { recursive: true, force: true })
    await shop.stop()
  }
}
