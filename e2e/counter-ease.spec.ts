import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { ean13Of, sellableLots } from './boxes.ts'
import { expect, test } from './journey.ts'
import { takePicture } from './looks.ts'
import { gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'

const boxOf = async (one: Locator) => (await one.boundingBox())!

/** How many of these stand whole within the frame. */
async function wholeWithin(frame: Locator, rows: Locator): Promise<number> {
  const { y, height } = await boxOf(frame)
  const boxes = await Promise.all((await rows.all()).map(boxOf))
  return boxes.filter((box) => box.y >= y - 1 && box.y + box.height <= y + height + 1).length
}

test(
  'an insured sale of six lines is read at once, its payments move no tile, and seven sales are told apart',
  { tag: ['@deep', '@kiosk/sale', '@kiosk/payment', '@kiosk/counter'] },
  async ({ till, shop }) => {
    const { page } = till
    const lastName = `Zan${lettersOf(randomUUID())}`
    const person = await shop.newPerson({
      lastName,
      firstName: 'Clarisse',
      birthDate: '1984-03-12',
      sex: 'F',
      phone: null,
    })
    await shop.insure(person.id, 80)
    const codes = (await shop.products())
      .filter((product) => product.prescriptionList === 'none' && (sellableLots(product)[0]?.quantity ?? 0) >= 5)
      .flatMap((product) => ean13Of(product) ?? [])
      .slice(0, 12)
    await till.open(gilles)
    await till.sellTo(lastName)
    const list = page.getByRole('list', { name: 'Lignes de la vente' })

    await test.step('Six lines stand on the screen, also while the change is shown.', async () => {
      for (const [at, code] of codes.slice(0, 6).entries()) {
        await till.scan(code)
        await expect(till.lines).toHaveCount(at + 1)
      }
      await expect(till.lines.first()).toContainText('patient')
      expect(await wholeWithin(list, till.lines)).toBe(6)
      await takePicture(page, 'six lignes assurees')
      await till.notes.last().click()
      await expect(till.change).toBeVisible()
      expect(await wholeWithin(list, till.lines)).toBe(6)
      // Too soon after the first one, a touch is the second tap of a double tap.
      await expect(async () => {
        await till.notes.and(page.locator('[aria-pressed=true]')).click()
        await expect(till.change).toBeHidden({ timeout: 1000 })
      }).toPass()
    })

    await test.step('A touch on a line says who pays what of it, and why.', async () => {
      await till.lines.first().getByRole('button').first().click()
      await expect(till.lines.first()).toContainText(/Assurances .*80\s%/)
      await page.getByRole('button', { name: 'Fermer la ligne' }).click()
    })

    await test.step('Payments that are added move neither tiles nor keypad.', async () => {
      await till.pay.click()
      const still = [
        page.getByRole('group', { name: 'Ajouter un paiement' }).getByRole('button').first(),
        page.getByRole('group', { name: 'Ajouter un paiement' }).getByRole('button').last(),
        till.payment.pad.getByRole('button', { name: '5', exact: true }),
      ]
      const before = await Promise.all(still.map(boxOf))
      for (const type of ['Chèque', 'Mobile', 'Carte'] as const) {
        await till.payment.add(type)
        await till.payment.pad.getByRole('button', { name: '5', exact: true }).click()
        expect(await Promise.all(still.map(boxOf)), `after ${type}`).toEqual(before)
      }
      await takePicture(page, 'paiements ajoutes')
      await page.keyboard.press('Escape')
      await expect(till.search).toBeVisible()
    })

    await test.step('Seven tabs are reached by a finger and say whose they are.', async () => {
      for (const [at, code] of codes.slice(6, 12).entries()) {
        await till.startSale()
        await till.scan(code)
        await expect(till.lines).toHaveCount(1)
        await expect(till.tabs).toHaveCount(at + 2)
      }
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: width === 1280 ? 800 : 768 })
        const boxes = await Promise.all((await till.tabs.all()).map(boxOf))
        const end = await boxOf(page.getByRole('banner').getByRole('button', { name: 'Nouvelle vente' }))
        if (width === 1280) for (const box of boxes) expect(box.x + box.width).toBeLessThanOrEqual(end.x + 1)
        for (const box of boxes) expect(box.height).toBeGreaterThanOrEqual(48)
        await takePicture(page, `sept ventes ${width}`)
      }
      await expect(till.tabs.first()).toContainText(lastName.toUpperCase())
      await till.tabs.first().click()
      await expect(till.patient).toContainText(lastName.toUpperCase())
      await expect(till.lines).toHaveCount(6)
    })
  },
)
