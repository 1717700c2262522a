import { randomUUID } from 'node:crypto'
import { movementTypes } from '#shared/domain/payment.ts'
import { movementKinds } from '#shared/domain/register/movements.ts'
import { byKind, DayBook } from './day-book.ts'
import { expect, noNetwork, test } from './journey.ts'
import { figure, francs } from './money.ts'
import { openWindow } from './open-window.ts'
import { BackOffice } from './pages/back-office.ts'
import { comparedOnRoll, RegisterReports } from './pages/register-report.ts'
import { RegisterWindow } from './pages/register.ts'
import { koffi, rachelle } from './people.ts'
import { Printer } from './printer.ts'
import { lettersOf } from './shop-api.ts'

const sendsSales = /\/api\/sales(\/several)?$/

test(
  'a day of a register on two windows: every way to pay, a hand-over, money in and out, an hour without a network in which it is closed unseen, and reports that are its ledger and what was typed, line by line',
  {
    tag: [
      '@kiosk/register',
      '@backoffice/cash-registers',
      '@server/cash-registers',
      '@server/register-acts',
      '@server/register-ledger',
    ],
  },
  async ({ till, context, shop, expectErrors }) => {
    expectErrors(noNetwork, /ERR_FAILED .*\/api\/sales$/)
    const lastName = `Sin${lettersOf(randomUUID())}`
    const patient = await shop.newPerson({
      lastName,
      firstName: 'Clarisse',
      birthDate: '1984-03-12',
      sex: 'F',
      phone: null,
      creditLimit: 40_000,
    })
    await shop.insure(patient.id, 50)
    for (const { lastName: holder } of [rachelle, koffi]) await shop.closeRegisterOf(holder)
    await till.open(rachelle)
    const register = new RegisterWindow(await openWindow(context))
    const roll = await Printer.install(register.page)
    await register.goto()
    const book = new DayBook()

    await register.open(50_000)
    book.note('float', 'CASH', 50_000)
    await expect.poll(async () => (await shop.registerOf(rachelle.lastName))?.float).toBe(50_000)
    const registerId = (await shop.registerOf(rachelle.lastName))!.id

    await test.step('a patient of an insurer, with a discount, social security and credit', async () => {
      await till.add('augmentin 1 g')
      const total = await till.total()
      await till.sellTo(lastName)
      await till.writeVoucher('2026-11873')
      await till.openPayments()
      await till.payment.add('Remise')
      await till.payment.type(100)
      await till.payment.add('Sécurité sociale')
      await till.payment.type(400)
      await till.payment.fill('Numéro d’assuré', '229-0471')
      await till.payment.add('Crédit')
      await till.payment.type(300)
      await till.payWithNote(
        10_000,
        book.sells(total, [
          ['INSURANCE', Math.round(total / 2)],
          ['DISCOUNT', 100],
          ['SOCIAL_SECURITY', 400],
          ['CREDIT', 300],
        ]),
      )
      await till.finalNumber()
    })

    await test.step('a cheque, a card, a telephone and the credit of an organization; coins round what is left', async () => {
      await till.add('augmentin 1 g')
      const total = await till.total()
      await till.openPayments()
      await till.payment.add('Chèque')
      await till.payment.type(1000)
      await till.payment.fill('Banque', 'Banque du Nokoué')
      await till.payment.fill('Numéro du chèque', '0004712')
      await till.payment.add('Carte')
      await till.payment.type(500)
      await till.payment.add('Mobile')
      await till.payment.type(252)
      await till.payment.chooseOperator('MTN MoMo')
      await till.payment.add('Crédit Org.')
      await till.payment.type(200)
      await till.payment.fill('Organisme qui paiera', 'cotonnière du zou')
      await till.payWithNote(
        10_000,
        book.sells(total, [
          ['CHEQUE', 1000],
          ['CREDIT_CARD', 500],
          ['MOBILE_MONEY', 252, 'MTN MoMo'],
          ['CREDIT_ORG', 200],
        ]),
      )
      await till.finalNumber()
      await expect(register.main).toContainText('Mobile, MTN MoMo')
    })

    await test.step('a sale that is canceled, and change from next door', async () => {
      await till.add('coartem 20/120')
      const total = await till.total()
      book.sells(total)
      await till.payExactly()
      await till.cancel(await till.openSold(await till.finalNumber()), 'Client a renoncé')
      await till.page.getByRole('button', { name: 'C’est fait' }).click()
      await till.goTo('Vente')
      book.cancels(total)
      await register.putIn(2500)
      book.note('cash-in', 'CASH', 2500)
    })

    const morning = [...book.lines]
    const handedOver = book.comparedWith(book.drawer - 500)
    await test.step('counted and passed on unseen: who may not know it is not told the difference', async () => {
      await register.startCounting('Passer la caisse à un collègue', book.drawer)
      await register.countCash(book.drawer - 500)
      await register.countOthers({ Chèque: 1000, Carte: 500, 'Mobile, MTN MoMo': 252 }, 'Choisir le collègue')
      await register.page.getByRole('radio', { name: koffi.name }).click()
      await register.page.getByRole('button', { name: 'Passer la caisse' }).click()
      await expect(register.title).toHaveText(/ prend la caisse$/)
      await expect(register.page.locator('body')).not.toContainText(francs(book.drawer))
      await register.page.getByRole('button', { name: 'Compter moi-même' }).click()
      await register.countCash(book.drawer - 500)
      await register.countOthers({ Chèque: 1000, Carte: 500, 'Mobile, MTN MoMo': 252 }, 'Comparer les comptages')
      const both = register.page.getByRole('table', { name: 'Les deux comptages' })
      await expect(both.getByRole('cell', { name: figure(book.drawer - 500) })).toHaveCount(2)
      await register.page.getByRole('button', { name: 'Prendre la caisse' }).click()
      await expect(register.page.getByRole('region', { name: 'Code' })).toContainText('Code de Koffi')
      expect((await shop.register(registerId)).register.heldByName).toMatch(rachelle.name)
      await register.page.keyboard.type(koffi.pin)
      await expect(register.title).toHaveText('Caisse passée')
      await expect(register.main).not.toContainText(francs(book.drawer))
      await expect(register.main).not.toContainText(/écart|manque/i)
      book.isOff(-500)
      await register.page.getByRole('button', { name: 'Quitter le poste' }).click()
      await till.entry.unlock(koffi)
    })

    await test.step('who gave it and what was taken stands in the register, and in its history', async () => {
      await expect(register.main).toContainText(/Reçue de HOUNKPATIN .* comptés par qui l’a reçue/)
      await expect
        .poll(async () => (await shop.register(registerId)).counts.at(-1)?.taking)
        .toMatchObject({ isProven: true, remark: null })
    })

    await test.step('credits come back, money goes to the bank and to the driver', async () => {
      await register.isBlind(book.drawer)
      await register.collect(300, { kind: 'Patient', name: lastName }, 'Espèces')
      book.note('collection', 'CASH', 300)
      await register.collect(200, { kind: 'Organisme', name: 'Cotonnière du Zou' }, 'Virement')
      book.note('collection', 'TRANSFER', 200)
      await register.deposit(30_000)
      book.note('deposit', 'CASH', -30_000)
      await register.payOut(3000, 'Transport')
      book.note('disbursement', 'DISBURSEMENT', -3000)
      await register.isBlind(book.drawer)
      await expect.poll(async () => (await shop.ledger(registerId)).lines.length).toBe(book.lines.length)
    })

    const soldOffline =
      await test.step('without a network it sells, pays out, is counted unseen and closed', async () => {
        await context.setOffline(true)
        await expect(till.network).toHaveText(/^Hors ligne/)
        await till.add('efferalgan 500')
        book.sells(await till.total())
        const identifier = await till.identifier()
        await till.payExactly()
        await register.isBlind(book.drawer)
        await register.payOut(1500, 'Transport')
        book.note('disbursement', 'DISBURSEMENT', -1500)

        await register.startCounting('Compter la caisse', book.drawer)
        await register.countCash(book.drawer - 200)
        await register.countOthers({ Chèque: 1000, Carte: 500, 'Mobile, MTN MoMo': 252, Virement: 200 })
        await expect(register.page.getByRole('status', { name: 'Il manque' })).toHaveText(/^Il manque\s*200/)
        await expect(register.close).toBeDisabled()
        await register.explanation.fill('Une pièce de 200 en moins')
        await register.close.click()
        await expect(register.title).toHaveText('Caisse fermée')
        return identifier
      })
    const closed = book.comparedWith(book.drawer - 200)

    await test.step('the roll says it before the server does', async () => {
      await register.page.getByRole('button', { name: 'Imprimer le rapport' }).click()
      await expect.poll(() => roll.tickets()).toHaveLength(1)
      expect(comparedOnRoll((await roll.tickets())[0]!)).toEqual(closed)
    })

    const backOffice = new BackOffice(await openWindow(context))
    const reports = await RegisterReports.install(backOffice.page)
    await test.step('the network is back: the closing waits for the sale that it names, and is done when it comes', async () => {
      await context.route(sendsSales, (route) => route.abort())
      await context.setOffline(false)
      await expect.poll(async () => (await shop.register(registerId)).register.state).toBe('WAITING')
      await backOffice.openAgain('/caisses')
      await backOffice.rows('Caisses').filter({ hasText: 'En attente' }).first().click()
      await expect(backOffice.page.getByRole('main')).toContainText(
        /Fermeture en attente\s: \d\sopérations? comptées? n.* pas encore arrivée/,
      )
      await context.unroute(sendsSales)
      // What is put off after many failures is due at once when the line comes back.
      await context.setOffline(true)
      await expect(till.network).toHaveText(/^Hors ligne/)
      await context.setOffline(false)
      await expect(backOffice.page.getByRole('main')).toContainText(/Fermée n°\s\d/)
      await expect(backOffice.page.getByRole('main')).not.toContainText('Fermeture en attente')
    })

    await test.step('both reports on A4 are the ledger, and the ledger is what was typed', async () => {
      expect(new Set(book.lines.map(({ type }) => type))).toEqual(new Set(movementTypes))
      // The country of this pharmacy has no stamp duty.
      const kinds = movementKinds.filter((kind) => kind !== 'stamp-duty')
      expect(new Set(book.lines.map(({ kind }) => kind))).toEqual(new Set(kinds))
      const { lines, sales } = await shop.ledger(registerId)
      const ledger = lines.map(({ kind, type, operator, amount }) => ({ kind, type, operator, amount }))
      expect(ledger).toEqual(book.lines)
      expect(sales.map(({ sellerName, isCanceled }) => [sellerName, isCanceled])).toEqual([
        ...[false, false, true].map((isCanceled) => [expect.stringMatching(rachelle.name), isCanceled]),
        [expect.stringMatching(koffi.name), false],
      ])

      const closing = await reports.print(/^Imprimer\s: Fermeture n°/)
      expect(closing.rowsOf('Mouvements par nature')).toEqual(byKind(book.lines))
      expect(closing.rowsOf('Mouvements par nature')).toEqual(byKind(ledger))
      expect(closing.rowsOf('Attendu et compté')).toEqual(closed)
      expect(closing.rowsOf('Billets et pièces').at(-1)).toEqual(['Espèces comptées', book.drawer - 200])
      for (const said of [
        /Comptée le [^,]*, \d\d:\d\d par SOGLO Koffi/,
        'Écart : −200 F CFA',
        'Explication : Une pièce de 200 en moins',
        soldOffline,
      ])
        expect(closing.text).toMatch(said)

      const handOver = await reports.print(/^Imprimer\s: Remise n°/)
      expect(handOver.rowsOf('Mouvements par nature')).toEqual(byKind(morning))
      expect(handOver.rowsOf('Attendu et compté')).toEqual(handedOver)
      expect(handOver.text).toMatch(/par SOGLO \S+, remise par HOUNKPATIN \S+ à SOGLO Koffi/)
      await expect(backOffice.page.getByRole('main')).toContainText(
        /Comptée avant de voir le montant attendu\s: espèces/,
      )
    })
  },
)

