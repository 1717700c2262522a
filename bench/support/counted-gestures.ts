import type { Page } from '@playwright/test'
import { kioskScreens } from './kiosk-page.ts'
import { printTable } from './print-table.ts'
import { restAfterScan, scanKeys } from './scan-keys.ts'

type Named = { firstName: string; lastName: string }
/** Keys of the scanner do not count as keys of the hand. */
type Count = { touches: number; keys: number; isScanning: boolean }

declare global {
  interface Window {
    officineGestures?: Count
  }
}

/** Makes everyday sales in the shortest way, and prints the number of gestures; a scan counts separately. */
export async function countGestures(
  page: Page,
  { code, insured, operator }: { code: string; insured: Named; operator: string },
): Promise<void> {
  await page.evaluate(() => {
    const count: Count = { touches: 0, keys: 0, isScanning: false }
    window.officineGestures = count
    window.addEventListener('pointerdown', () => void count.touches++, { capture: true })
    window.addEventListener(
      'keydown',
      ({ key }) =>
        void (count.keys += !count.isScanning && (key.length === 1 || key === 'Enter' || /^F\d/.test(key)) ? 1 : 0),
      { capture: true },
    )
  })
  const rows: (string | number)[][] = []
  for (const [name, scans, sell] of [
    ['one box, cash', 1, () => sellForCash(page, code)],
    ['one box, mobile money', 1, () => sellByPhone(page, code, operator)],
    ['one box, a patient of two payers with their vouchers', 3, () => sellInsured(page, code, insured)],
  ] as const) {
    await page.evaluate(() => Object.assign(window.officineGestures!, { touches: 0, keys: 0 }))
    await sell()
    await page.getByRole('region', { name: /terminée$/ }).waitFor()
    const { touches, keys } = await page.evaluate(() => window.officineGestures!)
    rows.push([name, scans, touches, keys])
  }
  printTable('What the hand does for a sale, by touch', ['sale', 'scans', 'touches', 'keys'], rows)
}

async function scanText(page: Page, text: string): Promise<void> {
  await restAfterScan(page)
  await page.evaluate(() => void (window.officineGestures!.isScanning = true))
  await scanKeys(await page.context().newCDPSession(page), text)
  await page.evaluate(() => void (window.officineGestures!.isScanning = false))
}

async function scan(page: Page, code: string): Promise<void> {
  await page.locator(kioskScreens.counter).waitFor()
  await scanText(page, code)
  await page.getByRole('list', { name: 'Lignes de la vente' }).getByRole('listitem').first().waitFor()
}

async function sellForCash(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
  await page.getByRole('button', { name: /^Terminer/ }).click()
}

async function sellByPhone(page: Page, code: string, operator: string): Promise<void> {
  await scan(page, code)
  await page.getByRole('button', { name: 'Encaisser' }).click()
  await page.getByRole('region', { name: 'Paiements' }).getByRole('button', { name: 'Mobile', exact: true }).click()
  await page.getByRole('radio', { name: operator }).click()
  await page.getByRole('button', { name: /^Terminer la vente/ }).click()
}

async function sellInsured(page: Page, code: string, { lastName, firstName }: Named): Promise<void> {
  await scan(page, code)
  await page.getByRole('button', { name: /^Choisir un client/ }).click()
  await page
    .getByRole('searchbox', { name: 'Chercher un client' })
    .pressSequentially(lastName.toLowerCase().slice(0, 5))
  await page.getByRole('list', { name: 'Clients trouvés' }).getByText(firstName).first().click()
  await page.getByRole('button', { name: 'Vendre à ce patient' }).click()
  await page.getByRole('button', { name: /qui paie quoi/i }).click()
  const payers = page.getByRole('dialog', { name: 'Qui paie quoi' })
  for (const voucher of ['BON-2026-0001', 'BON-2026-0002']) {
    await payers.locator('[data-scan=asked]').waitFor()
    await scanText(page, voucher)
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      voucher,
    )
  }
  await payers.getByRole('button', { name: 'Fermer', exact: true }).click()
  await page.getByRole('group', { name: 'Billets donnés par le client' }).getByRole('button').first().click()
  await page.getByRole('button', { name: /^Terminer/ }).click()
}
