import { expect, test } from './journey.ts'
import { gilles } from './people.ts'
import { boxOfUnits } from './stock.ts'

test('three tablets of an opened box, a service and another price: stock, lines and money are stored as shown', async ({ till, shop }) => {
  const products = await shop.products()
  const { product, box } = boxOfUnits(products)
  await till.open(gilles)
  await till.add(product.label)
  const identifier = await till.identifier()
  await till.openLine(product.label)
  await till.page.getByRole('button', { name: 'Vendre à l’unité' }).click()
  await till.page.keyboard.type('3')
  await till.page.keyboard.press('Enter')
  await expect(till.page.getByRole('region', { name: /^Ligne / }).getByRole('status')).toHaveText(new RegExp(`^3\\s\\S+\\s: ouvrir une boîte de ${box.units}$`))
  await expect(till.line(product.label)).toContainText(`Ouvrir une boîte de ${box.units}`)
  await till.page.getByRole('button', { name: 'Fermer la ligne' }).click()

  await till.page.keyboard.press('/')
  await till.page.getByRole('group', { name: 'Prestations de la pharmacie' }).getByRole('button', { name: /Livraison à domicile/ }).click()
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
  expect(stored).toMatchObject({ total, flags: [], vouchers: [{ label: 'Livraison à domicile', quantity: 1, price: 1_500 }], records: [{ quantity: 3, opens: { stockItemId: box.id, boxes: 1 } }, { quantity: 1, price: 1_990 }] })
  expect(stored.records[1]!.label).toBe(listed.label)
  const after = await shop.lots(product.id)
  expect(after.find(({ id }) => id === box.id)?.quantity).toBe(box.quantity - 1)
  expect(after.find(({ id }) => id === stored.records[0]!.stockItemId)).toMatchObject({ quantity: box.units - 3, units: 1, lot: box.lot, expiresOn: box.expiresOn, salePrice: stored.records[0]!.price })
})
