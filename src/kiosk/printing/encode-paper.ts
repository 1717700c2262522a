import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { dotsPerModule, plainPaper, type PaperLine } from '#shared/domain/receipt-paper.ts'

type Options = NonNullable<ConstructorParameters<typeof ReceiptPrinterEncoder>[0]>
type Mapping = Extract<Options['codepageMapping'], string>

/** The command language of a printer. A driver may name a code page mapping that the encoder does not know. */
export type PrinterLanguage = { language: string | null; codepageMapping: string | null }
export type PaperFormat = PrinterLanguage & { columns: number; opensDrawer: boolean }

/** Code pages with French accents, best first. Only the first two have €, and the last one lacks accented capitals. */
const codepages = ['windows1252', 'cp858', 'cp850', 'cp437'] as const
const pulse = { device: 0, onMs: 100, offMs: 500 }

/**
 * Encodes paper for a printer: the drawer pulse first, a code page with French accents that the printer has, and a cut
 * at the end. Throws for a language that is not text.
 */
export function encodePaper(
  paper: readonly PaperLine[],
  { opensDrawer, ...format }: PaperFormat,
): Uint8Array<ArrayBuffer> {
  const encoder = encoderFor(format)
  if (opensDrawer) encoder.pulse(pulse.device, pulse.onMs, pulse.offMs)
  for (const line of plainPaper(paper)) print(encoder, line, format.columns)
  if (paper.length > 0 && paper.at(-1)?.kind !== 'cut') encoder.cut('partial')
  return Uint8Array.from(encoder.encode())
}

function encoderFor({ language, codepageMapping, columns }: Omit<PaperFormat, 'opensDrawer'>): ReceiptPrinterEncoder {
  const spoken = languageOf(language)
  const mappings = [codepageMapping, spoken === 'esc-pos' ? 'epson' : 'star'].filter(
    (name) => name !== null,
  ) as Mapping[]
  for (const mapping of mappings) {
    for (const codepage of codepages) {
      try {
        return new ReceiptPrinterEncoder({ language: spoken, codepageMapping: mapping, columns, feedBeforeCut: 4 })
          .initialize()
          .codepage(codepage)
      } catch {
        // The printer lacks this code page: try the next.
      }
    }
  }
  throw new Error('no code page for this printer')
}

function languageOf(language: string | null): 'esc-pos' | 'star-prnt' | 'star-line' {
  if (language === null || language === 'esc-pos') return 'esc-pos'
  if (language === 'star-prnt' || language === 'star-line') return language
  throw new Error(`the printer speaks ${language}, which is not text`)
}

function print(encoder: ReceiptPrinterEncoder, line: PaperLine, columns: number): void {
  if (line.kind === 'cut') {
    encoder.cut('partial')
    return
  }
  if (line.kind === 'rule') {
    encoder.line('-'.repeat(columns))
    return
  }
  if (line.kind === 'code') {
    // The printer renders the QR code itself: hundreds of bytes are sent in place of thousands.
    encoder
      .newline()
      .align('center')
      .qrcode(line.digits, { model: 2, size: dotsPerModule(line.digits), errorlevel: 'm' })
      .newline()
      .align('left')
    return
  }
  const scale = line.weight === 'big' ? 2 : 1
  encoder
    .align(line.kind === 'text' ? line.align : 'left')
    .bold(line.weight !== 'normal')
    .size(scale, scale)
  const rows =
    line.kind === 'text'
      ? wrapped(printable(line.text), columns / scale)
      : spread(printable(line.left), printable(line.right), columns / scale)
  for (const row of rows) encoder.line(row)
  encoder.size(1, 1).bold(false).align('left')
}

/** Replaces typographic spaces and characters that printer fonts lack. */
function printable(text: string): string {
  return text
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll(/[\u2010\u2011\u2212]/g, '-')
    .replaceAll('\u2019', "'")
    .replaceAll('\u0153', 'oe')
    .replaceAll('\u0152', 'OE')
}

/** Aligns the amount to the right margin. A label that is too long gets its own line above. */
function spread(left: string, right: string, width: number): string[] {
  const room = width - right.length - 1
  if (left.length <= room) return [left + ' '.repeat(width - left.length - right.length) + right]
  return [...wrapped(left, width), right.padStart(width)]
}

/** Breaks lines between words. A word longer than the paper is cut. */
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
