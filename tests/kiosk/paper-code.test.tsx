import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { encodePaper } from '#kiosk/printing/encode-paper.ts'
import { receiptPaper } from '#kiosk/counter/print/receipt-paper.ts'
import { receiptCodes } from '#shared/domain/receipt-code/receipt-code.ts'
import { dotsPerModule } from '#shared/domain/receipt-paper.ts'
import { firstCurrency as francCfa } from '#shared/domain/countries/country-facts.ts'
import { PaperCode } from '#shared/papers/paper-code.tsx'
import { dotsOf, readDots } from '#tests/support/printed-code.ts'
import { aSentSale } from '#tests/domain/receipt-code/support/any-sent-sale.ts'

const pharmacyId = '0193a1b2-0000-7000-8000-0000000000aa'
const codesOf = (lines: number) => receiptCodes({ pharmacyId, sale: aSentSale(lines) })!

/** The drawn code as the dots of a thermal printer; `isStained`: a thumb of a sixth of its width has rubbed some off. */
function printed(digits: string, isStained = false) {
  const { container, unmount } = render(<PaperCode digits={digits} />)
  const drawing = container.querySelector('svg')!
  const dots = dotsPerModule(digits)
  const picture = dotsOf(drawing, dots, isStained)
  expect(drawing.getAttribute('width')).toBe(`${(picture.modules * dots) / 8}mm`)
  unmount()
  return picture
}

test.each([1, 3, 4, 6, 9, 20])(
  'the code of %i lines is read from its printed dots, rubbed off in a place too, and no wider than 35 mm',
  async (lines) => {
    for (const code of codesOf(lines)) {
      const picture = printed(code)
      expect(picture.width / 8 - dotsPerModule(code)).toBeLessThanOrEqual(35)
      expect(await readDots(picture)).toEqual([code])
      expect(await readDots(printed(code, true))).toEqual([code])
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
