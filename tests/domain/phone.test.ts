import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPhone, phoneKey, phonePlans, phoneRefusalText, readPhone } from '#shared/domain/phone.ts'
import { runs } from '#tests/support/extent.ts'

const countries = Object.keys(phonePlans)
const e164Of = (text: string, country = 'BJ'): string | undefined => {
  const reading = readPhone(text, country)
  return reading.kind === 'phone' ? reading.e164 : undefined
}
const reasonOf = (text: string, country = 'BJ') => {
  const reading = readPhone(text, country)
  return reading.kind === 'invalid' ? reading.reason : undefined
}

test('nothing typed is nothing', () => {
  for (const nothing of ['', '  ', '\u00a0\u202f', '\u200e'])
    expect(readPhone(nothing, 'BJ')).toEqual({ kind: 'empty' })
})

describe('a number of the pharmacy’s own country', () => {
  test.each([
    '01 96 12 34 56',
    '0196123456',
    '01-96-12-34-56',
    '01.96.12.34.56',
    '+229 01 96 12 34 56',
    '00229 0196123456',
    '(+229) 01 96 12 34 56',
    '229 0196123456',
    '\u202a+229\u00a001\u202f96‑12 34 56\u202c',
    '０１９６１２３４５６',
  ])('%s', (typed) => {
    expect(e164Of(typed)).toBe('+2290196123456')
  })

  test('Bénin’s 8 digits of before 2024 get their 01, with the code or without', () => {
    for (const old of ['96 12 34 56', '96123456', '+229 96 12 34 56', '0022996123456', '22996123456'])
      expect(e164Of(old)).toBe('+2290196123456')
    expect(e164Of('21 30 12 34')).toBe('+2290121301234')
    // 8 digits that begin like the code of the country are a number of Cotonou, not a code with 5 digits
    expect(e164Of('22 91 23 45')).toBe('+2290122912345')
  })

  test('Bénin’s special numbers keep their 8 digits; 8 digits of the new form are two short', () => {
    expect(e164Of('81 12 34 56')).toBe('+22981123456')
    expect(reasonOf('01 96 12 34')).toBe('length')
  })

  test('Côte d’Ivoire’s 8 digits are refused: which two stand in front depends on the operator of then', () => {
    for (const old of ['07 08 09 10', '+225 07 08 09 10'])
      expect(phoneRefusalText(reasonOf(old, 'CI')!, 'BJ')).toMatch(/ivoirien.*10/)
    expect(e164Of('07 07 08 09 10', 'CI')).toBe('+2250707080910')
  })

  test('the 0 that is dialled within the country is left out where it is no part of the number', () => {
    for (const typed of [
      '06 12 34 56 78',
      '+33 6 12 34 56 78',
      '+33 (0)6 12 34 56 78',
      '0033612345678',
      '+33 06 12 34 56 78',
    ])
      expect(e164Of(typed, 'FR')).toBe('+33612345678')
    expect(e164Of('0991 234 567', 'CD')).toBe('+243991234567')
    expect(e164Of('077 12 34 56', 'GA')).toBe('+24177123456')
    expect(e164Of('06 03 12 34', 'GA')).toBe('+24106031234')
    expect(e164Of('06 123 4567', 'CG')).toBe('+242061234567')
  })
})

test('a number of a country we know must have its length; of any other it must be possible', () => {
  expect(e164Of('+221 70 123 45 67')).toBe('+221701234567')
  expect(reasonOf('+221 70 123 45')).toBe('length')
  expect(e164Of('+1 202 555 0123')).toBe('+12025550123')
  expect(e164Of('+852 1234 5678')).toBe('+85212345678')
  expect([reasonOf('+123456'), reasonOf('+1234567890123456'), reasonOf('+0123456789')]).toEqual([
    'length',
    'length',
    'length',
  ])
})

test.each([
  'abc',
  '+',
  '97 12 34 56 ou 95 12 34 56',
  '97123456/95123456',
  '96 12 34 56 poste 3',
  '++22996123456',
  '<script>',
  '٩٦١٢٣٤٥٦',
  '+229+96123456',
])('%s is no number', (typed) => {
  expect(reasonOf(typed)).toBe('characters')
})

test('without a plan for the country the code must be written', () => {
  expect([reasonOf('12345678', 'JP'), e164Of('+81312345678', 'JP')]).toEqual(['country', '+81312345678'])
  for (const reason of ['characters', 'length', 'country'] as const)
    for (const country of ['BJ', 'CI', 'JP']) expect(phoneRefusalText(reason, country)).toMatch(/\.$/)
  expect(phoneRefusalText('length', 'BJ')).toContain('10')
})

