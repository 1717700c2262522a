import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minor } from '#shared/domain/money.ts'
import type { Payment } from '#shared/domain/payment.ts'
import type { LedgerLine } from '#shared/domain/register/causes/counted-day.ts'
import { movementOfGesture, movementsOfReversal } from '#shared/domain/register/movements.ts'
import {
  explainCount,
  ledgerUntil,
  openedInstant,
  tillLedger,
  type EndedSale,
  type KnownLedger,
  type TillGesture,
  type TillRegister,
} from '#shared/domain/register/till-ledger.ts'
import { expectedByMeans, expectedCash } from '#shared/domain/register/totals.ts'
import { aCash } from '#tests/domain/support/any-sale.ts'

const register: TillRegister = { id: 'register', userId: 'aurele', openedAt: '2026-11-21T07:00:00.000Z', float: 20_000 }
const at = (minute: number) => new Date(Date.parse('2026-11-21T08:00:00.000Z') + minute * 60_000).toISOString()
const sale = (n: number, payments: readonly Payment[], rest: Partial<EndedSale> = {}): EndedSale => ({
  id: `s${n}`,
  identifier: `K7QF-${n}`,
  soldAt: at(n),
  sellerId: 'aurele',
  records: [{ quantity: 1 }],
  payments,
  rounding: 0,
  replaces: null,
  ...rest,
})
const payOut = (n: number, amount: number): TillGesture => ({
  id: `g${n}`,
  at: at(n),
  userId: 'aurele',
  movement: movementOfGesture({ kind: 'disbursement', amount }),
  reason: 'Transport',
})
const nothing: KnownLedger = { lines: [], sales: [], found: [], counts: [], pastDisbursements: [], countedBefore: null }

/** What the server tells of a register that has all this. */
function knownOf(of: TillRegister, sales: readonly EndedSale[]): KnownLedger {
  const { movements } = tillLedger(of, sales, null)
  return {
    ...nothing,
    // the server's lines have ids of their own, but for what has one from its terminal
    lines: movements.map((line) => ({ ...line, id: line.saleId === null ? line.id : `server-${line.id}` })),
    sales: sales.map(({ id, soldAt, records, payments }, place) => ({
      id,
      number: place + 1,
      soldAt,
      sellerName: 'DOSSOU Aurèle',
      records,
      payments,
      isCanceled: false,
    })),
  }
}

test('without a network a register is its float, its sales and what was done at the drawer', () => {
  const { movements, sales } = tillLedger(
    { ...register, gestures: [payOut(5, 3000)] },
    [sale(1, [aCash(2500)], { rounding: 5 })],
    null,
  )
  expect(movements.map(({ kind, type, amount, at: moment }) => [kind, type, amount, moment])).toEqual([
    ['float', 'CASH', 20_000, register.openedAt],
    ['sale', 'CASH', 2500, at(1)],
    ['rounding', 'CASH', 5, at(1)],
    ['disbursement', 'DISBURSEMENT', -3000, at(5)],
  ])
  expect(expectedCash(movements)).toBe(19_500)
  expect(sales).toMatchObject([{ id: 's1', identifier: 'K7QF-1', number: null, isCanceled: false }])
})

test('a register that nobody opened with money holds what its sales brought', () => {
  const { id, userId, openedAt } = register
  expect(expectedCash(tillLedger({ id, userId, openedAt }, [sale(1, [aCash(2500)])], null).movements)).toBe(2500)
})

test('what it was opened with is in it once, under whatever id the server tells it', () => {
  const known = { ...nothing, lines: tillLedger(register, [], null).movements.map((line) => ({ ...line, id: 'told' })) }
  expect(tillLedger(register, [], known).movements.map(({ id, amount }) => [id, amount])).toEqual([['told', 20_000]])
})

