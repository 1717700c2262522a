import type { CDPSession, Page } from '@playwright/test'
import { scanKeys } from './scan-keys.ts'

/** The pause between the note and « Terminer »: faster than any hand, but longer than the write of the note. */
const handMs = 100
/** Duration of a press: down and up in the same frame would not be realistic. */
const pressMs = 60
const lines = 'ul[aria-label="Lignes de la vente"] > li'

/** Sells these boxes, one sale each, for the exact cash: a scan, a note, « Terminer ». */
export async function sellEach(page: Page, codes: readonly string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const code of codes) {
    await scanUntilThere(page, keyboard, code, 0)
    await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
    await page.waitForTimeout(handMs)
    await page.getByRole('button', { name: /^Terminer/ }).click({ delay: pressMs })
    // A search by role reads the whole page in each frame: it must not run while the disk write is measured.
    await page.waitForTimeout(handMs)
    await page.getByRole('region', { name: /terminée$/ }).waitFor()
  }
  await keyboard.detach()
}

/** One sale of all these boxes. */
export async function sellTogether(page: Page, codes: readonly string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const [at, code] of codes.entries()) {
    await scanUntilThere(page, keyboard, code, at)
    await page.waitForTimeout(160)
  }
  await keyboard.detach()
  await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
  await page.getByRole('button', { name: /^Terminer/ }).click()
  await page.getByRole('region', { name: /terminée$/ }).waitFor()
}

/**
 * Scans a box until the sale has it as line number `at`. A machine that pauses between two keys splits a scan: the
 * counter shows « Code inconnu », and the box is scanned again.
 */
async function scanUntilThere(page: Page, keyboard: CDPSession, code: string, at: number): Promise<void> {
  const line = page.locator(lines).nth(at)
  const torn = page.getByText(/^Code inconnu/)
  await scanKeys(keyboard, code)
  await line.or(torn).first().waitFor()
  if (await line.isVisible()) return
  await page.keyboard.press('Escape')
  await page.waitForTimeout(handMs)
  await scanKeys(keyboard, code)
  await line.waitFor()
}
