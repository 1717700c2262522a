import { randomUUID } from 'node:crypto'
import { expect, noNetwork, test } from './journey.ts'
import { Till } from './pages/till.ts'
import { aurele, gilles, rachelle } from './people.ts'
import { lettersOf } from './shop-api.ts'

test('a sale parked on one terminal is taken over on another, with its patient, lines and payment', async ({ till, shop, browser, watch }) => {
  const lastName = `Sin${lettersOf(randomUUID())}`
  const person = await shop.newPerson({ lastName, firstName: 'Clarisse', birthDate: '1984-03-12', sex: 'F', phone: null })
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
  expect(await other.total()).toBe(total - 1_500)
  await other.payExactly()
  await other.finalNumber()

  const sale = (await shop.salesOf(person.id))[0]!
  const stored = await shop.sale(sale.id)
  expect(stored).toMatchObject({ total, patientId: person.id, payments: [{ type: 'MOBILE_MONEY', phoneOperator: 'Moov Money', amount: 1_500 }, { type: 'CASH', amount: total - 1_500 - stored.rounding }] })
  expect(stored.sellerName).toContain(rachelle.lastName)
  // Nothing is left of it where it came from.
  await expect(till.page.getByRole('button', { name: /pour un collègue$/ })).toHaveCount(0)
  await context.close()
})

test('who leaves without is noted without a network, counted at once, and sent once it is back', async ({ till, shop, context, expectErrors }) => {
  expectErrors(noNetwork)
  const asked = `Sirop ${lettersOf(randomUUID())}`
  await till.open(gilles)
  await context.setOffline(true)
  await expect(till.network).toHaveText(/^Hors ligne/)
  await till.search.fill(asked)
  await till.page.keyboard.press('F1')
  const panel = till.page.getByRole('dialog', { name: 'Vente manquée' })
  await panel.getByRole('button', { name: /^Une de plus/ }).click()
  // Twice under the finger is once.
  await panel.getByRole('button', { name: 'Trop cher' }).dblclick()
  await expect(panel).toHaveCount(0)
  await till.network.click()
  await expect(till.queue).toContainText(asked)
  expect(await shop.missed(asked)).toEqual([])

  await context.setOffline(false)
  await expect(till.network).toHaveText(/^En ligne$/)
  await expect(till.queue).toContainText('Tout est envoyé')
  expect(await shop.missed(asked)).toMatchObject([{ label: asked, quantity: 2, reason: 'too-dear' }])
})
