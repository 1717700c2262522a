import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelCode } from '#shared/domain/labels/label-code.ts'
import { barsOf } from '#backoffice/labels/label-bars.ts'
import {
  labelFormatOf,
  labelFormats,
  labelsPerPage,
  labelTextSizes,
  moduleWidth,
  type LabelFormat,
} from '#shared/domain/labels/label-formats.ts'
import { nextStart, placeLabels, placesOf } from '#shared/domain/labels/place-labels.ts'

const format = (id: string): LabelFormat => labelFormatOf(id)
const anyFormat = fc.constantFrom(...labelFormats)
const anyItems = fc.array(fc.record({ item: fc.string(), copies: fc.integer({ min: 0, max: 20 }) }), { maxLength: 12 })

describe('the formats', () => {
  test('are three sheets of A4 and more, and rolls of one label', () => {
    expect(labelFormats.map((each) => [each.id, each.kind, labelsPerPage(each)])).toEqual([
      ['a4-65', 'sheet', 65],
      ['a4-40', 'sheet', 40],
      ['a4-24', 'sheet', 24],
      ['a4-24-margins', 'sheet', 24],
      ['roll-57x32', 'roll', 1],
      ['roll-50x30', 'roll', 1],
      ['roll-40x30', 'roll', 1],
    ])
    expect(format('a4-40').label).toEqual({ width: 525, height: 297 })
    expect(format('roll-57x32').page).toEqual({ width: 570, height: 320 })
  })

  test('that a later version no longer has become the first one', () =>
    expect(labelFormatOf('a4-99')).toBe(labelFormats[0]))

  test.each(labelFormats)('$id: every label lies on its page, and none on another', (each) => {
    const { page, label } = each
    const places = placesOf(each)
    for (const { x, y } of places) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + label.width).toBeLessThanOrEqual(page.width)
      expect(y + label.height).toBeLessThanOrEqual(page.height)
    }
    for (const one of places)
      for (const other of places)
        if (one !== other)
          expect(Math.abs(one.x - other.x) >= label.width || Math.abs(one.y - other.y) >= label.height).toBe(true)
  })

  test.each(labelFormats)(
    '$id: two lines of name, the pack, the price and 5 mm of bars with their digits fit one above the other',
    (each) => {
      const { name, detail, price, digits } = labelTextSizes(each)
      const room = each.label.height - 2 * each.inset.y
      expect(1.1 * (2 * name + detail + Math.max(price, 2 * detail) + digits) + 50).toBeLessThanOrEqual(room)
    },
  )

  test.each(labelFormats)('$id: an EAN-13 is wide enough for a scanner', (each) => {
    const code = labelCode(['3400935955838'])!
    const width = moduleWidth(each, code, barsOf(code).length)
    expect(width).toBeGreaterThanOrEqual(2.5)
    expect(width! * barsOf(code).length).toBeLessThanOrEqual(each.label.width - 2 * each.inset.x)
  })

  test('a roll prints whole dots; a code that is too long for a label has no bars there', () => {
    expect(moduleWidth(format('roll-40x30'), { kind: 'ean13' }, 95)).toBe(2.5)
    expect(moduleWidth(format('roll-57x32'), { kind: 'ean13' }, 95)).toBe(3.75)
    expect(moduleWidth(format('a4-65'), { kind: 'code128' }, 11 * 40)).toBeNull()
  })

  test('bars and their quiet zones never leave the label', () => {
    fc.assert(
      fc.property(anyFormat, fc.integer({ min: 24, max: 500 }), (each, modules) => {
        const width = moduleWidth(each, { kind: 'code128' }, modules)
        if (width === null) return
        expect(width * modules).toBeLessThanOrEqual(each.label.width - 2 * each.inset.x + 1e-6)
        expect(width * (modules + 20)).toBeLessThanOrEqual(each.label.width + 1e-6)
        if (each.kind === 'roll') expect((width / 1.25) % 1).toBe(0)
      }),
    )
  })
})

describe('labels on pages', () => {
  const items = [
    { item: 'a', copies: 2 },
    { item: 'b', copies: 1 },
  ]

  test('begin at the chosen place of a partly used sheet, row by row, and go on on a new one', () => {
    const [first, second] = placeLabels(format('a4-40'), items, 39)
    expect(first).toEqual([
      { item: 'a', place: 39, x: 1050, y: 2673 },
      { item: 'a', place: 40, x: 1575, y: 2673 },
    ])
    expect(second).toEqual([{ item: 'b', place: 1, x: 0, y: 0 }])
  })

  test('on a roll have one page each, whatever the start', () => {
    expect(placeLabels(format('roll-40x30'), items, 7).map((page) => page.map(({ item }) => item))).toEqual([
      ['a'],
      ['a'],
      ['b'],
    ])
  })

  test('a start that is no place of the sheet counts as its nearest', () => {
    const placeOf = (start: number) => placeLabels(format('a4-24'), items, start)[0]![0]!.place
    expect([0, -3, 1.9, 24, 25, 400].map(placeOf)).toEqual([1, 1, 1, 24, 24, 24])
  })

  test('nothing to print is no page', () =>
    expect(placeLabels(format('a4-65'), [{ item: 'a', copies: 0 }], 3)).toEqual([]))

  test('the next print goes on where this one ended', () => {
    expect(nextStart(format('a4-65'), 10, 1)).toBe(11)
    expect(nextStart(format('a4-65'), 55, 11)).toBe(1)
    expect(nextStart(format('roll-40x30'), 5, 1)).toBe(1)
  })

  test('each copy is placed once and in order, no place twice, all pages but the ends full', () => {
    fc.assert(
      fc.property(anyFormat, anyItems, fc.integer({ min: 1, max: 65 }), (each, list, start) => {
        const perPage = labelsPerPage(each)
        const first = Math.min(start, perPage)
        const pages = placeLabels(each, list, start)
        const placed = pages.flat()
        expect(placed.map(({ item }) => item)).toEqual(list.flatMap(({ item, copies }) => Array(copies).fill(item)))
        expect(pages.flatMap((page, at) => page.map(({ place }) => at * perPage + place))).toEqual(
          placed.map((_, index) => first + index),
        )
        expect(pages).toHaveLength(placed.length === 0 ? 0 : Math.ceil((first - 1 + placed.length) / perPage))
        const places = placesOf(each)
        for (const { place, x, y } of placed) expect(places[place - 1]).toEqual({ place, x, y })
        expect(nextStart(each, placed.length, start)).toBe(((first - 1 + placed.length) % perPage) + 1)
      }),
    )
  })
})
