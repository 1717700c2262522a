import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'
import { expect, test } from './journey.ts'
import { adminAccount } from './people.ts'

// The server sends its real policy: no worker may start from a blob.

const lines = 20_000
const priceOf = (at: number) => 100 + (at % 900)

test(
  'a price list of 20,000 lines is imported from Excel, to its last line',
  {
    tag: ['@backoffice/wholesalers', '@backoffice/ui'],
  },
  async ({ backOffice }) => {
    await backOffice.openAs(adminAccount)
    const { page } = backOffice
    await backOffice.goTo('Grossistes')
    await backOffice.rows('Grossistes').filter({ hasText: 'GAPOB' }).click()
    await backOffice.panel.getByRole('link', { name: 'Son tarif' }).click()
    await page.getByRole('link', { name: 'Importer un tarif' }).click()
    const file = await writeXlsxFile([
      ['Code', 'Désignation', 'PA HT', 'Prix public'].map((value) => ({ value })),
      ...Array.from({ length: lines }, (_, at) => [
        { value: `XL-${100_000 + at}` },
        { value: `PRODUIT ${at} CPR B/30` },
        { value: priceOf(at) },
        { value: 2 * priceOf(at) },
      ]),
    ]).toBuffer()
    await page
      .getByLabel('Fichier', { exact: true })
      .setInputFiles({ name: 'tarif.xlsx', mimeType: 'application/octet-stream', buffer: file })
    await expect(page.getByRole('region', { name: '3. Lignes' })).toContainText(/20\s000\slignes/)
    await page.getByRole('button', { name: 'Importer le tarif' }).click()
    // The server writes 20,000 codes.
    await expect(backOffice.title).toHaveText('Tarif de GAPOB', { timeout: 120_000 })
    await page.getByRole('searchbox').fill(`XL-${100_000 + lines - 1}`)
    const codes = page.getByRole('grid', { name: 'Tarif', exact: true }).locator('[data-row]')
    await expect(codes).toHaveCount(1)
    await expect(codes).toContainText(`${priceOf(lines - 1)}`)
  },
)

test(
  'all sales are exported to Excel: none is missing, and their totals add up',
  {
    tag: ['@backoffice/sales', '@backoffice/ui'],
  },
  async ({ backOffice, shop }) => {
    const { page } = backOffice
    await backOffice.open()
    await backOffice.goTo('Ventes')
    await page.getByRole('radiogroup', { name: 'Période' }).getByText('Tout', { exact: true }).click()
    const all = await shop.allSales()
    const [head = [], ...rows] = await exported(page)
    expect(rows).toHaveLength(all.length)
    expect(sumOf(rows, head.indexOf('Total'))).toBe(all.reduce((sum, { total }) => sum + total!, 0))
  },
)

/** The rows of the file that « Exporter » makes of the list. */
async function exported(page: Page) {
  await page.getByRole('button', { name: 'Exporter', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Fichier Excel (XLSX)' }).click()
  return readSheet(await readFile(await (await download).path()))
}

function sumOf(rows: readonly (readonly unknown[])[], at: number): number {
  return rows.reduce((sum, row) => sum + Number(row[at]), 0)
}
