import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endSale,
  isEmptySale,
  newLocalSale,
  openSale,
  saleTotal,
  WrongSaleStatus,
  type LocalSale,
} from '#shared/domain/local-sale.ts'
import { minor } from '#shared/domain/money.ts'
import {
  acceptPolicy,
  addRecord,
  addVoucher,
  declinePolicy,
  openBoxes,
  removeVoucher,
  setPatient,
  setPosology,
  setPrescription,
  setPrice,
  setQuantity,
  setStockItem,
  setVoucher,
} from '#shared/domain/sale-lines.ts'
import { anyRecord, aRecord, aVoucher } from '#tests/domain/support/any-sale.ts'

const anOpenOne = (of: Partial<LocalSale> = {}): LocalSale => ({
  ...openSale(
    newLocalSale({ id: 'sale-1', identifier: '0418-1', createdAt: '2026-11-21T10:00:00.000Z' }),
    'user-1',
    'session-1',
  ),
  ...of,
})
const afi = { id: 'patient-1', firstName: 'Afi', lastName: 'Zinsou' }
const units = (of: Parameters<typeof aRecord>[0] = {}) =>
  aRecord({ stockItemId: 'units', quantity: 3, price: 50, opens: { stockItemId: 'box', boxes: 1 }, ...of })

describe('a line that is no stock', () => {
  test('is added, changed and removed; what is not named stays', () => {
    const sale = addVoucher(
      addVoucher(anOpenOne(), aVoucher({ label: '  Livraison ' })),
      aVoucher({ id: 'v2', label: 'Tension', price: 300 }),
    )
    expect(sale.vouchers).toEqual([aVoucher(), aVoucher({ id: 'v2', label: 'Tension', price: 300 })])
    expect(setVoucher(sale, 'v2', { quantity: 2, label: 'Prise de tension' }).vouchers[1]).toEqual({
      id: 'v2',
      label: 'Prise de tension',
      quantity: 2,
      price: 300,
    })
    expect(saleTotal(setVoucher(sale, 'v1', { price: 1000 }))).toBe(1300)
    expect(removeVoucher(sale, 'v1').vouchers.map(({ id }) => id)).toEqual(['v2'])
    expect(setVoucher(sale, 'v9', { quantity: 2 }).vouchers).toEqual(sale.vouchers)
  })

  test('the same service twice is two lines: they are not one stock', () => {
    expect(addVoucher(addVoucher(anOpenOne(), aVoucher()), aVoucher({ id: 'v2' })).vouchers).toHaveLength(2)
  })

  test.each([{ label: '  ' }, { quantity: 0 }, { quantity: 1.5 }, { price: -1 }, { price: 0.5 }])(
    '%j is refused',
    (wrong) => {
      const sale = addVoucher(anOpenOne(), aVoucher())
      expect(() => addVoucher(sale, aVoucher({ id: 'v2', ...wrong }))).toThrow(RangeError)
      expect(() => setVoucher(sale, 'v1', wrong)).toThrow(RangeError)
    },
  )
})

describe('units out of an opened box', () => {
  test('add up with loose ones of the same lot, and so do the boxes', () => {
    const loose = aRecord({ id: 'r2', stockItemId: 'units', quantity: 2, price: 50 })
    expect(addRecord(addRecord(anOpenOne(), units()), loose).records).toEqual([units({ quantity: 5 })])
    expect(addRecord(addRecord(anOpenOne(), loose), units()).records).toEqual([units({ id: 'r2', quantity: 5 })])
    expect(addRecord(addRecord(anOpenOne(), units()), units({ id: 'r2' })).records).toEqual([
      units({ quantity: 6, opens: { stockItemId: 'box', boxes: 2 } }),
    ])
  })

  test('stay apart from whole boxes, and from units that another lot is opened for', () => {
    const sale = addRecord(
      addRecord(addRecord(anOpenOne(), units()), aRecord({ id: 'r2', stockItemId: 'box' })),
      units({ id: 'r3', opens: { stockItemId: 'another', boxes: 1 } }),
    )
    expect(sale.records.map(({ id }) => id)).toEqual(['r1', 'r2', 'r3'])
  })

  test('the boxes are said anew, or not at all; those of the lot before are not opened for another', () => {
    const sale = addRecord(anOpenOne(), units())
    expect(openBoxes(sale, 'r1', { stockItemId: 'box', boxes: 2 }).records[0]!.opens).toEqual({
      stockItemId: 'box',
      boxes: 2,
    })
    expect(openBoxes(sale, 'r1', null).records[0]).not.toHaveProperty('opens')
    expect(setStockItem(sale, 'r1', 'other-units').records[0]).toEqual(
      aRecord({ stockItemId: 'other-units', quantity: 3, price: 50 }),
    )
    expect(() => openBoxes(sale, 'r1', { stockItemId: 'box', boxes: 0 })).toThrow(RangeError)
  })
})

