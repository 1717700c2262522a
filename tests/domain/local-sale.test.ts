import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closeTab,
  RefusedSaleKept,
  wasRefused,
  endSale,
  isEmptySale,
  isLeftByAnother,
  isUnfinishedOf,
  isVisibleTo,
  type LocalSale,
  newLocalSale,
  nextIdentifier,
  openSale,
  paymentTypes,
  prepareSale,
  refuseSale,
  releaseSale,
  releaseSession,
  resumeSale,
  saleTotal,
  saleUnits,
  WrongSaleStatus,
} from '#shared/domain/local-sale.ts'
import { needsRegularising, regulariseSale } from '#shared/domain/refused-sale.ts'
import { withGrant } from '#shared/domain/sale-grants.ts'
import { saleToClose, toNewSale } from '#shared/domain/sale-to-send.ts'
import {
  addRecord,
  addVoucher,
  payCash,
  removeRecord,
  setPatient,
  setPayments,
  setPrice,
  setQuantity,
  setStockItem,
} from '#shared/domain/sale-lines.ts'
import { NewSale } from '#shared/contract/sales.ts'
import { minor } from '#shared/domain/money.ts'
import { cashDue, saleBalance } from '#shared/domain/sale.ts'
import { aCash, anyCashStep, anyPayment, anyRecord, aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'

const aNewOne = () => newLocalSale({ id: 'sale-1', identifier: '0418-1', createdAt: '2026-11-21T10:00:00.000Z' })
const anOpenOne = (of: Partial<LocalSale> = {}): LocalSale => ({ ...openSale(aNewOne(), 'user-1', 'session-1'), ...of })
const aPatient = { id: 'patient-1', firstName: 'Clarisse', lastName: 'Agbodjan' }
const aPreparation = {
  userId: 'user-1',
  name: 'AGBO Kossi',
  at: '2026-11-21T10:05:00.000Z',
  sessionId: 'session-1',
  rights: { maySellExpired: false, mayDiscount: false, discountLimit: null },
}
const aRefusedOne = (of: Partial<LocalSale> = {}) =>
  refuseSale(endSale(anOpenOne({ records: [aRecord()], payments: [aCash(1450, 5000)], patient: aPatient, ...of })), [
    { message: 'sales:overpaid' },
  ])

describe('the life of a local sale', () => {
  test('made: LOCAL, held by nobody, first edit count and revision, empty', () => {
    expect(aNewOne()).toMatchObject({
      status: 'LOCAL',
      openedBy: null,
      sessionId: null,
      editCount: 1,
      revision: 1,
      records: [],
      errors: [],
    })
    expect(isEmptySale(aNewOne())).toBe(true)
  })

  test('anything that was typed makes it a sale that is not empty', () => {
    const typed = [
      { records: [aRecord()] },
      { vouchers: [aVoucher()] },
      { payments: [aCash(5)] },
      { patient: aPatient },
      { records: [aRecord()], vouchers: [aVoucher()] },
      { records: [aRecord()], payments: [aCash(5)] },
    ]
    for (const of of typed) expect(isEmptySale(anOpenOne(of))).toBe(false)
  })

  test('opened: ONGOING, with its opener and session', () => {
    expect(openSale(aNewOne(), 'user-1', 'session-1')).toMatchObject({
      status: 'ONGOING',
      openedBy: 'user-1',
      sessionId: 'session-1',
      editCount: 2,
    })
  })

  test('closing the tab of an empty sale removes it, of any other releases it with all that was typed', () => {
    expect(closeTab(anOpenOne())).toEqual({ kind: 'removed' })
    for (const typed of [
      { records: [aRecord()] },
      { vouchers: [aVoucher()] },
      { payments: [aCash(5)] },
      { patient: aPatient },
    ]) {
      expect(closeTab(anOpenOne(typed))).toMatchObject({
        kind: 'released',
        sale: { ...typed, status: 'LOCAL', openedBy: null, sessionId: null },
      })
    }
  })

  test('ending clears the errors and keeps the seller', () => {
    expect(endSale(anOpenOne({ errors: [{ message: 'sales:overpaid' }] }))).toMatchObject({
      status: 'SUBMITTING',
      errors: [],
      openedBy: 'user-1',
      sessionId: 'session-1',
    })
  })

  test('a refusal keeps its errors and everything that was typed', () => {
    const refused = aRefusedOne()
    expect(refused).toMatchObject({
      status: 'ERROR',
      errors: [{ message: 'sales:overpaid' }],
      records: [aRecord()],
      payments: [aCash(1450, 5000)],
      patient: aPatient,
      revision: 1,
    })
  })

  test('resuming opens it again with the next revision; the errors stay in sight', () => {
    expect(resumeSale(aRefusedOne(), 'user-2', 'session-2')).toMatchObject({
      status: 'ONGOING',
      revision: 2,
      openedBy: 'user-2',
      sessionId: 'session-2',
      errors: [{ message: 'sales:overpaid' }],
      records: [aRecord()],
    })
  })

  test('a refused sale that is resumed stays refused through a pause, a closed tab and a lock, emptied or not', () => {
    const resumed = () => resumeSale(aRefusedOne(), 'user-2', 'session-2')
    const refused = { status: 'ERROR', openedBy: null, sessionId: null, errors: [{ message: 'sales:overpaid' }] }
    expect(releaseSale(resumed())).toMatchObject(refused)
    expect(closeTab(resumed())).toMatchObject({ kind: 'released', sale: refused })
    expect(releaseSession(resumed(), 'session-2')).toMatchObject(refused)
    const bare = { ...resumed(), records: [], payments: [], patient: null }
    expect(closeTab(bare)).toMatchObject({ kind: 'released', sale: refused })
    expect(() => prepareSale(resumed(), aPreparation)).toThrow(WrongSaleStatus)
    expect([wasRefused(resumed()), wasRefused(endSale(resumed())), wasRefused(anOpenOne())]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('a refused sale keeps a line; a plain one may lose its last', () => {
    const resumed = resumeSale(aRefusedOne(), 'user-2', 'session-2')
    expect(() => removeRecord(resumed, aRecord().id)).toThrow(RefusedSaleKept)
    const both = addVoucher(resumed, aVoucher())
    expect(removeRecord(both, aRecord().id).records).toEqual([])
    expect(removeRecord(anOpenOne({ records: [aRecord()] }), aRecord().id).records).toEqual([])
  })

  test('fewer goods or less money than was refused needs a regularisation, through further refusals; more or the same does not', () => {
    const line = { ...aRecord(), quantity: 2 }
    const resumed = resumeSale(aRefusedOne({ records: [line] }), 'user-2', 'session-2')
    const lowered = setQuantity(resumed, line.id, 1)
    const cheaper = setPrice(resumed, line.id, minor(line.price - 1))
    const replaced = removeRecord(addVoucher(resumed, aVoucher()), line.id)
    expect([lowered, cheaper, replaced].map(needsRegularising)).toEqual([true, true, true])
    expect(
      [resumed, setQuantity(resumed, line.id, 3), setStockItem(resumed, line.id, 'other')].map(needsRegularising),
    ).toEqual([false, false, false])
    expect(needsRegularising(refuseSale(endSale(lowered), [{ message: 'internal' }]))).toBe(true)
    expect(needsRegularising(anOpenOne())).toBe(false)
    expect(() => regulariseSale(lowered, '  ')).toThrow(RangeError)
    const regularised = regulariseSale(lowered, ' Boîte rendue ')
    expect(toNewSale(regularised, sending)).toMatchObject({ regularisation: { reason: 'Boîte rendue' } })
    // Put back as it was refused, the reason is not sent.
    expect(toNewSale(setQuantity(regularised, line.id, 2), sending)).not.toHaveProperty('regularisation')
  })

  test('a sale freezes the difference of the clocks when it is known, also when there is none', () => {
    const open = anOpenOne({ records: [aRecord()] })
    expect(toNewSale(open, { ...sending, clockSkewMs: 2_400_499 })).toMatchObject({
      soldAt: sending.soldAt,
      clockSkewMs: 2_400_000,
    })
    expect(toNewSale(open, { ...sending, clockSkewMs: 0 })).toMatchObject({ clockSkewMs: 0 })
    expect(toNewSale(open, { ...sending, clockSkewMs: null })).not.toHaveProperty('clockSkewMs')
  })

  test('a sale names the rights that were given for it, and none when it needs none', () => {
    const line = aRecord()
    const grant = {
      id: 'grant-1',
      permission: 'sale.price' as const,
      subjectId: 'sale-1',
      itemId: line.stockItemId,
      amount: line.price,
      grantedBy: 'user-3',
      at: '2026-11-21T10:00:00.000Z',
      expiresAt: '2099-01-01T00:00:00.000Z',
      sessionId: null,
    }
    const open = withGrant(anOpenOne({ records: [line] }), grant)
    expect(toNewSale(open, sending).grants).toEqual([grant])
    expect(toNewSale(setPrice(open, line.id, minor(line.price + 1)), sending)).not.toHaveProperty('grants')
  })

  test('locking releases what the session had open, and puts its refusals in everybody’s sight', () => {
    expect(releaseSession(anOpenOne({ records: [aRecord()] }), 'session-1')).toMatchObject({
      status: 'LOCAL',
      openedBy: null,
      sessionId: null,
      records: [aRecord()],
    })
    expect(releaseSession(endSale(anOpenOne()), 'session-1')).toMatchObject({ status: 'SUBMITTING', openedBy: null })
    expect(releaseSession(aRefusedOne(), 'session-1')).toMatchObject({
      status: 'ERROR',
      openedBy: null,
      errors: [{ message: 'sales:overpaid' }],
    })
    const other = anOpenOne()
    expect(releaseSession(other, 'session-2')).toBe(other)
  })

  test('what a session left open is its holder’s, until it is opened; what was put aside is free', () => {
    const typed = anOpenOne({ records: [aRecord()] })
    const left = releaseSession(typed, 'session-1')
    const isAnothers = (sale: LocalSale) => ['user-1', 'user-2'].map((user) => isLeftByAnother(sale, user))
    expect(isAnothers(left)).toEqual([false, true])
    for (const free of [typed, releaseSale(typed), aNewOne(), openSale(left, 'user-2', 'session-2')])
      expect(isAnothers(free)).toEqual([false, false])
    expect(isAnothers(releaseSale(openSale(left, 'user-2', 'session-2')))).toEqual([false, false])
  })

  test('what was typed and not ended stays unfinished work of who held it last, through a lock, until another opens it or it is made ready', () => {
    const typed = anOpenOne({ records: [aRecord()] })
    const locked = releaseSession(typed, 'session-1')
    const taken = openSale(locked, 'user-2', 'session-2')
    const of = (sale: LocalSale) => ['user-1', 'user-2'].filter((user) => isUnfinishedOf(sale, user))
    expect([typed, locked, taken, releaseSale(taken)].map(of)).toEqual([['user-1'], ['user-1'], ['user-2'], ['user-2']])
    expect(
      [
        releaseSale(anOpenOne()),
        endSale(typed),
        { ...aNewOne(), records: [aRecord()] },
        prepareSale(typed, aPreparation),
      ].map(of),
    ).toEqual([[], [], [], []])
  })

  test('a user sees the sales opened by them in this session and those nobody holds', () => {
    expect(isVisibleTo(aNewOne(), 'user-2', 'session-2')).toBe(true)
    expect(isVisibleTo(anOpenOne(), 'user-1', 'session-1')).toBe(true)
    expect(isVisibleTo(anOpenOne(), 'user-1', 'session-2')).toBe(false)
    expect(isVisibleTo(anOpenOne(), 'user-2', 'session-1')).toBe(false)
  })

  test('a gesture that the status does not allow changes nothing and says so', () => {
    const sent = endSale(anOpenOne({ records: [aRecord()] }))
    const gestures: [string, () => unknown][] = [
      ['open', () => openSale(sent, 'u', 's')],
      ['release', () => releaseSale(sent)],
      ['close the tab', () => closeTab(sent)],
      ['end', () => endSale(sent)],
      ['refuse', () => refuseSale(anOpenOne(), [])],
      ['resume', () => resumeSale(sent, 'u', 's')],
      ['add', () => addRecord(sent, aRecord())],
      ['quantity', () => setQuantity(sent, 'r1', 2)],
      ['price', () => setPrice(sent, 'r1', minor(5))],
      ['lot', () => setStockItem(sent, 'r1', 's2')],
      ['remove', () => removeRecord(sent, 'r1')],
      ['patient', () => setPatient(sent, null)],
      ['pay', () => setPayments(sent, [])],
      ['send', () => toNewSale(sent, sending)],
    ]
    for (const [, gesture] of gestures) expect(gesture).toThrow(WrongSaleStatus)
    expect(() => endSale(sent)).toThrow('end is not possible while SUBMITTING')
  })
})

describe('what is typed', () => {
  test('the same stock item adds up on its line, at the price the line has', () => {
    const sale = addRecord(
      setPrice(addRecord(anOpenOne(), aRecord()), 'r1', minor(1400)),
      aRecord({ id: 'r2', quantity: 2 }),
    )
    expect(sale.records).toEqual([aRecord({ quantity: 3, price: 1400 })])
  })

  test('another stock item gets its own line', () => {
    expect(
      addRecord(addRecord(anOpenOne(), aRecord()), aRecord({ id: 'r2', stockItemId: 's2' })).records.map(
        ({ id }) => id,
      ),
    ).toEqual(['r1', 'r2'])
  })

  test('quantity, lot and line can be changed; a line that is not there changes nothing', () => {
    const sale = addRecord(anOpenOne(), aRecord())
    expect(setQuantity(sale, 'r1', 4).records).toEqual([aRecord({ quantity: 4 })])
    expect(setStockItem(sale, 'r1', 's9').records).toEqual([aRecord({ stockItemId: 's9' })])
    expect(removeRecord(sale, 'r1').records).toEqual([])
    expect(setQuantity(sale, 'r9', 4).records).toEqual(sale.records)
  })

  test.each([0, -1, 1.5, Number.NaN])('a quantity of %s and a price below 0 are refused', (quantity) => {
    const sale = addRecord(anOpenOne(), aRecord())
    expect(() => setQuantity(sale, 'r1', quantity)).toThrow(RangeError)
    expect(() => addRecord(sale, aRecord({ quantity }))).toThrow(RangeError)
    expect(() => setPrice(sale, 'r1', minor(-1))).toThrow(RangeError)
  })

  test('a line may be given away', () => {
    expect(saleTotal(setPrice(addRecord(anOpenOne(), aRecord()), 'r1', minor(0)))).toBe(0)
  })

  test('a patient can be chosen and taken back', () => {
    expect(setPatient(setPatient(anOpenOne(), aPatient), null).patient).toBeNull()
  })

  test('payment types are named once, in order', () => {
    expect(
      paymentTypes(
        anOpenOne({
          payments: [
            { id: 'a', type: 'CREDIT_CARD', amount: 1 },
            aCash(5),
            { id: 'b', type: 'CREDIT_CARD', amount: 2 },
          ],
        }),
      ),
    ).toEqual(['CREDIT_CARD', 'CASH'])
  })
})

describe('cash', () => {
  const sale = anOpenOne({ records: [aRecord({ price: 4892 })] })

  test('settles what coins can give; the rest of the note is change', () => {
    const paid = payCash(sale, { id: 'p', tendered: 5000 }, 5)
    expect(paid.payments).toEqual([{ id: 'p', type: 'CASH', amount: 4890, tendered: 5000 }])
    expect(saleBalance(paid, 5)).toMatchObject({ remainder: 0, rounding: 2, change: 110 })
  })

  test('given again takes the place of what was given before', () => {
    expect(payCash(payCash(sale, { id: 'p', tendered: 5000 }, 5), { id: 'q', tendered: 10_000 }, 5).payments).toEqual([
      { id: 'q', type: 'CASH', amount: 4890, tendered: 10_000 },
    ])
  })

  test('too little settles what it can', () => {
    const paid = payCash(sale, { id: 'p', tendered: 2000 }, 5)
    expect(saleBalance(paid, 5)).toMatchObject({ applied: 2000, remainder: 2892, change: 0 })
  })

  test('is not kept where nothing is left to pay', () => {
    const card = { id: 'c', type: 'CREDIT_CARD', amount: 4892 } as const
    expect(payCash(setPayments(sale, [card, aCash(5)]), { id: 'p', tendered: 5000 }, 5).payments).toEqual([card])
  })

  test('whatever else pays: cash enough for the rest settles the sale to the coin and comes back as change', () => {
    fc.assert(
      fc.property(
        fc.array(anyRecord, { minLength: 1, maxLength: 4 }),
        fc.array(anyPayment, { maxLength: 2 }),
        anyCashStep,
        fc.nat(10_000),
        (records, payments, cashStep, more) => {
          const others = payments.filter(({ type }) => type !== 'CASH')
          const owed = saleBalance({ records, vouchers: [], payments: others }, cashStep).remainder
          fc.pre(owed > 0)
          const due = cashDue(owed, cashStep)
          const paid = payCash(anOpenOne({ records, payments }), { id: 'p', tendered: due + more }, cashStep)
          expect(saleBalance(paid, cashStep)).toMatchObject({ remainder: 0, change: more })
        },
      ),
    )
  })
})

describe('the temporary identifier', () => {
  test('counts up behind the last dash', () => {
    expect(['0418-2', 'T-9', 'A-B-99'].map(nextIdentifier)).toEqual(['0418-3', 'T-10', 'A-B-100'])
  })
})

const uuid = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`
const sending = {
  terminalId: uuid(1),
  sellerRoles: ['vendeur'],
  soldAt: '2026-11-21T11:42:00.000Z',
  registerId: uuid(2),
  cashStep: 5,
}

test('what is sent is what the contract takes, with seller, session and what the customer was told', () => {
  const sale = anOpenOne({
    id: uuid(3),
    openedBy: uuid(4),
    sessionId: uuid(5),
    records: [aRecord({ id: uuid(6), stockItemId: uuid(7), price: 4892 })],
    payments: [aCash(4890, 5000, uuid(8))],
    revision: 2,
  })
  const sent = toNewSale(sale, sending)
  expect(NewSale.parse(sent)).toEqual(sent)
  expect(sent).toMatchObject({
    revision: 2,
    identifier: '0418-1',
    sellerId: uuid(4),
    sessionId: uuid(5),
    sellerRoles: ['vendeur'],
    total: 4892,
    rounding: 2,
    patientId: null,
  })
  expect(toNewSale({ ...sale, patient: { ...aPatient, id: uuid(9) } }, sending).patientId).toBe(uuid(9))
  expect(saleToClose({ ...sale, patient: aPatient })).toEqual({
    buyer: null,
    records: sale.records,
    vouchers: [],
    payments: sale.payments,
    patientId: 'patient-1',
    prescription: null,
  })
  expect(saleToClose(sale).patientId).toBeNull()
})

// ── the laws, whatever people do in whatever order ─────────────────────────────────────────────────────────────────────
type Gesture = (sale: LocalSale) => LocalSale
const life: Record<string, Gesture> = {
  open: (sale) => openSale(sale, 'user-1', 'session-1'),
  release: releaseSale,
  end: endSale,
  refuse: (sale) => refuseSale(sale, [{ message: 'sales:overpaid' }]),
  resume: (sale) => resumeSale(sale, 'user-2', 'session-2'),
  lock: (sale) => releaseSession(sale, 'session-1'),
}
const anyLifeGesture = fc.constantFrom(...Object.entries(life))
const removal: [string, Gesture] = ['remove', (sale) => removeRecord(sale, sale.records[0]?.id ?? '')]
const anyTyping = fc.oneof(
  anyRecord.map((record): [string, Gesture] => ['add', (sale) => addRecord(sale, record)]),
  fc
    .integer({ min: 1, max: 9 })
    .map((quantity): [string, Gesture] => [
      'quantity',
      (sale) => setQuantity(sale, sale.records[0]?.id ?? '', quantity),
    ]),
  fc.constant(removal),
  fc.nat(20_000).map((tendered): [string, Gesture] => ['pay', (sale) => payCash(sale, { id: 'cash', tendered }, 5)]),
  fc.constant<[string, Gesture]>(['patient', (sale) => setPatient(sale, aPatient)]),
)
const graph: Record<string, readonly string[]> = {
  LOCAL: ['LOCAL', 'ONGOING'],
  ONGOING: ['ONGOING', 'LOCAL', 'ERROR', 'SUBMITTING'],
  SUBMITTING: ['SUBMITTING', 'ERROR'],
  ERROR: ['ERROR', 'ONGOING'],
}
const typed = ({ records, vouchers, payments, patient }: LocalSale) => ({ records, vouchers, payments, patient })

const addition: [string, Gesture] = ['add', (sale) => addRecord(sale, aRecord())]
const step = (name: string): [string, Gesture] => [name, life[name]!]
const refusedOnce = [step('open'), addition, step('end'), step('refuse'), step('resume')]

test('any sequence of gestures keeps the laws of a local sale', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: anyLifeGesture }, { weight: 2, arbitrary: anyTyping }), {
        maxLength: 40,
      }),
      (gestures) => {
        let sale = aNewOne()
        for (const [name, gesture] of gestures) {
          const before = structuredClone(sale)
          try {
            const after = gesture(sale)
            expect(graph[before.status]).toContain(after.status)
            // What was refused once stays refused for who releases it; nothing else is.
            if (before.status === 'ONGOING' && after.status !== 'SUBMITTING' && after.openedBy === null)
              expect(after.status).toBe(before.revision > 1 ? 'ERROR' : 'LOCAL')
            expect(after.editCount).toBe(after === sale ? before.editCount : before.editCount + 1)
            expect(after.revision).toBe(name === 'resume' ? before.revision + 1 : before.revision)
            // Nothing typed is lost by what others do: sending, refusing, resuming, locking.
            if (name in life) expect(typed(after)).toEqual(typed(before))
            expect(after.openedBy === null).toBe(after.sessionId === null)
            expect(after.status !== 'ONGOING' || after.openedBy !== null).toBe(true)
            expect(after.status !== 'LOCAL' || after.openedBy === null).toBe(true)
            expect(after.errors.length > 0).toBe(name === 'refuse' || (name !== 'end' && before.errors.length > 0))
            expect(saleTotal(after)).toBe(saleBalance(after, 1).total)
            expect(saleUnits(after)).toBe(saleBalance(after, 1).units)
            // One line per stock item, and nothing was changed in place.
            expect(new Set(after.records.map(({ stockItemId }) => stockItemId)).size).toBe(after.records.length)
            expect(sale).toEqual(before)
            sale = after
          } catch (error) {
            if (!(error instanceof WrongSaleStatus || error instanceof RefusedSaleKept)) throw error
            expect(sale).toEqual(before)
          }
        }
        expect(structuredClone(sale)).toEqual(sale)
      },
    ),
    // The last line of a refused sale stays: rarely found by chance.
    { examples: [[[...refusedOnce, removal]]] },
  )
})
