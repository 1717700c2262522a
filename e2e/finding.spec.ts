import { dataMatrix, ean13Of, expiredLot, hasTwoLots, month, sellableLots, shortDay } from './boxes.ts'
import { expect, test } from './journey.ts'

const doliprane = '3400935955838'
const efferalgan = '3400932570010'

const forgiven: readonly { typed: string; found: RegExp; because: string }[] = [
  { typed: 'paracetamol', found: /Paracétamol/, because: 'accents' },
  { typed: 'PARACETMOL', found: /Paracétamol/, because: 'capitals and a letter left out' },
  { typed: 'clavulanique amoxi', found: /Amoxicilline.*acide clavulanique/i, because: 'order of the words' },
  { typed: 'efferalgan 1g', found: /Efferalgan 1\sg/, because: 'a space left out' },
  { typed: 'eferalgan', found: /Efferalgan/, because: 'a letter that should be doubled' },
  { typed: 'dolipranne 1000', found: /Doliprane/, because: 'a letter too many' },
  { typed: 'amoxiciline', found: /Amoxicilline/i, because: 'the DCI, misspelt' },
  { typed: '3400935955838', found: /Doliprane 1000/, because: 'a code typed by hand' },
]

test('a box of the national referential: its CIP13, its CIP7 and its DataMatrix find it', async ({ till, shop }) => {
  // Only what the import stocked has no place on the shelves yet.
  const product = (await shop.products()).find((each) => each.storage === null && hasTwoLots(each))!
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
})

test('a search forgives, a scan is heard wherever the focus is; an unknown code, an unknown lot and an expired one are told in words', async ({
  till,
  shop,
}) => {
  const products = await shop.products()
  await till.open()

  await test.step('the search forgives accents, capitals, the order of words and one typo', async () => {
    for (const { typed, found, because } of forgiven) {
      await till.search.fill(typed)
      await expect(till.hits.first(), `« ${typed} »: ${because}`).toContainText(found)
    }
    await till.search.fill('zzqxw')
    await expect(till.hits).toHaveText(/Aucun résultat pour «\szzqxw\s»/)
    await till.page.getByRole('button', { name: 'Effacer la recherche' }).last().click()
    await expect(till.search).toHaveValue('')
    await expect(till.search).toBeFocused()
  })

  await test.step('an unknown code says what was read', async () => {
    await till.scan('6111000000000')
    await expect(till.notice).toContainText('Code inconnu : 6111000000000. La vente n’a pas changé.')
    await till.scan(dataMatrix('3400999999999', { lot: 'ZZ9', expiresOn: '2031-03-31' }))
    await expect(till.notice).toContainText('Code inconnu : 3400999999999 (lot ZZ9, péremption 31/03/2031)')
    await expect(till.lines).toHaveCount(0)
  })

  await test.step('an expired lot is refused', async () => {
    const product = products.find((each) => expiredLot(each) && sellableLots(each).length > 0)!
    const lot = expiredLot(product)!
    await till.scan(dataMatrix(ean13Of(product), lot))
    await expect(till.notice).toContainText(
      `${product.label} : lot ${lot.lot} périmé depuis le ${shortDay(lot.expiresOn!)}. La ligne n’a pas été ajoutée.`,
    )
    await expect(till.lines).toHaveCount(0)
    // The next box is sold as ever.
    await till.scan(doliprane)
    await expect(till.lines).toHaveCount(1)
    await expect(till.notice).toHaveCount(0)
  })

  await test.step('a scan touches nothing of what has the focus', async () => {
    // Nothing of the code lands in the search; the box is what was looked for.
    await till.search.fill('amox')
    await till.scan(doliprane)
    await expect(till.lines).toContainText(['2 ×'])
    await expect(till.search).toHaveValue('')

    // Entrée of the scanner does not press the button under the focus.
    await till.pay.focus()
    await till.scan(efferalgan)
    await expect(till.lines).toHaveCount(2)
    await expect(till.pay).toBeVisible()

    // On the payment screen: the box joins the sale, and what was being typed stays in its field.
    await till.pay.click()
    await till.payment.add('Mobile')
    await till.payment.chooseOperator('MTN MoMo')
    await till.payment.reference.pressSequentially('MP26')
    await till.scan(efferalgan)
    await expect(till.line(/Efferalgan/)).toContainText('2 ×')
    await till.pay.click()
    await expect(till.payment.rows).toHaveCount(1)
    await expect(till.payment.rows.first()).toContainText('MP26')
    await till.payment.back.click()
  })

  await test.step('a lot that the stock does not know gives the one that goes out first', async () => {
    await till.startSale()
    await expect(till.lines).toHaveCount(0)
    const product = products.find((each) => each.codes.includes(doliprane))!
    await till.scan(dataMatrix(doliprane, { lot: 'ZZ9', expiresOn: '2031-03-31' }))
    await expect(till.notice).toContainText(
      `le lot ZZ9 n’est pas dans votre stock. Lot ${sellableLots(product)[0]!.lot} proposé.`,
    )
    await expect(till.lines).toHaveCount(1)
  })

  await test.step('the scanned lot goes out, not the one that would go first', async () => {
    await till.startSale()
    await expect(till.lines).toHaveCount(0)
    const product = products.find((each) => each.storage !== null && hasTwoLots(each))!
    const [first, scanned] = sellableLots(product)
    await till.scan(dataMatrix(ean13Of(product), scanned!))
    await expect(till.line(product.label)).toContainText(`Lot ${scanned!.lot}`)
    await till.payExactly()
    await till.finalNumber()

    const left = new Map((await shop.lots(product.id)).map(({ id, quantity }) => [id, quantity]))
    expect(left.get(scanned!.id)).toBe(scanned!.quantity - 1)
    expect(left.get(first!.id)).toBe(first!.quantity)
  })
})
