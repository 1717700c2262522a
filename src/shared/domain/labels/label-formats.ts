import { quietModules, type LabelCode } from '#shared/domain/labels/label-code.ts'

/** Lengths in tenths of a millimetre. */
type Size = { width: number; height: number }

/**
 * Labels on a sheet or on the roll of a label printer. The first label begins at `left` and `top` of the page, the next
 * ones follow at each `pitch`. `inset`: white space inside a label, where a printer may not reach or miss a little.
 */
export type LabelFormat = {
  id: string
  kind: 'sheet' | 'roll'
  page: Size
  label: Size
  columns: number
  rows: number
  left: number
  top: number
  pitch: { x: number; y: number }
  inset: { x: number; y: number }
}

const a4: Size = { width: 2100, height: 2970 }

/** A sheet of labels without space between them, centred on A4. Printers leave about 4 mm of a page white. */
function fullSheet(id: string, label: Size, columns: number, rows: number): LabelFormat {
  return {
    id,
    kind: 'sheet',
    page: a4,
    label,
    columns,
    rows,
    left: Math.floor((a4.width - columns * label.width) / 2),
    top: Math.floor((a4.height - rows * label.height) / 2),
    pitch: { x: label.width, y: label.height },
    inset: { x: 45, y: 42 },
  }
}

/** One label per page, as a label printer feeds them. */
function roll(id: string, label: Size): LabelFormat {
  return {
    id,
    kind: 'roll',
    page: label,
    label,
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    pitch: { x: label.width, y: label.height },
    inset: { x: 15, y: 15 },
  }
}

/** The sheets and rolls that are sold for shelf and product labels; the first one is chosen at first. */
export const labelFormats: readonly [LabelFormat, ...LabelFormat[]] = [
  {
    id: 'a4-65',
    kind: 'sheet',
    page: a4,
    label: { width: 381, height: 212 },
    columns: 5,
    rows: 13,
    left: 47,
    top: 107,
    pitch: { x: 406, y: 212 },
    inset: { x: 15, y: 12 },
  },
  fullSheet('a4-40', { width: 525, height: 297 }, 4, 10),
  fullSheet('a4-24', { width: 700, height: 370 }, 3, 8),
  {
    id: 'a4-24-margins',
    kind: 'sheet',
    page: a4,
    label: { width: 635, height: 339 },
    columns: 3,
    rows: 8,
    left: 72,
    top: 129,
    pitch: { x: 660, y: 339 },
    inset: { x: 20, y: 20 },
  },
  roll('roll-57x32', { width: 570, height: 320 }),
  roll('roll-50x30', { width: 500, height: 300 }),
  roll('roll-40x30', { width: 400, height: 300 }),
]

export function labelFormatOf(id: string): LabelFormat {
  return labelFormats.find((format) => format.id === id) ?? labelFormats[0]
}

export function labelsPerPage({ columns, rows }: LabelFormat): number {
  return columns * rows
}

/** The room inside the white space of a label. */
export function roomOf({ label, inset }: LabelFormat): Size {
  return { width: label.width - 2 * inset.x, height: label.height - 2 * inset.y }
}

/** The font sizes of a label, in tenths of a millimetre: those of the smallest sheet, grown with the room. */
export function labelTextSizes(format: LabelFormat): Record<'name' | 'detail' | 'price' | 'digits', number> {
  const { width, height } = roomOf(format)
  const scale = Math.min(width / 351, height / 188)
  const grown = (size: number) => Math.floor(size * scale)
  return { name: grown(24), detail: grown(17), price: grown(36), digits: grown(17) }
}

/** A label printer has 8 dots per millimetre, and a bar must be a whole number of them: 2 or 3. */
const dot = 1.25
const readable = { sheet: { least: 1.9, most: 3.3 }, roll: { least: 2 * dot, most: 3 * dot } } as const

/**
 * The width of one module of a code on a label, in tenths of a millimetre; null when the label is too narrow for bars
 * that a scanner can read. `modules`: of the bars alone.
 */
export function moduleWidth(format: LabelFormat, code: Pick<LabelCode, 'kind'>, modules: number): number | null {
  // The quiet zones may lie in the white space of the label, the bars may not.
  const { kind, label } = format
  const room = Math.min(roomOf(format).width / modules, label.width / (modules + quietModules[code.kind]))
  const { least, most } = readable[kind]
  const width = Math.min(most, kind === 'roll' ? Math.floor(room / dot) * dot : room)
  return width < least ? null : width
}