test('a new version gives back what the sale brought that it replaces, before the server says so', () => {
  const known = knownOf(register, [sale(1, [aCash(2500)])])
  const { movements, sales } = tillLedger(register, [sale(2, [aCash(1000)], { replaces: 's1' })], known)
  expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['float', 20_000],
    ['sale', 2500],
    ['sale', 1000],
    ['refund', -2500],
  ])
  expect(sales.map(({ id, isCanceled }) => [id, isCanceled])).toEqual([
    ['s1', true],
    ['s2', false],
  ])
})

test('a new version of what was sold in another register takes that money out of this one', () => {
  // this morning in Afi's drawer, corrected in Koffi's
  const replacedMoney = { registerId: 'afi', payments: [aCash(5000)], rounding: -2 }
  const { movements } = tillLedger(register, [sale(2, [aCash(4000)], { replaces: 's1', replacedMoney })], nothing)
  expect(movements.map(({ kind, amount, saleId }) => [kind, amount, saleId])).toEqual([
    ['float', 20_000, null],
    ['sale', 4000, 's2'],
    ['refund', -5000, 's1'],
    ['rounding', 2, 's1'],
  ])
  expect(expectedCash(movements)).toBe(19_000)
  // of one of this register that another terminal sold, what it brought is as unknown here as that it goes
  expect(
    expectedCash(
      tillLedger(
        register,
        [sale(2, [aCash(4000)], { replaces: 's1', replacedMoney: { ...replacedMoney, registerId: register.id } })],
        nothing,
      ).movements,
    ),
  ).toBe(24_000)
})

test('what a hand-over found is expected from then on and explains nothing', () => {
  const counted = (count: number) => ({ denominations: [{ form: 'coin' as const, value: 1, count }], others: [] })
  const ledger = tillLedger(
    { ...register, found: [{ countId: 'c1', type: 'CASH', operator: null, amount: -500 }] },
    [],
    null,
  )
  expect(explainCount(ledger, counted(19_500), nothing)).toEqual({
    differences: [{ type: 'CASH', operator: null, expected: 19_500, counted: 19_500, gap: 0 }],
    causes: [],
  })
})

test('what a hand-over found is found once, whoever tells of it, and as the server says it where it does', () => {
  const handedOver = {
    ...register,
    found: [
      { countId: 'c1', type: 'CASH' as const, operator: null, amount: -500 },
      { countId: 'c2', type: 'CASH' as const, operator: null, amount: 200 },
    ],
  }
  const foundIn = (known: KnownLedger | null) => tillLedger(handedOver, [], known).found.map(({ amount }) => amount)
  expect(foundIn(null)).toEqual([-500, 200])
  expect(foundIn(nothing)).toEqual([-500, 200])
  expect(foundIn({ ...nothing, counts: ['c1'], found: [{ type: 'CASH', operator: null, amount: -450 }] })).toEqual([
    -450, 200,
  ])
  // another terminal's sale had come: for the server that count was even
  expect(foundIn({ ...nothing, counts: ['c1', 'c2'] })).toEqual([])
})

test('whenever a count ended, what came before and what came after it make up the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ minute: fc.nat(100), cash: fc.integer({ min: 5, max: 50_000 }) }), { maxLength: 12 }),
      fc.nat(100),
      (sold, ended) => {
        const ledger = tillLedger(
          { ...register, gestures: [payOut(50, 3000)] },
          sold.map(({ minute, cash }, place) => ({ ...sale(place, [aCash(cash)]), soldAt: at(minute) })),
          null,
        )
        const until = ledgerUntil(ledger, at(ended))
        const later = ledger.movements.filter((line) => Date.parse(line.at) > Date.parse(at(ended)))
        expect([...until.movements, ...later]).toEqual(ledger.movements)
        expect(until.sales).toHaveLength(sold.filter(({ minute }) => minute <= ended).length)
      },
    ),
  )
})

