import { expect, test } from './journey.ts'
import { openWindow } from './open-window.ts'
import { Till } from './pages/till.ts'

test(
  'several sales stand open: a reload loses nothing, an empty one goes with its tab, two windows never stand on one',
  { tag: ['@kiosk/sale', '@kiosk/counter'] },
  async ({ till, context }) => {
    let second = ''
    await till.open()

    await test.step('a reload in the middle of one loses nothing', async () => {
      await till.add('coartem 20/120')
      const first = await till.identifier()
      await till.startSale()
      await expect(till.lines).toHaveCount(0)
      await till.add('doliprane 1000')
      await till.add('efferalgan 500')
      second = await till.identifier()
      expect(second).not.toBe(first)
      await expect(till.tabs).toHaveCount(2)
      await till.pay.click()
      await till.payment.add('Mobile')
      await till.payment.chooseOperator('Moov Money')
      await till.payment.type(500)
      // What is shown is on disk: a screen follows the disk, never the other way round.
      await expect(till.payment.rows).toHaveText(/Mobile.*Moov Money.*500/)

      await till.page.reload()
      await till.isReady()
      expect(await till.identifier()).toBe(second)
      await expect(till.lines).toHaveCount(2)
      await expect(till.tabs).toHaveCount(2)
      await till.pay.click()
      await expect(till.payment.rows).toHaveText(/Mobile.*Moov Money.*500/)
      await till.payment.back.click()

      await till.tabs.filter({ hasText: first }).click()
      await expect(till.line(/Coartem/)).toBeVisible()
      await expect(till.lines).toHaveCount(1)
      await till.payExactly()
      // The other sale waits on the shelf, as it was.
      await till.tabs.filter({ hasText: second }).click()
      await expect(till.lines).toHaveCount(2)
    })

    await test.step('an empty sale goes with its tab; a line taken away comes back by « Annuler »', async () => {
      await till.startSale()
      await expect(till.tabs).toHaveCount(2)
      await till.page.getByRole('button', { name: /^Fermer l’onglet/ }).click()
      await expect(till.tabs).toHaveCount(1)
      await expect(till.tabs).toContainText(second)
      await expect(till.page.getByRole('button', { name: /^\d+ en attente/ })).toHaveCount(0)

      await till
        .line(/Doliprane/)
        .getByRole('button', { name: /Doliprane/ })
        .first()
        .click()
      await till.page.getByRole('button', { name: 'Retirer la ligne' }).click()
      await expect(till.lines).toHaveCount(1)
      await till.notice.getByRole('button', { name: 'Annuler' }).click()
      await expect(till.line(/Doliprane/)).toBeVisible()
    })

    await test.step('the second window takes it over by a touch; the first waits until the second is closed', async () => {
      const other = new Till(await openWindow(context))
      await other.openAgain()
      expect(await other.identifier()).not.toBe(second)
      // It stands on the shelf of both.
      await expect(other.tabs.filter({ hasText: second })).toBeVisible()
      await other.tabs.filter({ hasText: second }).click()
      await expect(other.shownElsewhere).toBeVisible()
      await expect(other.lines).toHaveCount(0)

      await other.page.getByRole('button', { name: 'Ouvrir ici' }).click()
      await expect(other.line(/Doliprane/)).toBeVisible()
      expect(await other.identifier()).toBe(second)
      await expect(till.shownElsewhere).toBeVisible()
      await expect(till.lines).toHaveCount(0)

      await other.page.close()
      await expect(till.line(/Doliprane/)).toBeVisible()
    })
  },
)
