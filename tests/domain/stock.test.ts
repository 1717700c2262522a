import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fefoProposal, type ProposableItem, sameLot } from '#shared/domain/fefo.ts'
import { expiryState, isExpired, stockChanges } from '#shared/domain/stock.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'
import { anyDay } from '#tests/domain/support/any-sale.ts'

const today = '2026-11-21'
const anItem = (of: Partial<ProposableItem> = {}): ProposableItem => ({
  id: 'a',
  packaging: 'B/12',
  lot: 'AX2038',
  expiresOn: '2027-03-31',
  quantity: 10,
  archived: false,
  ...of,
})

describe('expiry', () => {
  test('a lot sells through its last day', () => {
    expect(isExpired('2026-11-21', today)).toBe(false)
    expect(isExpired('2026-11-20', today)).toBe(true)
  })

  test('is expired, soon with its days, fine, or none without a date', () => {
    expect(expiryState('2026-11-20', today)).toEqual({ kind: 'expired' })
    expect(expiryState('2026-11-21', today)).toEqual({ kind: 'soon', days: 0 })
    expect(expiryState('2026-12-29', today)).toEqual({ kind: 'soon', days: 38 })
    expect(expiryState('2027-02-19', today)).toEqual({ kind: 'soon', days: 90 })
    expect(expiryState('2027-02-20', today)).toEqual({ kind: 'fine' })
    expect(expiryState('2026-12-29', today, 30)).toEqual({ kind: 'fine' })
    expect(expiryState(null, today)).toEqual({ kind: 'none' })
  })
})

describe('the proposal', () => {
  test('is the lot that expires first', () => {
    const [late, early, dateless] = [
      anItem({ id: 'late', expiresOn: '2028-01-31' }),
      anItem({ id: 'early' }),
      anItem({ id: 'none', expiresOn: null }),
    ]
    expect(fefoProposal([late, dateless, early], { today })).toBe(early)
    expect(fefoProposal([dateless, late], { today })).toBe(late)
  })

  test('is of the packaging asked for', () => {
    const unit = anItem({ id: 'unit', packaging: 'cp', expiresOn: '2028-01-31' })
    expect(fefoProposal([anItem(), unit], { today, packaging: 'cp' })).toBe(unit)
    expect(fefoProposal([anItem()], { today, packaging: 'cp' })).toBeNull()
  })

  test('has stock rather than not, and still is one when nothing has stock', () => {
    const [empty, full] = [anItem({ id: 'empty', quantity: 0, expiresOn: '2026-12-31' }), anItem({ id: 'full' })]
    expect(fefoProposal([empty, full], { today })).toBe(full)
    expect(fefoProposal([empty], { today })).toBe(empty)
  })

  test('follows the scanned lot, however it is spelled', () => {
    const scanned = anItem({ id: 'scanned', lot: '9m63 a', expiresOn: '2029-01-31', quantity: -1 })
    expect(fefoProposal([anItem(), scanned], { today, scannedLot: '9M63A' })).toBe(scanned)
    expect(sameLot('9m63 a', '9M63A')).toBe(true)
  })

  test('ignores a scanned lot that is unknown here, empty, or expired', () => {
    const item = anItem()
    for (const scannedLot of ['OTHER', '', null, undefined])
      expect(fefoProposal([item, anItem({ id: 'z', lot: null, expiresOn: '2029-01-31' })], { today, scannedLot })).toBe(
        item,
      )
    expect(
      fefoProposal([anItem({ id: 'old', lot: 'OLD', expiresOn: '2020-01-31' }), item], { today, scannedLot: 'OLD' }),
    ).toBe(item)
  })

  test('is nothing when all is archived or expired', () => {
    expect(fefoProposal([anItem({ archived: true }), anItem({ expiresOn: '2026-11-20' })], { today })).toBeNull()
    expect(fefoProposal([], { today })).toBeNull()
  })

  test('is the same lot of two that are alike, in either order of the list', () => {
    const [a, b] = [anItem({ id: 'a', expiresOn: null }), anItem({ id: 'b', expiresOn: null })]
    expect(fefoProposal([b, a], { today })).toBe(a)
    expect(fefoProposal([a, b], { today })).toBe(a)
  })

  test('empties the smaller rest first among lots of one day', () => {
    const [big, small] = [anItem({ id: 'big', quantity: 50 }), anItem({ id: 'small', quantity: 2 })]
    expect(fefoProposal([big, small], { today })).toBe(small)
  })
})