describe('who prescribed and how it is taken', () => {
  test('a posology stays with its line; blanks are nothing', () => {
    const sale = setPosology(addRecord(anOpenOne(), aRecord()), 'r1', ' 1 cp matin et soir ')
    expect(setStockItem(setQuantity(sale, 'r1', 2), 'r1', 's2').records[0]).toMatchObject({
      posology: '1 cp matin et soir',
      quantity: 2,
      stockItemId: 's2',
    })
    expect(setPosology(sale, 'r1', '  ').records[0]!.posology).toBeNull()
    expect(setPosology(sale, 'r1', null).records[0]!.posology).toBeNull()
  })

  test('a prescription that says nothing is none', () => {
    const said = {
      prescriber: ' Dr Amoussou ',
      prescriberAddress: '',
      prescribedOn: '2026-11-20',
      patientName: null,
      patientAddress: '  ',
    }
    const sale = setPrescription(anOpenOne(), said)
    expect(sale.prescription).toEqual({
      prescriber: 'Dr Amoussou',
      prescriberAddress: null,
      prescribedOn: '2026-11-20',
      patientName: null,
      patientAddress: null,
    })
    expect(setPrescription(sale, { ...said, prescriber: ' ', prescribedOn: null }).prescription).toBeNull()
    expect(setPrescription(sale, null).prescription).toBeNull()
  })
})

describe('policies put aside', () => {
  test('once each; taken again they pay', () => {
    const sale = declinePolicy(declinePolicy(declinePolicy(anOpenOne({ patient: afi }), 'nsia'), 'mtn'), 'nsia')
    expect(sale.declinedPolicies).toEqual(['mtn', 'nsia'])
    expect(acceptPolicy(sale, 'nsia').declinedPolicies).toEqual(['mtn'])
    expect(acceptPolicy(anOpenOne(), 'nsia').declinedPolicies).toEqual([])
  })

  test('are forgotten with the patient whose they are, not when his name is corrected', () => {
    const sale = declinePolicy(anOpenOne({ patient: afi }), 'nsia')
    expect(setPatient(sale, { ...afi, lastName: 'Zinsou-Adjovi' }).declinedPolicies).toEqual(['nsia'])
    expect(setPatient(sale, { ...afi, id: 'patient-2' }).declinedPolicies).toEqual([])
    expect(setPatient(sale, null).declinedPolicies).toEqual([])
  })

  test('say nothing of what was typed: such a sale is still empty', () => {
    expect(isEmptySale(setPrescription(declinePolicy(anOpenOne(), 'nsia'), null))).toBe(true)
  })
})

test('serials of the boxes of a lot are kept together, and forgotten when fewer boxes are sold than were scanned', () => {
  const two = ['S1', 'S2'].reduce(
    (sale, serial) => addRecord(sale, aRecord({ id: serial, serials: [serial] })),
    anOpenOne(),
  )
  expect(two.records).toMatchObject([{ quantity: 2, serials: ['S1', 'S2'] }])
  const id = two.records[0]!.id
  expect(setQuantity(two, id, 3).records).toMatchObject([{ quantity: 3, serials: ['S1', 'S2'] }])
  expect(setQuantity(two, id, 1).records[0]).not.toHaveProperty('serials')
})

test('a sale that has ended takes none of it', () => {
  const ended = endSale(anOpenOne({ records: [aRecord()], vouchers: [aVoucher()] }))
  const gestures = [
    () => addVoucher(ended, aVoucher()),
    () => setVoucher(ended, 'v1', { quantity: 2 }),
    () => removeVoucher(ended, 'v1'),
    () => setPosology(ended, 'r1', 'x'),
    () => setPrescription(ended, null),
    () => declinePolicy(ended, 'p'),
    () => acceptPolicy(ended, 'p'),
    () => openBoxes(ended, 'r1', null),
  ]
  for (const gesture of gestures) expect(gesture).toThrow(WrongSaleStatus)
})

test('always: adding lines one by one loses no unit and no box, and what is said beside changes no price', () => {
  const anyOpening = fc.record({ record: anyRecord, boxes: fc.option(fc.integer({ min: 1, max: 5 })) })
  fc.assert(
    fc.property(fc.array(anyOpening, { maxLength: 8 }), (typed) => {
      const lines = typed.map(({ record, boxes }) => ({
        ...record,
        price: 100,
        ...(boxes ? { opens: { stockItemId: `box-of-${record.stockItemId}`, boxes } } : {}),
      }))
      const sale = lines.reduce(addRecord, anOpenOne())
      const total = (of: typeof sale.records, what: (line: (typeof of)[number]) => number) =>
        of.reduce((sum, line) => sum + what(line), 0)
      expect(total(sale.records, ({ quantity }) => quantity)).toBe(total(lines, ({ quantity }) => quantity))
      expect(total(sale.records, ({ opens }) => opens?.boxes ?? 0)).toBe(total(lines, ({ opens }) => opens?.boxes ?? 0))
      expect(new Set(sale.records.map(({ stockItemId }) => stockItemId)).size).toBe(sale.records.length)
      const first = sale.records[0]
      if (!first) return
      const said = setPosology(openBoxes(sale, first.id, null), first.id, 'matin')
      expect(saleTotal(said)).toBe(saleTotal(sale))
      expect(saleTotal(setPrice(said, first.id, minor(first.price)))).toBe(saleTotal(sale))
    }),
  )
})
