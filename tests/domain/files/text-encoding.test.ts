import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from '#shared/domain/files/text-encoding.ts'

/** Bytes of a text in UTF-16, the least significant byte first or last. */
function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const line = 'Code;Désignation;Prix\n'.repeat(20)

describe('decodeText', () => {
  test.each(['le', 'be'] as const)('UTF-16 %s, with and without its mark', (order) => {
    for (const text of [line, `\uFEFF${line}`])
      expect(decodeText(utf16(text, order))).toEqual({ text: line, encoding: 'UTF-16' })
  })

  test.each(['le', 'be'] as const)('UTF-16 %s with its mark, of letters that have no zero byte', (order) => {
    expect(decodeText(utf16('\uFEFFпрепарат', order))?.text).toBe('препарат')
  })

  test('UTF-8 with its mark, and Windows-1252 when it is no UTF-8', () => {
    expect(decodeText(Buffer.from(`\uFEFF${line}`))).toEqual({ text: line, encoding: 'UTF-8' })
    expect(decodeText(Buffer.from(line, 'latin1'))).toEqual({ text: line, encoding: 'Windows-1252' })
  })

  test('zeros on both sides are no text', () => {
    expect(decodeText(Buffer.from('PK\0\0\0\0stock'))).toBeNull()
  })

  test('law: a text of the alphabet is read from each encoding as it was written', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9 ;,.]{8,60}$/)
    fc.assert(
      fc.property(text, (written) => {
        for (const bytes of [Buffer.from(written), utf16(written, 'le'), utf16(written, 'be')])
          expect(decodeText(bytes)?.text).toBe(written)
      }),
    )
  })
})
