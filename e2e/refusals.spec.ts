import { randomUUID } from 'node:crypto'
import { isExpired } from '#shared/domain/stock.ts'
import { ean13Of, hasTwoLots, sellableLots, today } from './boxes.ts'
import { expect, noNetwork, test } from './journey.ts'
import { francs } from './money.ts'
import { saidOf } from './pages/payment-screen.ts'
import { aurele, rachelle } from './people.ts'
import { lettersOf } from './shop-api.ts'

test(
  'what one role may give the next may not: a discount beyond the limit, then any, then an expired lot',
  { tag: ['@kiosk/counter', '@kiosk/payment', '@server/sales', '@server/roles'] },
  async ({ till, shop }) => {
    const products = await shop.products()
    const isSold = ({
      expiresOn,
      archived,
      quantity,
    }: {
      expiresOn: string | null
      archived: boolean
      quantity: number
    }) => !archived && quantity > 2 && (expiresOn === null || !isExpired(expiresOn, today))
    const stale = products.find(
      ({ stockItems }) =>
        stockItems.some(
          ({ expiresOn, archived, quantity }) =>
            !archived && quantity > 0 && expiresOn !== null && isExpired(expiresOn, today),
        ) && stockItems.some(isSold),
    )!
    const expired = stale.stockItems.find(({ expiresOn }) => expiresOn !== null && isExpired(expiresOn, today))!
    await till.open(rachelle)
    await till.add('augmentin 1 g')
    await till.add('coartem 20/120')
    const identifier = await till.identifier()
    const total = await till.total()
    await till.page.keyboard.press('F9')
    await till.payment.add('Remise')
    await till.payment.type(9_999)
    const most = Math.floor(total / 10)
    await expect(till.payment.row('Remise')).toContainText('dépasse votre limite. Remise ramenée à')
    expect((await till.payment.shown())[0]).toMatchObject({ label: 'Remise', amount: most })

    // A line goes: what is left of the sale no longer bears it.
    await till.payment.back.click()
    await till.remove(/Coartem/)
    await till.pay.click()
    await till.payment.add('Espèces')
    await till.payment.end.click()
    await expect(till.refusal.getByRole('heading')).toHaveText('Remise trop élevée')
    // Nothing lies over the reason of the button that is disabled.
    const reason = till.refusal.getByText('Corrigez d’abord ce qui est refusé')
    expect(
      await reason.evaluate((element) => {
        const words = document.createRange()
        words.selectNodeContents(element)
        const { x, y, width, height } = words.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === element
      }),
    ).toBe(true)
    await till.refusal.getByRole('button', { name: /^Ramener à/ }).click()
    await till.refusal.getByRole('button', { name: 'Reprendre la vente' }).click()
    await till.payment.back.click()

    await till.add(stale.label)
    await till.openLine(stale.label)
    await till.page
      .getByRole('group', { name: /^Lots d/ })
      .getByRole('button', { name: new RegExp(expired.lot!) })
      .click()
    await expect(till.line(stale.label)).toContainText(expired.lot!)
    await till.page.getByRole('button', { name: 'Mettre la vente en attente' }).click()
    await till.lock()
    await till.unlock(aurele)
    await till.page.getByRole('button', { name: '1 en attente' }).click()
    await till.page.getByRole('menuitem', { name: new RegExp(`Vente ${identifier}`) }).click()
    await expect(till.line(stale.label)).toBeVisible()
    await till.openPayments()
    await till.payment.type(50_000)
    await till.payment.end.click()
    await expect(till.refusal.getByRole('heading')).toHaveText('Remise non autorisée')
    await till.refusal.getByRole('button', { name: 'Retirer ce paiement' }).click()
    // What was handed over is more than enough: it settles what the discount no longer does.
    await till.refusal.getByRole('button', { name: /^Terminer la vente/ }).click()
    await expect(till.refusal.getByRole('heading')).toHaveText('Un lot de la vente est périmé')
    await till.refusal.getByRole('button', { name: 'Retirer la ligne' }).click()
    await till.refusal.getByRole('button', { name: /^Terminer la vente/ }).click()
    // What was handed over for two boxes is too much for one.
    await till.refusal.getByRole('button', { name: 'Oui, terminer ainsi' }).click()
    await till.finalNumber()

    const stored = await shop.soldAs(identifier)
    expect(stored.records.map(({ label }) => label)).toEqual([expect.stringContaining('Augmentin')])
    expect(stored.payments).toMatchObject([{ type: 'CASH', tendered: 50_000, amount: stored.total - stored.rounding }])
    await expect(till.done.getByRole('status', { name: 'À rendre' })).toContainText(
      francs(50_000 - stored.total + stored.rounding),
    )
  },
)