test(
  'two windows of a terminal count one register: a sale of after the count is told, and what both close at once is closed once',
  { tag: ['@deep', '@kiosk/register', '@server/cash-registers'] },
  async ({ till, context, shop }) => {
    await shop.closeRegisterOf(koffi.lastName)
    await till.open(koffi)
    const [first, second] = [
      new RegisterWindow(await openWindow(context)),
      new RegisterWindow(await openWindow(context)),
    ]
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
    await first.page.getByRole('radio', { name: 'Ventes depuis le comptage' }).click()
    await first.page.getByRole('button', { name: 'Recompter' }).click()
    await count(10_000 + sold)

    await second.goto()
    await second.page.getByRole('button', { name: 'Reprendre le comptage' }).click()
    for (const { page } of [first, second])
      await expect(page.getByRole('heading', { name: 'Le compte est bon' })).toBeVisible()
    // Held before: a window that hears of the other's closing first has no button any more, and says why just the same.
    const touched = await Promise.all([first, second].map(({ close }) => close.elementHandle()))
    await Promise.all(touched.map((button) => button!.evaluate((each: HTMLElement) => each.click())))
    await expect
      .poll(async () => new Set(await Promise.all([first, second].map(({ title }) => title.textContent()))))
      .toEqual(new Set(['Caisse fermée', 'Cette caisse n’est plus ouverte']))
    await expect.poll(async () => (await shop.register(registerId)).register.state).toBe('CLOSED')
    expect((await shop.register(registerId)).counts).toMatchObject([
      { kind: 'closing', gap: 0, differences: [{ type: 'CASH', counted: 10_000 + sold }] },
    ])
  },
)
