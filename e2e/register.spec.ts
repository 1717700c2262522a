import { expect, noNetwork, test } from './journey.ts'
import { francs } from './money.ts'
import { RegisterWindow } from './pages/register.ts'
import { fifame, koffi } from './people.ts'

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

test('a register goes from one member to the next with a count of its own: blind for who may not see, and the gap is found once', async ({ till, shop }) => {
  await shop.closeRegisterOf(fifame.lastName)
  await shop.closeRegisterOf(koffi.lastName)
  await till.open(fifame)
  const register = new RegisterWindow(till.page)
  await till.goTo('Caisse')
  await register.open(20_000)
  const sell = async () => {
    await till.goTo('Vente')
    await till.add('coartem 20/120')
    const total = await till.total()
    await till.payExactly()
    await till.finalNumber()
    await till.goTo('Caisse')
    return total
  }
  const handedOver = 20_000 + (await sell())
  const registerId = (await shop.registerOf(fifame.lastName))!.id

  await test.step('counted and passed on unseen', async () => {
    await till.page.getByRole('button', { name: 'Passer la caisse à un collègue' }).click()
    await register.countCash(handedOver - 500)
    await register.countOthers({}, 'Choisir le collègue')
    await till.page.getByRole('radio', { name: koffi.name }).click()
    await till.page.getByRole('button', { name: 'Passer la caisse' }).click()
    await expect(register.title).toHaveText('Caisse passée')
    await expect(register.main).not.toContainText(francs(handedOver))
    await expect(register.main).not.toContainText(/écart|manque/i)
    await till.page.getByRole('button', { name: 'Laisser le poste' }).click()
  })

  await till.entry.unlock(koffi)
  const left = handedOver - 500 + (await sell())
  await test.step('the next one closes what he took over and what he sold', async () => {
    await expect(register.cash).toContainText(francs(left))
    await till.page.getByRole('button', { name: 'Compter la caisse' }).click()
    await register.countCash(left)
    await register.countOthers({})
    await expect(till.page.getByRole('heading', { name: 'Le compte est bon' })).toBeVisible()
    await register.close.click()
    await expect(register.title).toHaveText('Caisse fermée')
  })

  await expect.poll(async () => (await shop.register(registerId)).register.state).toBe('CLOSED')
  const { counts, register: closed } = await shop.register(registerId)
  expect(closed).toMatchObject({ openedByName: expect.stringMatching(fifame.name), heldByName: expect.stringMatching(koffi.name), sales: 2 })
  const drawer = (expected: number, gap: number) => [{ type: 'CASH', expected, counted: expected + gap, gap }]
  expect(counts).toMatchObject([
    { kind: 'hand-over', byName: expect.stringMatching(fifame.name), receivedByName: expect.stringMatching(koffi.name), gap: -500, differences: drawer(handedOver, -500) },
    { kind: 'closing', byName: expect.stringMatching(koffi.name), gap: 0, differences: drawer(left, 0) },
  ])
  expect((await shop.ledger(registerId)).sales.map(({ sellerName }) => sellerName)).toEqual([expect.stringMatching(fifame.name), expect.stringMatching(koffi.name)])
})

test('two windows of a terminal count one register: a sale of after the count is told, and what both close at once is closed once', async ({ till, context, shop }) => {
  await shop.closeRegisterOf(koffi.lastName)
  await till.open(koffi)
  const [first, second] = [new RegisterWindow(await context.newPage()), new RegisterWindow(await context.newPage())]
  await first.goto()
  await first.open(10_000)
  const count = async (amount: number) => {
    await first.countCash(amount)
    await first.countOthers({})
  }
  await first.page.getByRole('button', { name: 'Compter la caisse' }).click()
  await count(10_000)

  await till.add('coartem 20/120')
  const sold = await till.total()
  await till.payExactly()
  await till.finalNumber()
  await expect(first.page.getByRole('alert')).toContainText(/1\sopération depuis votre comptage\s: recomptez/)
  const registerId = (await shop.registerOf(koffi.lastName))!.id
  await first.page.getByRole('button', { name: 'Recompter' }).click()
  await count(10_000 + sold)

  await second.goto()
  await second.page.getByRole('button', { name: 'Reprendre le comptage' }).click()
  for (const { page } of [first, second]) await expect(page.getByRole('heading', { name: 'Le compte est bon' })).toBeVisible()
  // Held before: a window that hears of the other's closing first has no button any more, and says why just the same.
  const touched = await Promise.all([first, second].map(({ close }) => close.elementHandle()))
  await Promise.all(touched.map((button) => button!.evaluate((each: HTMLElement) => each.click())))
  await expect.poll(async () => new Set(await Promise.all([first, second].map(({ title }) => title.textContent())))).toEqual(new Set(['Caisse fermée', 'Cette caisse n’est plus ouverte']))
  await expect.poll(async () => (await shop.register(registerId)).register.state).toBe('CLOSED')
  expect((await shop.register(registerId)).counts).toMatchObject([{ kind: 'closing', gap: 0, differences: [{ type: 'CASH', counted: 10_000 + sold }] }])
})
