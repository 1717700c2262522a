import { expect, test } from 'vitest'
import { readLabelScan } from '#shared/domain/labels/label-scan.ts'

const doliprane = { id: 'a', label: 'Doliprane' }
const shelf: Record<string, (typeof doliprane)[]> = {
  '3400935955838': [doliprane],
  'MAISON-1': [{ id: 'b', label: 'Tisane' }],
  '2950001': [doliprane, { id: 'c', label: 'Efferalgan' }],
}
const read = (text: string) =>
  readLabelScan(text, {
    today: '2026-11-21',
    productsOf: (codes) => codes.flatMap((code) => shelf[code] ?? []),
  })

test('the code of a box is its product, also out of a DataMatrix with a lot', () => {
  expect(read('3400935955838')).toEqual({ kind: 'product', product: doliprane })
  expect(read(']d20103400935955838172806301 0K7')).toEqual({ kind: 'product', product: doliprane })
})

test('a code of the pharmacy in letters is its product', () =>
  expect(read(' MAISON-1 ')).toMatchObject({ kind: 'product', product: { id: 'b' } }))

test('what no product has, or several have, is said', () => {
  expect(read('3400000000001')).toEqual({ kind: 'unknown' })
  expect(read('2950001')).toEqual({ kind: 'several' })
})
