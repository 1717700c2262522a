import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { labelCode, quietModules, type LabelCode } from '#shared/domain/labels/label-code.ts'
import { barsOf } from '#backoffice/labels/label-bars.ts'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'
import { runs } from '#tests/support/extent.ts'

beforeAll(async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
})

/** The bars as a scanner sees them: two dots per module, white around. */
async function scanned(code: LabelCode): Promise<string[]> {
  const dots = 2
  const quiet = quietModules[code.kind] / 2
  const bars = `${'0'.repeat(quiet)}${barsOf(code)}${'0'.repeat(quiet)}`
  const [width, height] = [bars.length * dots, 40]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (bars[Math.floor(x / dots)] === '1') data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, {
    formats: ['EAN13', 'Code128'],
  })
  return found.map(({ text }) => text)
}

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
const ean13 = digits(12, 12).map((body) => body + gtinCheckDigit(body))
const anyCode = fc.oneof(
  digits(1, 14),
  fc.stringMatching(/^[\dA-Za-z.-]{3,20}$/),
  fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((sign) => String.fromCharCode(sign)),
    minLength: 1,
    maxLength: 20,
  }),
)

describe('the code of a label', () => {
  test('is the first of 13 digits with a right check digit, whatever stands before it', () =>
    expect(labelCode(['3595583', '3400935955837', '3400935955838', '5410013114000'])).toEqual({
      kind: 'ean13',
      text: '3400935955838',
    }))

  test('is any other code as Code 128, also 13 digits with a wrong check digit', () => {
    expect(labelCode(['3595583', 'UBI-77'])).toEqual({ kind: 'code128', text: '3595583' })
    expect(labelCode(['3400935955837'])).toEqual({ kind: 'code128', text: '3400935955837' })
  })

  test('is none without a code, or when no code can be written', () => {
    expect(labelCode([])).toBeNull()
    expect(labelCode(['é'])).toBeNull()
    expect(labelCode(['é', 'A1'])).toEqual({ kind: 'code128', text: 'A1' })
  })
})

describe('the bars', () => {
  test('of an EAN-13 are those of the standard', () =>
    expect(barsOf({ kind: 'ean13', text: '5901234123457' })).toBe(
      '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
    ))

  test('of an EAN-13 with a wrong check digit, and of nothing, are an error', () => {
    expect(() => barsOf({ kind: 'ean13', text: '5901234123458' })).toThrow()
    expect(() => barsOf({ kind: 'code128', text: '' })).toThrow()
  })

  test('of digits in pairs are half as wide', () => {
    const width = (text: string) => barsOf({ kind: 'code128', text }).length
    expect(width('12345678')).toBe(11 * 6 + 13)
    expect(width('1234567')).toBe(11 * 7 + 13)
    expect(width('ABCDEFGH')).toBe(11 * 10 + 13)
  })

  test.each(['3400935955838', '0000000000000', '9999999999994'])('of %s are read as an EAN-13', async (text) =>
    expect(await scanned({ kind: 'ean13', text })).toEqual([text]),
  )

  test('of every EAN-13 are read back', async () => {
    await fc.assert(
      fc.asyncProperty(ean13, async (text) => {
        expect(await scanned({ kind: 'ean13', text })).toEqual([text])
      }),
      { numRuns: runs(60) },
    )
  })

  test('of every code in Code 128 are read back', async () => {
    await fc.assert(
      fc.asyncProperty(anyCode, async (text) => {
        expect(await scanned({ kind: 'code128', text })).toEqual([text])
      }),
      { numRuns: runs(120) },
    )
  })
})
