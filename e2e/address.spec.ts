import { expect, test } from './journey.ts'
import { faultsOf, lostOf, overflowOf, smallTargetsOf, typosOf } from './looks.ts'
import { shopPort } from './shop.ts'

test(
  'at an http:// address of the house both windows say what to do, keep nothing and offer https',
  { tag: ['@axe', '@kiosk/unlock', '@server/http'] },
  async ({ page }) => {
    // The shop of another computer of the house: by that name it is not this machine.
    const host = `pharmacie.lan:${shopPort}`
    for (const { address, least, words } of [
      {
        address: `http://${host}/kiosk/vente`,
        least: 48,
        words: 'Le navigateur ne garde les ventes que sur une adresse en https',
      },
      {
        address: `http://${host}/backoffice/clients`,
        least: 24,
        words: 'Le navigateur n’ouvre la gestion que sur une adresse en https',
      },
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'Cette adresse n’est pas sûre' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(words)
      await expect(page.getByRole('main')).toContainText(`l’adresse en https de ${host}`)
      expect
        .soft(
          await overflowOf(page, [
            { width: 1024, height: 768 },
            { width: 1280, height: 800 },
          ]),
          address,
        )
        .toEqual([])
      expect.soft(await lostOf(page), address).toEqual([])
      expect.soft(await smallTargetsOf(page, { least, main: least }), address).toEqual([])
      expect.soft(await faultsOf(page), address).toEqual([])
      expect.soft(await typosOf(page, []), address).toEqual([])
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
      // The same place under https; nobody answers there, so that only what was asked counts.
      const [asked] = await Promise.all([
        page.waitForRequest((request) => request.url().startsWith('https:')),
        page.getByRole('button', { name: 'Ouvrir en https' }).click(),
      ])
      expect(asked.url()).toBe(address.replace('http:', 'https:'))
    }
  },
)