test(
  'the server refuses what was ended without a network: all is kept, the sale is taken up again, and closed within the limit',
  { tag: ['@kiosk/counter', '@server/sales', '@server/credit'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork, /422 .*\/api\/sales$/)
    const lastName = `Sin${lettersOf(randomUUID())}`
    const person = await shop.newPerson({
      lastName,
      firstName: 'Basile',
      birthDate: null,
      sex: null,
      phone: null,
      creditLimit: 90_000,
    })
    await till.open()
    await till.add('augmentin 1 g')
    const identifier = await till.identifier()
    const total = await till.total()
    await till.sellTo(lastName)
    await context.setOffline(true)
    await expect(till.network).toHaveText(/^Hors ligne/)
    await till.page.keyboard.press('F9')
    await till.payment.add('Crédit')
    await till.payment.end.click()
    await expect(till.done).toContainText('enregistrée sur ce poste')

    await shop.changePerson(person.id, { creditLimit: 1_000 })
    await context.setOffline(false)
    await till.network.click()
    await expect(till.queue).toContainText('Limite de crédit dépassée')
    await expect(till.queue).toContainText(francs(total - 1_000))
    expect(await shop.sales(identifier)).toEqual([])
    await till.queue.getByRole('button', { name: 'Reprendre la vente' }).click()

    await expect(till.refusal.getByRole('heading')).toHaveText('Limite de crédit dépassée')
    await expect(till.refusal).toContainText('pharmacien')
    await expect(till.line(/Augmentin/)).toBeAttached()
    await till.refusal.getByRole('button', { name: /^Ramener à 1\s000/ }).click()
    await till.refusal.getByRole('button', { name: 'Encaisser le reste' }).click()
    await expect(till.payment.due).toContainText(francs(total - 1_000))
    await till.payment.add('Espèces')
    const shown = await till.payment.shown()
    await till.payment.end.click()
    await till.finalNumber()
    const stored = await shop.soldAs(identifier)
    expect(stored.payments.map(saidOf)).toEqual(shown.map(({ label, amount }) => ({ label, amount })))
    expect(stored.payments).toMatchObject([
      { type: 'CREDIT', amount: 1_000 },
      { type: 'CASH', amount: total - 1_000 - stored.rounding },
    ])
  },
)

test(
  'a lot archived while it stands in an open sale is refused at closing and mended there; a policy that would pay twice pays once',
  { tag: ['@deep', '@kiosk/counter', '@kiosk/parked', '@server/stock', '@server/coverage'] },
  async ({ till, shop, context, expectErrors }) => {
    expectErrors(noNetwork)
    // After a return the tills of all shops ask for their lists within 30 s, each at a moment of chance: this one early.
    await context.addInitScript(() => {
      const { random } = Math
      Math.random = () => random() / 100
    })
    await till.open(rachelle)

    await test.step('another lot goes out for the one that was archived', async () => {
      // The last such product, so that nobody else counts on the lot.
      const product = (await shop.products()).filter(hasTwoLots).at(-1)!
      const [archived, next] = sellableLots(product)
      await till.scan(ean13Of(product)!)
      await expect(till.line(product.label)).toContainText(`Lot ${archived!.lot}`)
      const identifier = await till.identifier()
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      await shop.archiveLot(archived!)
      await context.setOffline(false)
      // The line stays as it was scanned, and says what became of its lot.
      await expect(till.line(product.label)).toContainText('retiré')
      // More than enough, whatever the next lot costs.
      await till.notes.last().click()
      await till.end.click()
      await expect(till.refusal.getByRole('heading')).toHaveText('Un lot de la vente est archivé')
      await expect(till.refusal).toContainText(product.label)
      await expect(till.done).toHaveCount(0)
      await till.refusal.getByRole('button', { name: 'Actualiser les produits' }).click()
      await expect(till.line(product.label)).toContainText(`Lot ${next!.lot}`)
      await till.end.click()
      await till.finalNumber()
      expect(await shop.soldAs(identifier)).toMatchObject({ records: [{ stockItemId: next!.id, quantity: 1 }] })
      expect((await shop.lots(product.id)).find(({ id }) => id === archived!.id)).toMatchObject({
        archived: true,
        quantity: 0,
      })
    })

    await test.step('a policy that another terminal made pay twice pays once', async () => {
      const lastName = `Sin${lettersOf(randomUUID())}`
      const person = await shop.newPerson({
        lastName,
        firstName: 'Clarisse',
        birthDate: '1984-03-12',
        sex: 'F',
        phone: null,
      })
      const insurer = await shop.insure(person.id, 30)
      const [policy] = await shop.policiesOf(person.id)
      const product = (await shop.products()).find(({ label }) => /coartem 20\/120/i.test(label))!
      const [lot] = sellableLots(product)
      const total = lot!.salePrice
      const share = Math.round(total * 0.3)
      const identifier = `Z${randomUUID().slice(0, 4).toUpperCase()}-1`
      const insured = (voucher: string) => ({
        id: randomUUID(),
        type: 'INSURANCE' as const,
        amount: share,
        insuranceMetadata: { insurer, coverage: 30, contractPolicy: policy!, voucher },
      })
      await shop.park({
        identifier,
        revision: 1,
        createdAt: new Date().toISOString(),
        vouchers: [],
        patient: { id: person.id, firstName: 'Clarisse', lastName },
        records: [{ id: randomUUID(), label: product.label, stockItemId: lot!.id, quantity: 1, price: total }],
        payments: [
          insured('2026-1'),
          insured('2026-2'),
          { id: randomUUID(), type: 'CASH', amount: 5 * Math.round((total - 2 * share) / 5), tendered: 5_000 },
        ],
      })
      await till.page.getByRole('button', { name: /pour un collègue$/ }).click()
      await till.page.getByRole('button', { name: `Reprendre la vente ${identifier}` }).click()
      await expect(till.line(/Coartem/)).toBeVisible()
      // The policy was made a moment ago elsewhere: the till may not have heard of it yet.
      await expect(till.coverage).toContainText(insurer)
      // The counter asks the payers anew before it asks the rules: nothing is left to refuse, and what the policy no longer pays is taken from the money given.
      await till.end.click()
      await till.finalNumber()
      const stored = await shop.soldAs(identifier)
      expect(stored).toMatchObject({ total, patientId: person.id })
      expect(stored.payments.map((payment) => [payment.type, payment.amount])).toEqual([
        ['INSURANCE', share],
        ['CASH', total - share - stored.rounding],
      ])
    })
  },
)
