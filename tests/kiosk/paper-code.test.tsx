import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { encodePaper } from '#kiosk/printing/encode-paper.ts'
import { PaperCode } from '#kiosk/receipt/paper-code.tsx'
import { receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import { receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { dotsPerModule } from '#shared/domain/receipt-paper.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import { aSentSale } from '#tests/domain/receipt-code/support/any-sent-sale.ts'

const quietModules = 4
const pharmacyId = '0193a1b2-0000-7000-8000-0000000000aa'
const codesOf = (lines: number) => receiptCodes({ pharmacyId, sale: aSentSale(lines) })!

beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
})

/** The drawn code as the dots of a thermal printer, white around it; `isStained`: a thumb of a sixth of its width has rubbed some off. */
function printed(
  digits: string,
  isStained = false,
): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number; colorSpace: 'srgb' } {
  const { container, unmount } = render(<PaperCode digits={digits} />)
  const drawing = container.querySelector('svg')!
  const modules = Number(drawing.getAttribute('viewBox')!.split(' ')[2])
  const dots = dotsPerModule(digits)
  const width = (modules + 2 * quietModules) * dots
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const isRubbedOff = (at: number) => isStained && at > modules * 0.6 && at < modules * 0.77
  for (const [, x, y, run] of drawing
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < dots; row++) {
      for (let dot = 0; dot < Number(run) * dots; dot++) {
        if (isRubbedOff(Number(y)) && isRubbedOff(Number(x) + dot / dots)) continue
        const at = (((Number(y) + quietModules) * dots + row) * width + (Number(x) + quietModules) * dots + dot) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  expect(drawing.getAttribute('width')).toBe(`${(modules * dots) / 8}mm`)
  unmount()
  return { data, width, height: width, colorSpace: 'srgb' }
}

const read = async (picture: ReturnType<typeof printed>) =>
  (await readBarcodes(picture, { formats: ['QRCode'] })).map(({ text }) => text)

test.each([1, 3, 4, 6, 9, 20])(
  'the code of %i lines is read from its printed dots, rubbed off in a place too, and no wider than 35 mm',
  async (lines) => {
    for (const code of codesOf(lines)) {
      const picture = printed(code)
      expect(picture.width / 8 - dotsPerModule(code)).toBeLessThanOrEqual(35)
      expect(await read(picture)).toEqual([code])
      expect(await read(printed(code, true))).toEqual([code])
    }
  },
)

test('the printer draws it itself: model 2, its dots, level M, the digits, centred, with its words below', () => {
  for (const [language, columns] of [
    ['esc-pos', 48],
    ['esc-pos', 32],
  ] as const) {
    const [code] = codesOf(2)
    const bytes = encodePaper(receiptPaper([], francCfa, [code!]), {
      language,
      codepageMapping: 'epson',
      columns,
      opensDrawer: false,
    }).join()
    const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0)).join()
    for (const command of [
      [0x1d, 0x28, 0x6b, 4, 0, 0x31, 0x41, 0x32, 0],
      [0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x43, 4],
      [0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x45, 0x31],
      [0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30],
    ])
      expect(bytes).toContain(command.join())
    expect(bytes.indexOf(ascii(code!))).toBeGreaterThan(-1)
    expect(bytes.indexOf([0x1b, 0x61, 1].join())).toBeLessThan(bytes.indexOf(ascii(code!)))
    expect(bytes.indexOf(ascii('Code de secours'))).toBeGreaterThan(bytes.indexOf(ascii(code!)))
  }
})

test('printers of the other language draw it too', () => {
  for (const language of ['star-prnt', 'star-line']) {
    const [code] = codesOf(2)
    expect(
      encodePaper(receiptPaper([], francCfa, [code!]), {
        language,
        codepageMapping: 'star',
        columns: 48,
        opensDrawer: false,
      }).join(),
    ).toContain(Array.from(code!, (digit) => digit.charCodeAt(0)).join())
  }
})

test('several codes say which is which; a sale that is too long says so', () => {
  const words = (codes: readonly string[] | null) =>
    receiptPaper([], francCfa, codes).flatMap((line) => (line.kind === 'text' ? [line.text] : []))
  const codes = codesOf(20)
  expect(words(codes)).toEqual(
    expect.arrayContaining(['Code de secours de la vente (1/2)', 'Code de secours de la vente (2/2)']),
  )
  expect(words(null).at(-1)).toBe('Ticket trop long pour son code de secours')
  expect(words([]).join()).not.toContain('secours')
})
