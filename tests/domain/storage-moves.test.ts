import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStorageScan, storageScanWords, withMoves, type StorageMoveAct } from '#shared/domain/storage-moves.ts'

const drawer = { id: 'd', label: 'Tiroir A3' }
const fridge = { id: 'f', label: 'Frigo' }
const code = '3400936404649'
const lot = { id: 'l1', lot: 'K7', storage: null as string | null, archived: false }
const product = {
  id: 'p',
  label: 'Doliprane',
  storage: null as string | null,
  stockItems: [lot, { ...lot, id: 'l2', lot: 'OLD', archived: true }],
}
const read = (text: string, of: { to?: typeof drawer | null; products?: readonly (typeof product)[] } = {}) => {
  const { to = drawer, products = [product] } = of
  return readStorageScan(text, {
    today: '2026-11-21',
    storages: [drawer, fridge],
    to,
    productsOf: (codes) => (codes.includes(code) ? products : []),
  })
}
const withLot = (number: string) => `]d2010${code}17280630\u001D10${number}`

describe('a scan', () => {
  test('of a storage’s label chooses it, however it is written', () =>
    expect(read(' tiroir a3 ', { to: null })).toEqual({ kind: 'destination', storage: drawer }))

  test('of a product moves it as a whole, and can be undone', () =>
    expect(read(code)).toEqual({
      kind: 'move',
      moved: {
        act: { stockItemId: 'l1', storageId: 'd', whole: true },
        label: 'Doliprane',
        lot: null,
        from: null,
        undo: { stockItemId: 'l1', storageId: null, whole: true },
      },
    }))

  test('of a box with its lot moves that lot; it goes back to its product', () =>
    expect(read(withLot('K7'), { products: [{ ...product, storage: 'Frigo' }] })).toMatchObject({
      kind: 'move',
      moved: { act: { whole: false }, lot: 'K7', from: 'Frigo', undo: { storageId: null, whole: false } },
    }))

  test('a former place that is archived cannot be undone', () =>
    expect(read(code, { products: [{ ...product, storage: 'Cave' }] })).toMatchObject({
      moved: { from: 'Cave', undo: null },
    }))

  test.each([
    ['what is there already', read(code, { products: [{ ...product, storage: 'Tiroir A3' }] }), /déjà à Tiroir A3/],
    ['an unknown lot', read(withLot('ZZ')), /n’a pas de lot ZZ/],
    ['an archived lot', read(withLot('OLD')), /n’a pas de lot OLD/],
    ['a product without lots', read(code, { products: [{ ...product, stockItems: [] }] }), /aucun lot/],
    ['a code of two products', read(code, { products: [product, product] }), /Plusieurs/],
    ['before a storage is chosen', read(code, { to: null }), /Choisissez/],
    ['an unknown code', read('3400000000000'), /ni un rangement ni un produit/],
    ['a text', read('bonjour'), /ni un rangement ni un produit/],
  ])('%s moves nothing and says so', (_, scan, words) => expect(storageScanWords(scan, 'Tiroir A3')).toMatch(words))
})

describe('moves that the list does not show yet', () => {
  const labels: Record<string, string> = { d: 'Tiroir A3', f: 'Frigo' }
  const after = (...moves: StorageMoveAct[]) => withMoves(product, moves, (id) => labels[id])

  test('the last one counts; of another product, or to an unknown storage, none', () => {
    const move = { stockItemId: 'l1', storageId: 'd', whole: false }
    expect(after(move, { ...move, storageId: 'f' }).stockItems[0]!.storage).toBe('Frigo')
    expect(after({ ...move, whole: true }).storage).toBe('Tiroir A3')
    expect(after({ ...move, storageId: 'x' })).toBe(product)
    expect(after({ ...move, stockItemId: 'other' })).toBe(product)
  })

  test('law: what a scan moved is there, and its undo brings it back', () => {
    const places = fc.constantFrom(null, 'Tiroir A3', 'Frigo')
    fc.assert(
      fc.property(places, places, fc.boolean(), (usual, own, whole) => {
        const before = { ...product, storage: usual, stockItems: [{ ...lot, storage: own === usual ? null : own }] }
        const scan = (products: readonly (typeof product)[]) => read(whole ? code : withLot('K7'), { products })
        const first = scan([before])
        if (first.kind !== 'move') {
          expect(first.kind).toBe('there')
          return
        }
        const moved = withMoves(before, [first.moved.act], (id) => labels[id])
        expect(scan([moved]).kind).toBe('there')
        expect(withMoves(moved, [first.moved.undo!], (id) => labels[id])).toEqual(before)
      }),
    )
  })
})
