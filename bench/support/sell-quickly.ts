import type { Page } from '@playwright/test'
import { scanKeys } from './scan-keys.ts'

/** From the note to « Terminer »: faster than any hand, not so fast that the note is still being written. */
const handMs = 100
/** A finger or a mouse holds a button about so long; down and up in one frame is nobody's touch. */
const pressMs = 60
const lines = 'ul[aria-label="Lignes de la vente"] > li'

/** Sells these boxes, one sale each, for the exact cash: a scan, a note, « Terminer ». */
export async function sellEach(page: Page, codes: readonly string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const code of codes) {
    await scanUntilThere(page, () => scanKeys(keyboard, code))
    await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
    await page.waitForTimeout(handMs)
    await page.getByRole('button', { name: /^Terminer/ }).click({ delay: pressMs })
    // Who looks for the receipt by its role reads the whole page in each frame: not while the disk is waited for.
    await page.waitForTimeout(handMs)
    await page.getByRole('region', { name: /terminée$/ }).waitFor()
  }
  await keyboard.detach()
}

/** One sale of all these boxes. */
export async function sellTogether(page: Page, codes: readonly string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const [at, code] of codes.entries()) {
    await scanKeys(keyboard, code)
    await page.locator(lines).nth(at).waitFor()
    await page.waitForTimeout(160)
  }
  await keyboard.detach()
  await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
  await page.getByRole('button', { name: /^Terminer/ }).click()
  await page.getByRole('region', { name: /terminée$/ }).waitFor()
}

async function scanUntilThere(page: Page, scan: () => Promise<void>): Promise<void> {
  await scan()
  await page.locator(lines).first().waitFor()
}
