import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { gilles } from './people.ts'
import { lettersOf } from './shop-api.ts'
import { boxOfUnits } from './stock.ts'

test(
  'tablets of an opened box, a service, another price, a listed medicine: stock, lines, money and the register are stored as shown',
  { tag: ['@kiosk/sale', '@kiosk/help', '@server/sales', '@server/stock', '@server/prescription-register'] },
  async ({ till, shop }) => {
    const products = await shop.products()
    const { product, box } = boxOfUnits(products)
    await till.open(gilles)

    await test.step('three tablets, a service and another price', async () => {
      await till.add(product.label)
      const identifier = await till.identifier()
      await till.openLine(product.label)
      await till.page.getByRole('button', { name: 'Vendre à l’unité' }).click()
      await till.page.keyboard.type('3')
      await till.page.keyboard.press('Enter')
      await expect(till.page.getByRole('region', { name: /^Ligne / }).getByRole('status')).toHaveText(
        new RegExp(`^3\\s\\S+\\s: ouvrir une boîte de ${box.units}$`),
      )
      await expect(till.line(product.label)).toContainText(`Ouvrir une boîte de ${box.units}`)
      await till.page.getByRole('button', { name: 'Fermer la ligne' }).click()

      await till.page.keyboard.press('/')
      await till.page
        .getByRole('group', { name: 'Prestations de la pharmacie' })
        .getByRole('button', { name: /Livraison à domicile/ })
        .click()
      await expect(till.line('Livraison à domicile')).toContainText('Prestation')

      await till.add('coartem 20/120')
      const listed = products.find(({ label }) => /coartem 20\/120/i.test(label))!
      await till.openLine(/Coartem/)
      await till.page.keyboard.press('=')
      await till.page.keyboard.type('1990')
      await till.page.keyboard.press('Enter')
      await expect(till.line(/Coartem/).locator('s')).toBeVisible()
      const total = await till.total()
      await till.payExactly()
      await till.finalNumber()

      const stored = await shop.soldAs(identifier)
      expect(stored).toMatchObject({
        total,
        flags: [],
        vouchers: [{ label: 'Livraison à domicile', quantity: 1, price: 1_500 }],
        records: [
          { quantity: 3, opens: { stockItemId: box.id, boxes: 1 } },
          { quantity: 1, price: 1_990 },
        ],
      })
      expect(stored.records[1]!.label).toBe(listed.label)
      const after = await shop.lots(product.id)
      expect(after.find(({ id }) => id === box.id)?.quantity).toBe(box.quantity - 1)
      expect(after.find(({ id }) => id === stored.records[0]!.stockItemId)).toMatchObject({
        quantity: box.units - 3,
        units: 1,
        lot: box.lot,
        expiresOn: box.expiresOn,
        salePrice: stored.records[0]!.price,
      })
    })

    await test.step('who prescribed and how it is taken go into the register with its number; without, nobody is held back', async () => {
      const prescriber = `Dr ${lettersOf(randomUUID())}`
      await till.add('augmentin 1 g')
      const first = await till.identifier()
      await till.page.getByRole('button', { name: /ajouter l’ordonnance/ }).click()
      const panel = till.page.getByRole('dialog', { name: 'Ordonnance' })
      await panel.getByLabel('Prescripteur', { exact: true }).fill(prescriber)
      await panel.getByLabel('Prescripteur', { exact: true }).press('Enter')
      await panel.getByLabel('Nom du patient').fill('TOSSA Basile')
      await panel.getByLabel('Nom du patient').press('Enter')
      await panel.getByLabel(/^Posologie, Augmentin/).fill('1 sachet matin et soir pendant 7 jours')
      await panel.getByLabel(/^Posologie, Augmentin/).press('Enter')
      await panel.getByRole('button', { name: 'Garder et revenir à la vente' }).click()
      await expect(till.page.getByRole('button', { name: new RegExp(`Ordonnance\\s: ${prescriber}`) })).toBeVisible()
      await till.payExactly()
      await till.finalNumber()
      const stored = await shop.soldAs(first)
      expect(stored).toMatchObject({
        prescription: { prescriber, patientName: 'TOSSA Basile' },
        records: [{ posology: '1 sachet matin et soir pendant 7 jours' }],
        flags: [],
      })
      const [entry, ...others] = await shop.entriesOf(stored.id)
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        saleNumber: stored.number,
        prescriber,
        patientName: 'TOSSA Basile',
        posology: '1 sachet matin et soir pendant 7 jours',
        quantity: 1,
        label: stored.records[0]!.label,
      })

      const second = await till.sell('augmentin 1 g')
      await till.finalNumber()
      const without = await shop.soldAs(second)
      expect(await shop.entriesOf(without.id)).toMatchObject([{ number: entry!.number + 1, prescriber: null }])
    })
  },
)
