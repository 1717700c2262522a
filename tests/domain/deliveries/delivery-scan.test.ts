import { expect, test } from 'vitest'
import { emptyLine } from '#shared/domain/deliveries/delivery-line.ts'
import { readDeliveryScan } from '#shared/domain/deliveries/delivery-scan.ts'

const code = '3400935955838'
const dataMatrix = `010${code}17280630106FD40`
const product = { id: 'p1', label: 'Doliprane 1 g' }
const aLine = (rest: object = {}) => ({ ...emptyLine, id: 'a', code: null, productId: 'p1', noted: 4, ...rest })
const read = (text: string, lines: ReturnType<typeof aLine>[], products = [product]) =>
  readDeliveryScan(text, {
    today: '2026-03-02',
    lines,
    productsOf: (codes) => (codes.includes(code) ? products : []),
  })

test('a DataMatrix counts a box of its lot, and fills the line whose lot is unknown', () => {
  const fill = { lot: '6FD40', expiresOn: '2028-06-30' }
  expect(read(dataMatrix, [aLine()])).toEqual({ kind: 'count', lineId: 'a', fill })
  expect(read(dataMatrix, [aLine({ lot: 'X1' }), aLine({ id: 'b', lot: '6fd 40' })])).toMatchObject({ lineId: 'b' })
  expect(read(dataMatrix, [aLine({ lot: 'X1' })])).toMatchObject({ kind: 'new', product, like: { id: 'a' }, fill })
  expect(read(dataMatrix, [])).toMatchObject({ kind: 'new', product, like: null })
})

test('a code without a lot counts where boxes are missing', () => {
  const lines = [aLine({ received: 4, isChecked: true }), aLine({ id: 'b', received: 1, isChecked: true })]
  expect(read(code, lines)).toMatchObject({ kind: 'count', lineId: 'b', fill: { lot: null } })
  expect(read(code, [lines[0]!])).toMatchObject({ lineId: 'a' })
  expect(read(code, [aLine({ isRemoved: true })])).toMatchObject({ kind: 'new' })
})

test('a code of the note counts its line, also one without a product; nothing else is guessed', () => {
  expect(read('2512345', [aLine({ code: '2512345', productId: null })], [])).toMatchObject({ lineId: 'a' })
  expect(read('2512345', [], [])).toEqual({ kind: 'unknown' })
  expect(read('bonjour', [aLine()], [])).toEqual({ kind: 'unknown' })
  expect(read(code, [], [product, { id: 'p2', label: 'Autre' }])).toEqual({ kind: 'several' })
})