const anyItem: fc.Arbitrary<ProposableItem> = fc.record({
  id: fc.uuid(),
  packaging: fc.constantFrom('B/12', 'cp'),
  lot: fc.constantFrom(null, 'L1', 'L2'),
  expiresOn: fc.option(anyDay),
  quantity: fc.integer({ min: -5, max: 50 }),
  archived: fc.boolean(),
})

test('always: sellable, first to expire among those with stock, and the same whatever the order of the list', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 12 }),
      anyDay,
      fc.constantFrom(undefined, 'B/12'),
      (items, day, packaging) => {
        const question = { today: day, ...(packaging ? { packaging } : {}) }
        const sellable = items.filter(
          (item) =>
            !item.archived &&
            (item.expiresOn === null || item.expiresOn >= day) &&
            (!packaging || item.packaging === packaging),
        )
        const chosen = fefoProposal(items, question)
        expect(chosen === null).toBe(sellable.length === 0)
        expect(fefoProposal(items.toReversed(), question)).toEqual(chosen)
        if (!chosen) return
        expect(sellable).toContain(chosen)
        const stocked = sellable.filter((item) => item.quantity > 0)
        if (stocked.length > 0) expect(chosen.quantity).toBeGreaterThan(0)
        for (const item of stocked) expect((item.expiresOn ?? '9999') >= (chosen.expiresOn ?? '9999')).toBe(true)
      },
    ),
  )
})

const box = '018f0000-0000-7000-8000-00000000000a'
const units = unitItemIdOf(box)

describe('what sold records change on the shelf', () => {
  test('what is sold leaves, of each lot as much as all records of it', () => {
    const records = [
      { stockItemId: 'a', quantity: 2 },
      { stockItemId: 'b', quantity: 7, opens: null },
      { stockItemId: 'a', quantity: 9 },
    ]
    expect([...stockChanges(records, () => 1)]).toEqual([
      ['a', -11],
      ['b', -7],
    ])
  })

  test('a box that is opened leaves as a box; its units are there but for those that are sold', () => {
    const changes = stockChanges([{ stockItemId: units, quantity: 3, opens: { stockItemId: box, boxes: 1 } }], () => 30)
    expect([changes.get(box), changes.get(units)]).toEqual([-1, 27])
    const more = stockChanges(
      [
        { stockItemId: units, quantity: 3, opens: { stockItemId: box, boxes: 1 } },
        { stockItemId: units, quantity: 5 },
        { stockItemId: box, quantity: 2 },
      ],
      () => 30,
    )
    expect([more.get(box), more.get(units)]).toEqual([-3, 22])
  })

  const boxIds = new Set([box, '018f0000-0000-7000-8000-00000000000b'])
  const anyBoxes = fc.constantFrom(...boxIds)
  const anyRecords = fc
    .array(
      fc.record({ lot: anyBoxes, quantity: fc.integer({ min: 1, max: 9 }), boxes: fc.nat(3), isUnit: fc.boolean() }),
      { maxLength: 6 },
    )
    .map((lines) =>
      lines.map(({ lot, quantity, boxes, isUnit }) =>
        isUnit
          ? { stockItemId: unitItemIdOf(lot), quantity, opens: boxes > 0 ? { stockItemId: lot, boxes } : null }
          : { stockItemId: lot, quantity },
      ),
    )

  test('always: no unit appears or is lost by opening, and sale after sale is all of them at once', () => {
    fc.assert(
      fc.property(anyRecords, anyRecords, fc.integer({ min: 1, max: 100 }), (some, others, perBox) => {
        const inUnits = (changes: ReadonlyMap<string, number>) =>
          [...changes].reduce((sum, [id, by]) => sum + by * worth(id), 0)
        const worth = (id: string) => (boxIds.has(id) ? perBox : 1)
        const sold = some.reduce((sum, { stockItemId, quantity }) => sum + quantity * worth(stockItemId), 0)
        expect(inUnits(stockChanges(some, () => perBox)) + sold).toBe(0)
        const [first, second, both] = [some, others, [...some, ...others]].map((records) =>
          stockChanges(records, () => perBox),
        )
        for (const [id, by] of both!) expect((first!.get(id) ?? 0) + (second!.get(id) ?? 0)).toBe(by)
      }),
    )
  })
})