test('a till whose clock is a day behind: its gestures stand among the true times, and its count ends where it ended', () => {
  const dayMs = 86_400_000
  const said = (minute: number) => new Date(Date.parse(at(minute)) - dayMs).toISOString()
  const gesture: TillGesture = {
    id: 'in',
    at: said(10),
    userId: 'aurele',
    movement: movementOfGesture({ kind: 'cash-in', amount: 500 }),
    reason: null,
  }
  const ledger = tillLedger(
    { ...register, gestures: [gesture] },
    [sale(5, [aCash(100)]), sale(20, [aCash(200)])],
    null,
    dayMs,
  )
  expect(ledger.movements.find(({ id }) => id === 'in')?.at).toBe(at(10))
  const until = ledgerUntil(ledger, said(15))
  expect(until.sales.map(({ id }) => id)).toEqual(['s5'])
  expect(until.movements.map(({ id }) => id)).toContain('in')
  expect(until.movements.map(({ id }) => id)).not.toContain('s20/0')
})

test('the opening that a till noted is corrected by its clock; the one that the server told is not', () => {
  const dayMs = 86_400_000
  const openings = [register, { ...register, isDated: true as const }].map(
    (of) => tillLedger(of, [], null, dayMs).movements[0]?.at,
  )
  expect(openings).toEqual(['2026-11-22T07:00:00.000Z', register.openedAt])
  expect(openings).toEqual([openedInstant(register, dayMs), openedInstant({ ...register, isDated: true }, dayMs)])
})

test('the sale that speaks for a difference is named', () => {
  const ledger = tillLedger(register, [sale(1, [aCash(3715)]), sale(2, [aCash(2000)])], null)
  const { differences, causes } = explainCount(
    ledger,
    { denominations: [{ form: 'coin', value: 1, count: 22_000 }], others: [] },
    nothing,
  )
  expect(differences).toMatchObject([{ gap: -3715 }])
  expect(causes[0]).toMatchObject({ kind: 'recorded-not-moved', evidence: [{ saleId: 's1' }] })
})

const anAmount = fc.integer({ min: 1, max: 200_000 })
const aDay = fc.record({
  sold: fc.array(anAmount, { maxLength: 20 }),
  paidOut: fc.array(anAmount, { maxLength: 5 }),
  toldSales: fc.nat(20),
  toldGestures: fc.nat(5),
  isOpeningTold: fc.boolean(),
})

test('always: whatever of a day the server has told already, the register holds the same, and each line once', () => {
  fc.assert(
    fc.property(aDay, ({ sold, paidOut, toldSales, toldGestures, isOpeningTold }) => {
      const sales = sold.map((amount, n) => sale(n, [aCash(amount)]))
      const gestures = paidOut.map((amount, n) => payOut(n, amount))
      const whole = tillLedger({ ...register, gestures }, sales, null)
      const told = knownOf(
        { ...register, float: isOpeningTold ? 20_000 : 0, gestures: gestures.slice(0, toldGestures) },
        sales.slice(0, toldSales),
      )
      const mixed = tillLedger({ ...register, gestures }, sales, told)
      expect(expectedCash(mixed.movements)).toBe(
        minor(
          20_000 + sold.reduce((sum, amount) => sum + amount, 0) - paidOut.reduce((sum, amount) => sum + amount, 0),
        ),
      )
      expect(mixed.movements.map(({ at: moment, amount }) => [moment, amount])).toHaveLength(whole.movements.length)
      expect(new Set(mixed.movements.map(({ id }) => id)).size).toBe(mixed.movements.length)
      expect(mixed.sales.map(({ id }) => id).toSorted()).toEqual(sales.map(({ id }) => id).toSorted())
    }),
  )
})

const aTaken = fc.record({ cash: anAmount, card: anAmount, rounding: fc.integer({ min: -5, max: 5 }) })

