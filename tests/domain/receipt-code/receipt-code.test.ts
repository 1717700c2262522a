import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NewSale } from '#shared/contract/sales.ts'
import { packJson, unpackJson } from '#shared/domain/receipt-code/packed-json.ts'
import { packText, unpackText } from '#shared/domain/receipt-code/packed-text.ts'
import {
  joinReceiptCodes,
  readReceiptCode,
  receiptCodes,
  type ReceiptPart,
} from '#shared/domain/receipt-code/receipt-code.ts'
import { canonicalJson } from '#shared/store/tools/canonical-json.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { anySentSale, aSentSale } from './support/any-sent-sale.ts'

const pharmacyId = '0193a1b2-0000-7000-8000-0000000000aa'
const codesOf = (sale: unknown) => receiptCodes({ pharmacyId, sale })!
const partOf = (code: string): ReceiptPart => {
  const reading = readReceiptCode(code)
  if (reading.kind !== 'part') throw new Error(reading.reason)
  return reading.part
}
const saleOf = (codes: readonly string[]) => {
  const joined = joinReceiptCodes(codes.map(partOf))
  if (joined.kind !== 'whole') throw new Error(joined.kind)
  return joined.content
}

describe('the code of a receipt', () => {
  test('gives the sale back to the letter, with whose it is', () => {
    const sale = aSentSale()
    const codes = codesOf(sale)
    expect(codes).toHaveLength(1)
    expect(codes[0]).toMatch(/^\d+$/)
    expect(saleOf(codes)).toEqual({ pharmacyId, sale })
    expect(canonicalJson(saleOf(codes).sale)).toBe(canonicalJson(sale))
  })

  test('of three lines fits a QR code of 69 modules (version 13, level M)', () => {
    expect(codesOf(aSentSale(3))[0]!.length).toBeLessThanOrEqual(796)
  })

  test('is the same each time it is printed', () => {
    const sale = aSentSale(4)
    expect(codesOf(JSON.parse(JSON.stringify(sale)))).toEqual(codesOf(sale))
  })

  test('goes on in a second one when the sale is long, in any order and read twice; beyond four there is none', () => {
    const sale = aSentSale(20)
    const codes = codesOf(sale)
    expect(codes.length).toBeGreaterThan(1)
    for (const code of codes) expect(code.length).toBeLessThanOrEqual(1500)
    expect(saleOf([codes[1]!, ...codes.toReversed()]).sale).toEqual(sale)
    expect(joinReceiptCodes([partOf(codes[1]!)])).toEqual({ kind: 'incomplete', have: 1, count: codes.length })
    expect(receiptCodes({ pharmacyId, sale: aSentSale(120) })).toBeNull()
  })

  test('of another sale does not go with this one', () => {
    const [one, other] = [codesOf(aSentSale(20)), codesOf(aSentSale(20))]
    expect(joinReceiptCodes([partOf(one[0]!), partOf(other[1]!)])).toEqual({ kind: 'damaged' })
    expect(joinReceiptCodes([])).toEqual({ kind: 'damaged' })
  })

  test('is told from a product code, and one of a later version from a damaged one', () => {
    for (const text of [
      '',
      '3400935955838',
      'bonjour',
      '0103400930145449172805311024A51X21B7K99',
      `${codesOf(aSentSale())[0]!}A`,
    ])
      expect(readReceiptCode(text)).toEqual({ kind: 'refused', reason: 'no-receipt' })
    const later = 0x02n << 400n
    expect(readReceiptCode(String(later * 100n + ((98n - ((later * 100n) % 97n)) % 97n)))).toEqual({
      kind: 'refused',
      reason: 'later-version',
    })
    expect(readReceiptCode('9'.repeat(300)).kind).toBe('refused')
  })

  test('is read as it is typed, with spaces and on several lines', () => {
    const [code] = codesOf(aSentSale())
    expect(saleOf([` ${code!.replaceAll(/(.{5})/g, '$1 ')}\n`]).pharmacyId).toBe(pharmacyId)
  })
})

// ── the laws ─────────────────────────────────────────────────────────────────────────────────────────────────────────
test('whatever was sold, what comes back is sent under the same hash', () => {
  fc.assert(
    fc.property(anySentSale, (sale) => {
      const codes = receiptCodes({ pharmacyId, sale })
      fc.pre(codes !== null)
      const back = saleOf(codes.toReversed())
      expect(canonicalJson(back.sale)).toBe(canonicalJson(sale))
      expect(NewSale.parse(back.sale)).toEqual(NewSale.parse(sale))
    }),
  )
})

test('one wrong digit, or two neighbours exchanged, is never a receipt', () => {
  const [code] = codesOf(aSentSale(2))
  const refused = (text: string) => expect(readReceiptCode(text).kind).toBe('refused')
  fc.assert(
    fc.property(fc.nat(code!.length - 2), fc.integer({ min: 1, max: 9 }), (at, by) => {
      refused(code!.slice(0, at) + String((Number(code![at]) + by) % 10) + code!.slice(at + 1))
      if (code![at] !== code![at + 1]) refused(code!.slice(0, at) + code![at + 1]! + code![at]! + code!.slice(at + 2))
      refused(code!.slice(0, at) + code!.slice(at + 1))
    }),
  )
})

test('whatever is scanned, reading it answers', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.bigInt({ min: 0n, max: 10n ** 400n }).map(String)),
      (text) => void readReceiptCode(text),
    ),
  )
})

test('any JSON comes back, and any text', () => {
  const comesBack = (value: unknown) => {
    expect(canonicalJson(unpackJson(packJson(value)))).toBe(canonicalJson(value))
  }
  const isReadAgain = (text: string) => {
    expect(unpackText(packText(text))).toBe(text)
  }
  const instant = fc.date({ noInvalidDate: true }).map((at) => at.toISOString())
  fc.assert(fc.property(fc.jsonValue(), comesBack))
  comesBack({ 'boxes,stockItemId': 1 })
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isReadAgain))
  fc.assert(fc.property(fc.array(fc.nat(0xffff)), (units) => isReadAgain(String.fromCharCode(...units))))
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.uuid(),
          fc.nat(2 ** 45).map((at) => uuid7(at)),
          instant,
        ),
      ),
      (ids) => comesBack([...ids, ...ids]),
    ),
  )
})

test('a text of up to 63 bytes has its length in its first byte; a longer one comes back too', () => {
  const packed = (length: number) => packJson('#'.repeat(length)).length
  expect([0, 1, 63, 64, 65].map(packed)).toEqual([1, 2, 64, 66, 67])
  fc.assert(
    fc.property(fc.string({ minLength: 50, maxLength: 300 }), (text) => {
      expect(unpackJson(packJson([text, { [text]: 1 }]))).toEqual([text, { [text]: 1 }])
    }),
  )
})

test('bytes after the value are refused: two values are never one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.uint8Array({ minLength: 1, maxLength: 5 }), (value, more) => {
      expect(() => unpackJson(Uint8Array.from([...packJson(value), ...more]))).toThrow('too long')
    }),
  )
})

test('bytes that nobody packed are refused, never taken for ever', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        unpackJson(bytes)
      } catch (error) {
        expect((error as Error).name).toBe('Unreadable')
      }
    }),
  )
})
