import { labelsPerPage, type LabelFormat } from '#shared/domain/labels/label-formats.ts'

/** A label on its page: `place` counts from 1, row by row; `x` and `y` in tenths of a millimetre from the page’s corner. */
export type PlacedLabel<Item> = { item: Item; place: number; x: number; y: number }

/** Most labels that are printed at once. */
export const mostLabels = 3000
/** Most copies of one label. */
export const mostCopies = 99

/**
 * The pages of the labels, in the order of the items, each as often as its copies say. The first page begins at place
 * `start`, so that a partly used sheet is used up; a place beyond the sheet counts as its last, one below 1 as 1.
 */
export function placeLabels<Item>(
  format: LabelFormat,
  items: readonly { item: Item; copies: number }[],
  start = 1,
): PlacedLabel<Item>[][] {
  const perPage = labelsPerPage(format)
  const first = startOf(format, start) - 1
  const pages: PlacedLabel<Item>[][] = []
  const all = items.flatMap(({ item, copies }) => Array.from({ length: copies }, () => item))
  all.forEach((item, index) => {
    const at = first + index
    const page = (pages[Math.floor(at / perPage)] ??= [])
    page.push({ item, ...placeOf(format, (at % perPage) + 1) })
  })
  return pages
}

/** The places of a page, row by row. */
export function placesOf(format: LabelFormat): Omit<PlacedLabel<never>, 'item'>[] {
  return Array.from({ length: labelsPerPage(format) }, (_, index) => placeOf(format, index + 1))
}

/** The first free place after a print, 1 when the last sheet is full. */
export function nextStart(format: LabelFormat, count: number, start: number): number {
  return ((startOf(format, start) - 1 + count) % labelsPerPage(format)) + 1
}

function startOf(format: LabelFormat, start: number): number {
  return Math.min(Math.max(1, Math.trunc(start)), labelsPerPage(format))
}

function placeOf({ columns, left, top, pitch }: LabelFormat, place: number): Omit<PlacedLabel<never>, 'item'> {
  const [row, column] = [Math.floor((place - 1) / columns), (place - 1) % columns]
  return { place, x: left + column * pitch.x, y: top + row * pitch.y }
}
