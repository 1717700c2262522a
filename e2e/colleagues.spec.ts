import { randomUUID } from 'node:crypto'
import { expect, test } from './journey.ts'
import { Till } from './pages/till.ts'
import { aurele, rachelle } from './people.ts'
import { lettersOf } from './shop-api.ts'

test(
  'a sale parked on one terminal is taken over on another, with its patient, lines and payment',
  { tag: ['@kiosk/parked', '@server/parked-sales'] },
  async ({ till, shop, browser, watch }) => {
    const lastName = `Sin${lettersOf(randomUUID())}`
    const person = await shop.newPerson({
      lastName,
      firstName: 'Clarisse',
      birthDate: '1984-03-12',
      sex: 'F',
      phone: null,
    })
    await till.open(aurele)
    await till.add('augmentin 1 g')
    await till.add('coartem 20/120')
    const identifier = await till.identifier()
    const total = await till.total()
    await till.sellTo(lastName)
    await till.openPayments()
    await till.payment.add('Mobile')
    await till.payment.chooseOperator('Moov Money')
    await till.payment.type(1_500)
    await till.payment.back.click()
    await till.otherGesture('Mettre en attente pour un collègue')
    await expect(till.tabs.filter({ hasText: identifier })).toHaveCount(0)

    const context = watch(await browser.newContext())
    const other = new Till(await context.newPage())
    await other.open(rachelle)
    await other.page.getByRole('button', { name: /pour un collègue$/ }).click()
    await other.page.getByRole('button', { name: `Reprendre la vente ${identifier}` }).click()
    await expect(other.lines).toHaveCount(2)
    await expect(other.patient).toContainText(lastName.toUpperCase())
    await expect.poll(() => other.total()).toBe(total - 1_500)
    await other.payExactly()
    await other.finalNumber()

    const sale = (await shop.salesOf(person.id))[0]!
    const stored = await shop.sale(sale.id)
    expect(stored).toMatchObject({
      total,
      patientId: person.id,
      payments: [
        { type: 'MOBILE_MONEY', phoneOperator: 'Moov Money', amount: 1_500 },
        { type: 'CASH', amount: total - 1_500 - stored.rounding },
      ],
    })
    expect(stored.sellerName).toContain(rachelle.lastName)
    // Nothing is left of it where it came from.
    await expect(till.page.getByRole('button', { name: /pour un collègue$/ })).toHaveCount(0)
    await context.close()
  },
)
