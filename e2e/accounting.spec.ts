import { expect, test } from './journey.ts'
import { faultsOf, takePicture } from './looks.ts'
import { gilles } from './people.ts'

test(
  'a month is closed for the accountant, and a sale that comes late stands in the next export with its own day',
  { tag: ['@axe', '@backoffice/accounting', '@server/accounting'] },
  async ({ backOffice, shop, expectErrors }) => {
    // The window asks once more for the month that it has just closed.
    expectErrors(/status of 409.*accounting-exports\/summary/)
    const { page } = backOffice
    await page.setViewportSize({ width: 1440, height: 900 })
    const thisMonth = new Date(`${new Date().toISOString().slice(0, 7)}-15T11:00:00.000Z`)
    const monthBefore = (months: number) =>
      new Date(Date.UTC(thisMonth.getUTCFullYear(), thisMonth.getUTCMonth() - months, 15, 11))
    const first = page.getByLabel('Premier mois à clôturer')
    const closed = page.getByRole('table', { name: 'Mois clôturés' })

    /** A sale of that moment, in a drawer that is not counted yet. */
    const sellIn = async (moment: Date, identifier: string) => {
      let sale = await shop.sale((await shop.lastSale()).id)
      for (const { id } of await shop.allSales()) {
        sale = await shop.sale(id)
        if (sale.records.length > 0 && sale.payments.every(({ type }) => type === 'CASH')) break
      }
      await shop.closeRegisterOf('AZONHIHO')
      await shop.sellAgain(sale, identifier, moment.toISOString())
    }

    await test.step('The month before the last one is closed, and its file downloaded.', async () => {
      // The days of the demo may not reach that month.
      await sellIn(monthBefore(2), 'TOT-1')
      await shop.closeRegisterOf('AZONHIHO')
      await backOffice.open(gilles, '/comptabilite')
      await first.selectOption(`${monthBefore(2).toISOString().slice(0, 7)}-01`)
      await takePicture(page, 'comptabilite')
      expect(await faultsOf(page), 'what axe finds at the accounts').toEqual([])
      await page.getByRole('button', { name: 'Exporter et clôturer' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Exporter et clôturer' }).click()
      expect((await download).suggestedFilename()).toMatch(/^comptabilite-.*-export-1-xlsx\.xlsx$/)
      await expect(closed.getByRole('row')).toHaveCount(2)
    })

    await test.step('A sale of that month arrives: its drawer is to be counted first.', async () => {
      await sellIn(monthBefore(2), 'TARD-1')
      await page.reload()
      await expect(page.getByText('Une caisse ouverte ce mois-là n’est pas encore comptée')).toBeVisible()
      await shop.closeRegisterOf('AZONHIHO')
    })

    await test.step('It stands in the next export, and the first one stays as it was.', async () => {
      await page.reload()
      await expect(page.getByRole('definition').filter({ hasText: /^1$/ })).toHaveCount(1)
      await page.getByLabel('Format du fichier').selectOption('fec')
      const preview = page.getByRole('table', { name: 'Aperçu du fichier' })
      await expect(preview.getByRole('row').nth(1)).toContainText('après clôture')
      const late = page.getByRole('region', { name: 'Ventes arrivées après clôture' })
      await expect(late.getByRole('row')).toHaveCount(2)
      await expect(late.getByRole('link', { name: /^n°/ })).toBeVisible()
      await expect(closed.getByRole('row')).toHaveCount(2)
    })

    await test.step('On a phone its file is in sight without a sideways scroll.', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await closed.scrollIntoViewIfNeeded()
      const hidden = await closed.evaluate(({ parentElement: room }) => room!.scrollWidth - room!.clientWidth)
      expect(hidden).toBe(0)
      await takePicture(page, 'comptabilite-telephone')
    })
  },
)
