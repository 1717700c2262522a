import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeKind, gtinCheckDigit, isGtin, productCodeFault, spellingsOf } from '#shared/domain/product-code.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''))
const withKey = (body: string) => body + gtinCheckDigit(body)

describe('the check digit', () => {
  test('is right for codes that exist', () => {
    for (const code of ['3400935955838', '3400930145449', '03400949887415', '96385074', '036000291452'])
      expect(isGtin(code)).toBe(true)
  })

  test('is wrong for a misprinted one, and no code has letters or another length', () => {
    for (const code of ['3400935955837', '03400236747913', '340093595583', 'A400935955838', '', '12345'])
      expect(isGtin(code)).toBe(false)
  })

  test('catches every wrong digit', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, at, more) => {
        const code = withKey(body)
        expect(isGtin(code)).toBe(true)
        const wrong = (Number(code[at]) + more) % 10
        expect(isGtin(code.slice(0, at) + wrong + code.slice(at + 1))).toBe(false)
      }),
    )
  })
})

describe('the spellings of a code', () => {
  test('a CIP13 holds its CIP7 and is a GTIN-14 behind a 0', () => {
    expect(spellingsOf('3400935955838')).toEqual(['3400935955838', '3595583', '03400935955838'])
    expect(spellingsOf('03400935955838')).toEqual(['03400935955838', '3400935955838', '3595583'])
  })

  test('a CIP7 is in its CIP13, whatever its own key says', () => {
    expect(spellingsOf('3595583')[0]).toBe('3595583')
    expect(spellingsOf('3595583')).toContain('3400935955838')
    expect(spellingsOf('3595580')).toContain('3400935955807')
  })

  test('an ACL code and its 13 digits find each other', () => {
    const acl13 = withKey('340134593528')
    expect(spellingsOf(acl13)).toContain('4593528')
    expect(spellingsOf('4593528')).toContain(acl13)
  })

  test('a plain EAN-13 is itself and its GTIN-14', () => {
    expect(spellingsOf('5901234123457')).toEqual(['5901234123457', '05901234123457'])
  })

  test('an EAN-8 and a UPC travel in longer frames, and back', () => {
    expect(spellingsOf('96385074')).toEqual(['96385074', '0000096385074', '00000096385074'])
    expect(spellingsOf('0000096385074')).toContain('96385074')
    expect(spellingsOf('036000291452')).toEqual(['036000291452', '0036000291452', '00036000291452'])
    expect(spellingsOf('0036000291452')).toContain('036000291452')
  })

  test('a carton is never one box, and a wrong key gives the code alone', () => {
    const carton = withKey('1340093595583')
    expect(spellingsOf(carton)).toEqual([carton])
    expect(spellingsOf('3400935955837')).toEqual(['3400935955837'])
  })

  test('always: the code itself first, each once, all digits; of one box each spelling leads to the same EAN-13', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(7, 11, 12, 13),
        fc.constantFrom('', '34009', '3401', '00000'),
        digits(13),
        (length, prefix, body) => {
          const code = withKey((prefix + body).slice(0, length))
          const spellings = spellingsOf(code)
          expect(spellings[0]).toBe(code)
          expect(new Set(spellings).size).toBe(spellings.length)
          for (const spelling of spellings) expect(spelling).toMatch(/^\d{7,14}$/)
          if (length !== 12) return
          for (const spelling of spellings.filter((other) => other.length >= 13))
            expect(spellingsOf(spelling)).toContain(code)
        },
      ),
    )
  })
})

describe('a typed code', () => {
  test('of 13 digits has the right key; a wholesaler’s is 4 to 14 digits; letters are none', () => {
    for (const code of ['3400935955838', '3400935', '123456', '03400949887415'])
      expect([code, productCodeFault(code)]).toEqual([code, null])
    for (const code of ['3400935955837', '03400949887416'])
      expect([code, productCodeFault(code)]).toEqual([code, 'key'])
    for (const code of ['', '123', '340093A', '+H123', '123456789012345'])
      expect([code, productCodeFault(code)]).toEqual([code, 'digits'])
  })

  test('is of the kind that its digits say', () => {
    expect(['3400935955838', '6100000000018', '3595583', '123456'].map(codeKind)).toEqual([
      'cip13',
      'ean13',
      'cip7',
      'other',
    ])
  })

  test('always: a right key is taken, and each other last digit refused', () => {
    fc.assert(
      fc.property(digits(12), fc.integer({ min: 1, max: 9 }), (body, off) => {
        const code = withKey(body)
        expect(productCodeFault(code)).toBeNull()
        expect(productCodeFault(body + ((Number(code.at(-1)) + off) % 10))).toBe('key')
      }),
    )
  })
})
