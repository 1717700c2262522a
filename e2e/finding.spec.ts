import { dataMatrix, ean13Of, hasTwoLots, month, sellableLots } from './boxes.ts'
import { expect, test } from './journey.ts'

test(
  'a box of the national referential: its CIP13, its CIP7 and its DataMatrix find it, and the scanned lot goes out',
  { tag: ['@kiosk/sale', '@kiosk/scanners', '@server/import', '@server/pharmacy-products'] },
  async ({ till, shop }) => {
    // Only what the import stocked has no place on the shelves yet.
    const products = await shop.products()
    const product = products.find((each) => each.storage === null && hasTwoLots(each))!
    const [first, second] = sellableLots(product)
    const cip13 = ean13Of(product)!
    const cip7 = product.codes.find((code) => /^\d{7}$/.test(code))!
    expect(cip13).toMatch(/^3400/)
    await till.open()

    await till.scan(cip13)
    await expect(till.line(product.label)).toContainText(`Lot ${first!.lot}, ${month(first!.expiresOn!)}`)
    await till.scan(cip7)
    await expect(till.line(product.label)).toContainText('2 ×')
    await till.scan(dataMatrix(cip13, second!))
    await expect(till.lines).toHaveCount(2)
    await expect(till.lines.nth(1)).toContainText(product.label)
    await expect(till.lines.nth(1)).toContainText(`Lot ${second!.lot}, ${month(second!.expiresOn!)}`)

    await test.step('the scanned lot goes out, not the one that would go first', async () => {
      await till.startSale()
      await expect(till.lines).toHaveCount(0)
      const sold = products.find((each) => each.storage !== null && hasTwoLots(each))!
      const [next, scanned] = sellableLots(sold)
      await till.scan(dataMatrix(ean13Of(sold), scanned!))
      await expect(till.line(sold.label)).toContainText(`Lot ${scanned!.lot}`)
      await till.payExactly()
      await till.finalNumber()

      const left = new Map((await shop.lots(sold.id)).map(({ id, quantity }) => [id, quantity]))
      expect(left.get(scanned!.id)).toBe(scanned!.quantity - 1)
      expect(left.get(next!.id)).toBe(next!.quantity)
    })
  },
)
