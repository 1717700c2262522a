import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caps } from '#shared/domain/caps.ts'
import { fefoProposal } from '#shared/domain/fefo.ts'
import { blockOfScannedLot } from '#shared/domain/recalled-lots.ts'
import { blockAfter, movedByStockAct, refusalOfStockAct, withBlocks, type StockAct } from '#shared/domain/stock-acts.ts'
import { adjustmentReasons, destructionReasons, wordsOfStockReason } from '#shared/domain/stock-reasons.ts'
import { unitItemIdOf } from '#shared/domain/unpack.ts'

const box = '018f0000-0000-7000-8000-00000000000a'
const aLot = { quantity: 4, units: 30, archived: false, blocked: null, lot: 'K7', expiresOn: null }
const anAdjustment = { act: 'adjust', stockItemId: box, change: -2, reason: 'breakage', note: null } as const

describe('movements of an act', () => {
  test('a box of 30 becomes 30 units of the same lot', () =>
    expect(movedByStockAct({ act: 'unpack', stockItemId: box, boxes: 1 }, aLot)).toEqual([
      { stockItemId: box, cause: 'unpack', quantity: -1 },
      { stockItemId: unitItemIdOf(box), cause: 'unpack', quantity: 30 },
    ]))

  test('an adjustment moves its difference; a block moves nothing', () => {
    expect(movedByStockAct(anAdjustment, aLot)).toEqual([{ stockItemId: box, cause: 'adjustment', quantity: -2 }])
    for (const act of ['quarantine', 'release'] as const)
      expect(movedByStockAct({ act, stockItemId: box, note: null }, aLot)).toEqual([])
  })

  test('law: boxes out times their units are the units in', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 2, max: 500 }),
        (id, boxes, units) => {
          const [out, into, ...others] = movedByStockAct({ act: 'unpack', stockItemId: id, boxes }, { units })
          expect([out!.quantity * units + into!.quantity, others]).toEqual([0, []])
        },
      ),
    )
  })
})

