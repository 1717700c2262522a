import { expect, noNetwork, test } from './journey.ts'
import { francs } from './money.ts'
import { RegisterWindow } from './pages/register.ts'
import { koffi } from './people.ts'

test('a day of a register on two windows: every means, a disbursement, an hour without a network, a blind count, and a report that is the ledger line by line', async ({ till, context, shop, expectErrors }) => {
  expectErrors(noNetwork)
  await shop.closeRegisterOf(koffi.lastName)
  await till.open(koffi)
  const register = new RegisterWindow(await context.newPage())
  await register.goto()
  await register.open(50_000)
  await expect.poll(async () => (await shop.registerOf(koffi.lastName))?.float).toBe(50_000)
  const registerId = (await shop.registerOf(koffi.lastName))!.id

  await test.step('what is sold in one window is in the other', async () => {
    await till.add('coartem 20/120')
    const cash = await till.total()
    await till.payExactly()
    await expect(register.cash).toContainText(francs(50_000 + cash))
    await till.add('augmentin 1 g')
    await till.openPayments()
    for (const [type, amount] of [['Chèque', 1000], ['Carte', 500], ['Mobile', 250]] as const) {
      await till.payment.add(type)
      await till.payment.type(amount)
      if (type === 'Chèque') await till.payment.fill('Banque', 'Banque du Nokoué')
      if (type === 'Chèque') await till.payment.fill('Numéro du chèque', '0004712')
      if (type === 'Mobile') await till.payment.chooseOperator('MTN MoMo')
    }
    await till.payment.add('Espèces')
    await till.payment.type(20_000)
    await till.payment.end.click()
    await till.finalNumber()
    await expect(register.main).toContainText('Mobile, MTN MoMo')
  })

  await test.step('without a network it goes on', async () => {
    await register.payOut(3000, 'Transport')
    await context.setOffline(true)
    await till.page.keyboard.press('Escape')
    await till.sell('efferalgan')
    await register.putIn(500)
    await expect(register.main).toContainText('3 ventes')
    await context.setOffline(false)
    await expect.poll(async () => (await shop.register(registerId)).register.sales).toBe(3)
    await expect.poll(async () => (await shop.ledger(registerId)).lines.filter(({ kind }) => kind === 'cash-in').length).toBe(1)
  })

  const { lines } = await shop.ledger(registerId)
  const drawer = lines.filter(({ kind, type }) => kind !== 'rounding' && (type === 'CASH' || type === 'DISBURSEMENT')).reduce((sum, { amount }) => sum + amount, 0)
  await test.step('it is counted unseen', async () => {
    await register.page.getByRole('button', { name: 'Compter la caisse' }).click()
    await expect(register.page.locator('body')).not.toContainText(francs(drawer))
    await register.countCash(drawer - 500)
    await register.countOthers({ Chèque: 1000, Carte: 500, 'Mobile, MTN MoMo': 250 })
    await expect(register.page.getByRole('status', { name: 'Il manque' })).toContainText('500')
    await expect(register.page.getByRole('button', { name: 'Fermer la caisse' })).toBeDisabled()
    await register.page.getByRole('textbox', { name: 'Votre explication (obligatoire)' }).fill('Une pièce de 500 en moins')
    await register.page.getByRole('button', { name: 'Fermer la caisse' }).click()
    await expect(register.page.getByRole('heading', { name: 'Caisse fermée' })).toBeVisible()
  })

  await expect.poll(async () => (await shop.register(registerId)).register.state).toBe('CLOSED')
  const { counts, totals, events } = await shop.register(registerId)
  expect(events.map(({ kind }) => kind)).toEqual(['counted'])
  expect(counts).toMatchObject([{ kind: 'closing', gap: -500, comment: 'Une pièce de 500 en moins', differences: [
    { type: 'CASH', expected: drawer, counted: drawer - 500, gap: -500 }, { type: 'CHEQUE', expected: 1000, gap: 0 }, { type: 'CREDIT_CARD', expected: 500, gap: 0 }, { type: 'MOBILE_MONEY', operator: 'MTN MoMo', expected: 250, gap: 0 },
  ] }])
  const keyOf = ({ kind, type, operator }: { kind: string; type: string; operator: string | null }) => [kind, type, operator].join('/')
  const summed = new Map<string, number>()
  for (const line of lines) summed.set(keyOf(line), (summed.get(keyOf(line)) ?? 0) + line.amount)
  expect(Object.fromEntries(totals.map((total) => [keyOf(total), total.amount]))).toEqual(Object.fromEntries(summed))
})
