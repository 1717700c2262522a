import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { ReceiptLine } from './receipt-lines.ts'

/** Characters across 80 mm in font A. */
const columns = 48

/** A receipt as ESC/POS bytes for an 80 mm printer: initialise, French accents through code page 1252, cut at the end. */
export function receiptBytes(lines: readonly ReceiptLine[]): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 4 })
  encoder.initialize().codepage('windows1252')
  for (const line of lines) print(encoder, line)
  return encoder.cut('partial').encode()
}

function print(encoder: ReceiptPrinterEncoder, line: ReceiptLine): void {
  if (line.kind === 'rule') {
    encoder.line('-'.repeat(columns))
    return
  }
  const scale = line.weight === 'big' ? 2 : 1
  encoder.align(line.kind === 'text' ? line.align : 'left').bold(line.weight !== 'normal').size(scale, scale)
  const rows = line.kind === 'text' ? wrapped(printable(line.text), columns / scale) : spread(printable(line.left), printable(line.right), columns / scale)
  for (const row of rows) encoder.line(row)
  encoder.size(1, 1).bold(false).align('left')
}

/** The spaces and signs of good typography that no printer font has. */
function printable(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll(/[\u2010\u2011\u2212]/g, '-').replaceAll('\u2019', "'")
}

/** The amount stands at the right margin; a label too long for its line goes above it. */
function spread(left: string, right: string, width: number): string[] {
  const room = width - right.length - 1
  if (left.length <= room) return [left + ' '.repeat(width - left.length - right.length) + right]
  return [...wrapped(left, width), right.padStart(width)]
}

/** Breaks between words; a word longer than the paper is cut. */
function wrapped(text: string, width: number): string[] {
  const rows: string[] = []
  let rest = text
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const end = space > 0 ? space : width
    rows.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...rows, rest]
}