test('written as people there write it', () => {
  const plain = (phone: string, country: string): string => formatPhone(phone, country).replaceAll('\u00a0', ' ')
  expect(plain('+2290196123456', 'BJ')).toBe('01 96 12 34 56')
  expect(plain('+2290196123456', 'CI')).toBe('+229 01 96 12 34 56')
  expect(plain('+2250708091011', 'BJ')).toBe('+225 07 08 09 10 11')
  expect(plain('+33612345678', 'FR')).toBe('06 12 34 56 78')
  expect(plain('+33612345678', 'BJ')).toBe('+33 6 12 34 56 78')
  expect(plain('+24177123456', 'GA')).toBe('077 12 34 56')
  expect(plain('+24106031234', 'GA')).toBe('06 03 12 34')
  expect(plain('+242001234567', 'CG')).toBe('+242 00 123 4567')
  expect(plain('+12025550123', 'BJ')).toBe('+12025550123')
  expect(plain('à rappeler', 'BJ')).toBe('à rappeler')
})

test('two ways of writing one number have one key', () => {
  expect(new Set(['96 12 34 56', '+229 01 96 12 34 56', '0196123456'].map((typed) => phoneKey(typed, 'BJ')))).toEqual(
    new Set(['2290196123456']),
  )
  expect(phoneKey('poste 12', 'BJ')).toBe('12')
  expect([phoneKey(' ', 'BJ'), phoneKey('inconnu', 'BJ')]).toEqual([null, null])
})

test('no code begins another, and every length is of one grouping', () => {
  const codes = Object.values(phonePlans).map(({ code }) => code)
  for (const code of codes) expect(codes.filter((other) => other.startsWith(code))).toEqual([code])
  for (const { groups } of Object.values(phonePlans))
    expect(new Set(groups.map((sizes) => sizes.reduce((sum, size) => sum + size, 0))).size).toBe(groups.length)
})

const anyDigits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 17 })
  .map((digits) => digits.join(''))
const anyTyped = fc.oneof(
  anyDigits,
  anyDigits.map((digits) => `+${digits}`),
  fc
    .tuple(fc.constantFrom(...countries), anyDigits)
    .map(([country, digits]) => `+${phonePlans[country]!.code}${digits}`),
  fc.string({ unit: 'binary' }),
)

test('whatever is typed: what is read is E.164, reads again as itself in any country, and so does the way it is shown', () => {
  fc.assert(
    fc.property(
      anyTyped,
      fc.constantFrom(...countries, 'JP'),
      fc.constantFrom(...countries, 'JP'),
      (typed, country, elsewhere) => {
        const reading = readPhone(typed, country)
        if (reading.kind !== 'phone') return
        expect(reading.e164).toMatch(/^\+[1-9]\d{6,14}$/)
        for (const where of [country, elsewhere]) {
          expect(readPhone(reading.e164, where)).toEqual(reading)
          expect(readPhone(formatPhone(reading.e164, where), where)).toEqual(reading)
          expect(phoneKey(typed, country)).toBe(phoneKey(reading.e164, where))
        }
      },
    ),
    { numRuns: runs(3000), examples: [['+243000000000', 'BJ', 'BJ']] },
  )
})

// Beside the checkout, where its makers keep it; the rules above do not need it.
const examplesFile = '../shared/data/geo/phone_examples.tsv'
const examples = existsSync(examplesFile)
  ? readFileSync(examplesFile, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
  : []

describe.skipIf(examples.length === 0)(
  `every example number of every country${examples.length === 0 ? ` (skipped: no ${examplesFile})` : ''}`,
  () => {
    test('is of a country that has a plan', () =>
      expect(countries).toEqual(expect.arrayContaining([...new Set(examples.map(([, country]) => country))])))

    test.each(examples)('%s %s %s %s', (code = '', country = '', _type, example = '') => {
      // 7 digits of the Congo behind their code are a number of 10 digits there
      const withoutPlus = country === 'CD' && example.length === 7 ? [] : [`${code}${example}`]
      for (const typed of [example, `+${code}${example}`, `00${code} ${example}`, ...withoutPlus]) {
        expect(readPhone(typed, country)).toEqual({ kind: 'phone', e164: `+${code}${example}` })
        expect(readPhone(formatPhone(typed, country), country)).toEqual({ kind: 'phone', e164: `+${code}${example}` })
      }
      expect(readPhone(formatPhone(`+${code}${example}`, 'JP'), 'JP')).toEqual({
        kind: 'phone',
        e164: `+${code}${example}`,
      })
    })
  },
)