describe('an act is refused', () => {
  const unpack = (boxes: number): StockAct => ({ act: 'unpack', stockItemId: box, boxes })

  test('when it opens more boxes than there are, what holds no units, and a lot that is set aside or archived', () => {
    expect(refusalOfStockAct(unpack(4), aLot)).toBeNull()
    expect(refusalOfStockAct(unpack(5), aLot)).toEqual({
      message: 'stocks:beyondStock',
      details: { asked: 5, quantity: 4 },
    })
    expect(refusalOfStockAct(unpack(1), { ...aLot, units: 1 })).toMatchObject({ field: 'stockItemId' })
    expect(refusalOfStockAct(unpack(1), { ...aLot, archived: true })).toMatchObject({ field: 'stockItemId' })
    for (const blocked of ['recall', 'quarantine'] as const)
      expect(refusalOfStockAct(unpack(1), { ...aLot, blocked })).toMatchObject({ message: 'stocks:blockedLot' })
  })

  test('when a colleague corrected the lot meanwhile, unless to the same; of an archived lot; without the note of « other »', () => {
    const correct = (rest: object = {}): StockAct => ({
      act: 'correct',
      stockItemId: box,
      lot: 'K8',
      expiresOn: '2028-06-30',
      from: { lot: 'k 7', expiresOn: null },
      reason: 'read-on-box',
      note: null,
      ...rest,
    })
    expect(refusalOfStockAct(correct(), aLot)).toBeNull()
    expect(refusalOfStockAct(correct(), { ...aLot, lot: 'K8', expiresOn: '2028-06-30' })).toBeNull()
    expect(refusalOfStockAct(correct(), { ...aLot, lot: 'K9' })).toEqual({ message: 'stocks:lotChanged', details: {} })
    expect(refusalOfStockAct(correct(), { ...aLot, archived: true })).toMatchObject({ field: 'stockItemId' })
    expect(refusalOfStockAct(correct({ reason: 'other' }), aLot)).toMatchObject({ field: 'note' })
    expect(movedByStockAct(correct(), aLot)).toEqual([])
  })

  test('when its reason is another one and no note says which, or the lot would pass its cap', () => {
    expect(refusalOfStockAct(anAdjustment, aLot)).toBeNull()
    expect(refusalOfStockAct({ ...anAdjustment, reason: 'other' }, aLot)).toMatchObject({ field: 'note' })
    expect(refusalOfStockAct({ ...anAdjustment, reason: 'other', note: 'Don' }, aLot)).toBeNull()
    expect(refusalOfStockAct({ ...anAdjustment, change: 1 }, { ...aLot, quantity: caps.stock })).toMatchObject({
      field: 'change',
    })
  })

  test('when it releases a recalled lot: the end of the recall does', () => {
    const release = { act: 'release', stockItemId: box, note: null } as const
    expect(refusalOfStockAct(release, { ...aLot, blocked: 'recall' })).toMatchObject({ message: 'stocks:recalledLot' })
    expect(refusalOfStockAct(release, { ...aLot, blocked: 'quarantine' })).toBeNull()
    expect(refusalOfStockAct({ ...release, act: 'quarantine' }, aLot)).toBeNull()
  })

  test('law: an unpacking that is not refused never makes a lot negative', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 60 }), (quantity, boxes) => {
        fc.pre(refusalOfStockAct(unpack(boxes), { ...aLot, quantity }) === null)
        expect(quantity + movedByStockAct(unpack(boxes), aLot)[0]!.quantity).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the block of a lot', () => {
  const act = (name: 'quarantine' | 'release'): StockAct => ({ act: name, stockItemId: box, note: null })

  test('is that of the last act; no act at a till ends a recall', () => {
    expect(blockAfter(null, [act('quarantine')])).toBe('quarantine')
    expect(blockAfter(null, [act('quarantine'), act('release')])).toBeNull()
    expect(blockAfter('quarantine', [anAdjustment])).toBe('quarantine')
    expect(blockAfter('recall', [act('quarantine'), act('release')])).toBe('recall')
  })

  test('of boxes covers their loose units; lots without an act stay the same objects', () => {
    const items = [
      { id: box, blocked: null },
      { id: unitItemIdOf(box), blocked: null },
      { id: '018f0000-0000-7000-8000-00000000000b', blocked: 'recall' as const },
    ]
    const after = withBlocks(items, [act('quarantine')])
    expect(after.map(({ blocked }) => blocked)).toEqual(['quarantine', 'quarantine', 'recall'])
    expect(after[2]).toBe(items[2])
    expect(withBlocks(items, [act('quarantine'), act('release')])).toBe(items)
  })

  test('of a scan counts for a lot in any spelling, also one that is not in stock', () => {
    const product = {
      recalledLots: ['R-123'],
      stockItems: [
        { lot: 'Q 7', blocked: 'quarantine' as const },
        { lot: 'M1', blocked: 'quarantine' as const },
        { lot: 'm 1', blocked: null },
        { lot: 'X2', blocked: 'recall' as const },
      ],
    }
    expect(['r-123', ' R-1 23', 'q7', 'M1', 'x2', 'L1', ''].map((lot) => blockOfScannedLot(product, lot))).toEqual([
      'recall',
      'recall',
      'quarantine',
      null,
      'recall',
      null,
      null,
    ])
    expect(blockOfScannedLot({ stockItems: [{ lot: null }] }, 'R-123')).toBeNull()
  })

  test('law: a blocked lot is never proposed, scanned or not', () => {
    const anyItem = fc.record({
      id: fc.uuid(),
      packaging: fc.constant('Boîte'),
      lot: fc.constantFrom('A', 'B', null),
      expiresOn: fc.constant(null),
      quantity: fc.integer({ min: -2, max: 9 }),
      archived: fc.boolean(),
      blocked: fc.constantFrom('recall', 'quarantine', null, undefined).map((blocked) => blocked as 'recall' | null),
    })
    fc.assert(
      fc.property(fc.array(anyItem), fc.constantFrom('A', 'b', undefined), (items, scannedLot) => {
        const proposed = fefoProposal(items, { today: '2026-11-21', scannedLot })
        expect(proposed?.blocked ?? null).toBeNull()
        expect(proposed === null).toBe(items.every(({ archived, blocked }) => archived || Boolean(blocked)))
      }),
    )
  })
})

test('every reason has its French words, and nothing else has', () => {
  for (const reason of [...adjustmentReasons, ...destructionReasons])
    expect(wordsOfStockReason(reason)).toMatch(/^[A-ZÉ]/)
  expect([wordsOfStockReason('Erreur de produit'), wordsOfStockReason('toString')]).toEqual([null, null])
})