test('always: what a correction leaves in each means is the same before the server tells of it and after, wherever the old sale lies', () => {
  fc.assert(
    fc.property(aTaken, aTaken, fc.boolean(), fc.boolean(), (taken, anew, isElsewhere, isToldBefore) => {
      const paid = ({ cash, card }: typeof taken): Payment[] => [
        aCash(cash),
        { id: 'card', type: 'CREDIT_CARD', amount: card },
      ]
      const old = sale(1, paid(taken), { rounding: taken.rounding })
      const correction = sale(2, paid(anew), {
        rounding: anew.rounding,
        replaces: old.id,
        replacedMoney: { registerId: isElsewhere ? 'afi' : register.id, ...old },
      })
      const here = isElsewhere ? [] : [old]
      const told = knownOf(register, [])
      // what the server writes: the money of both, and that of the old one back out of the register of the new one
      const back = movementsOfReversal(old).map((movement, place): LedgerLine => ({
        ...movement,
        id: `back-${place}`,
        at: correction.soldAt,
        userId: 'aurele',
        saleId: old.id,
      }))
      const after = {
        ...knownOf(register, [...here, { ...correction, replaces: null }]),
        lines: [...knownOf(register, [...here, { ...correction, replaces: null }]).lines, ...back],
      }
      const before = isToldBefore
        ? tillLedger(register, [correction], knownOf(register, here))
        : tillLedger(register, [...here, correction], told)
      expect(expectedByMeans(before.movements)).toEqual(
        expectedByMeans(tillLedger(register, [...here, correction], after).movements),
      )
    }),
  )
})

test('a sale that was canceled online left the drawer, once: as this terminal noted it, then as the server tells it', () => {
  const canceled = sale(1, [aCash(2500)])
  const movements = movementsOfReversal({ payments: canceled.payments, rounding: 0 })
  const gestures = movements.map((movement, place) => ({
    id: `s1/${at(3)}/${place}`,
    at: at(3),
    userId: 'aurele',
    movement,
    reason: null,
    saleId: 's1',
  }))
  const drawer = { ...register, gestures }
  expect(expectedCash(tillLedger(drawer, [canceled], null).movements)).toBe(20_000)
  expect(expectedCash(tillLedger(drawer, [canceled], knownOf(register, [canceled])).movements)).toBe(20_000)
  expect(expectedCash(tillLedger(drawer, [canceled], knownOf(drawer, [canceled])).movements)).toBe(20_000)
})

/** The money that the nth return of a sale took out, as this terminal noted it. */
const returned = (n: number, amounts: readonly number[], rounding = 0): TillGesture[] =>
  movementsOfReversal({ payments: amounts.map((amount) => aCash(amount)), rounding }).map((movement, place) => ({
    id: `s1/${at(n)}/${place}`,
    at: at(n),
    userId: 'aurele',
    movement,
    reason: null,
    saleId: 's1',
  }))

test('a second return of a sale is in the ledger when the server knows only the first one', () => {
  const sold = sale(1, [aCash(5000)])
  const [first, second] = [returned(3, [1000]), returned(9, [2000], 5)]
  const known = knownOf({ ...register, gestures: first }, [sold])
  const { movements } = tillLedger({ ...register, gestures: [...first, ...second] }, [sold], known)
  expect(movements.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)).toEqual([-1000, -2000])
  expect(movements.filter(({ kind }) => kind === 'rounding')).toHaveLength(1)
  expect(expectedCash(movements)).toBe(20_000 + 5000 - 1000 - 2000)
})

test('always: whatever returns of a sale the server knows, each counts once', () => {
  fc.assert(
    fc.property(
      // Few amounts, so that several returns are alike.
      fc.array(
        fc.record({
          amounts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
          rounding: fc.nat(3),
        }),
        { maxLength: 6 },
      ),
      fc.nat(6),
      (returns, told) => {
        const sold = sale(1, [aCash(5000)], { rounding: 2 })
        const gestures = returns.map(({ amounts, rounding }, place) => returned(place + 2, amounts, rounding))
        const all = { ...register, gestures: gestures.flat() }
        const known = knownOf({ ...register, gestures: gestures.slice(0, told).flat() }, [sold])
        expect(expectedCash(tillLedger(all, [sold], known).movements)).toBe(
          expectedCash(tillLedger(all, [sold], null).movements),
        )
      },
    ),
  )
})
