import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ais } from '#shared/domain/gs1-ai.ts'
import { dayOfYymmdd, readDigitalLink, readElements } from '#shared/domain/gs1.ts'
import { gtinCheckDigit } from '#shared/domain/product-code.ts'

const today = '2026-11-21'
const GS = '\u001D'
const read = (text: string) => Object.fromEntries(readElements(text, today)?.elements ?? [])
const unreadOf = (text: string) => readElements(text, today)?.unread

describe('days', () => {
  test('day 00 is the last day of the month, leap years too', () => {
    expect(dayOfYymmdd('250300', today)).toBe('2025-03-31')
    expect(dayOfYymmdd('240200', today)).toBe('2024-02-29')
    expect(dayOfYymmdd('230200', today)).toBe('2023-02-28')
  })

  test('what is no day of the calendar is none', () => {
    for (const wrong of ['230229', '231301', '230001', '230431', '23010', 'ABCDEF', ''])
      expect(dayOfYymmdd(wrong, today)).toBeNull()
    expect(dayOfYymmdd('240229', today)).toBe('2024-02-29')
  })

  test('the year stays within 50 years of today', () => {
    expect(dayOfYymmdd('760101', today)).toBe('2076-01-01')
    expect(dayOfYymmdd('770101', today)).toBe('1977-01-01')
    expect(dayOfYymmdd('400101', '2095-06-01')).toBe('2140-01-01')
    expect(dayOfYymmdd('460101', '2095-06-01')).toBe('2046-01-01')
    expect(dayOfYymmdd('950101', '2040-06-01')).toBe('1995-01-01')
    fc.assert(
      fc.property(fc.integer({ min: 1950, max: 2150 }), fc.nat(99), (year, yy) => {
        const found = Number(dayOfYymmdd(`${String(yy).padStart(2, '0')}0615`, `${year}-06-15`)!.slice(0, 4))
        expect(found % 100).toBe(yy)
        expect(Math.abs(found - year)).toBeLessThanOrEqual(50)
      }),
    )
  })
})

test.each([
  ['00', 18],
  ['01', 14],
  ['02', 14],
  ['03', 14],
  ['11', 6],
  ['12', 6],
  ['13', 6],
  ['15', 6],
  ['16', 6],
  ['17', 6],
  ['20', 2],
  ['310', 6],
  ['369', 6],
  ['410', 13],
  ['417', 13],
  ['422', 3],
  ['424', 3],
  ['426', 3],
] as const)('the field of (%s) has its length by the standard: %i digits', (prefix, length) => {
  const found = ais.filter(({ code }) => code.startsWith(prefix))
  expect(found.length).toBeGreaterThan(0)
  for (const ai of found) expect(ai).toMatchObject({ length, fixed: true, digits: true })
})

test.each([
  ['10', 20, false],
  ['21', 20, false],
  ['22', 20, false],
  ['30', 8, true],
  ['37', 8, true],
  ['235', 28, false],
  ['240', 30, false],
  ['242', 6, true],
  ['243', 20, false],
  ['254', 20, false],
  ['400', 30, false],
  ['710', 20, false],
  ['8200', 70, false],
  ['90', 30, false],
  ['91', 90, false],
  ['99', 90, false],
] as const)('the field of (%s) has %i characters at most', (code, length, digits) => {
  expect(ais.find((ai) => ai.code === code)).toMatchObject({ length, fixed: false, digits })
})

test('only what stands on medicines may be guessed where a separator was lost', () => {
  expect(ais.flatMap(({ code, onMedicines }) => (onMedicines ? [code] : [])).toSorted()).toEqual([
    '01',
    '10',
    '11',
    '17',
    '21',
    '710',
    '711',
    '712',
    '713',
    '714',
    '715',
    '716',
    '717',
  ])
})

describe('with separators, to the letter', () => {
  test('a variable field ends there; a leading one and one behind a fixed field are allowed', () => {
    expect(read(`${GS}0103400935955838${GS}17240331109M63A${GS}21106G1VN4CP4YMR`)).toEqual({
      '01': '03400935955838',
      '17': '240331',
      '10': '9M63A',
      '21': '106G1VN4CP4YMR',
    })
  })

  test('a lot keeps what looks like another field', () => {
    expect(read(`010340093595583810AB17240331${GS}21X`)).toMatchObject({ '10': 'AB17240331', '21': 'X' })
  })

  test('other fields that labels carry are passed over', () => {
    expect(read(`01034009359558382400987${GS}3712${GS}3103001250${GS}91ABC`)).toMatchObject({
      '240': '0987',
      '37': '12',
      '3103': '001250',
      '91': 'ABC',
    })
  })

  test('a field that is unknown, too long, empty or no day is unread; the others are kept', () => {
    const product = { '01': '03400935955838' }
    for (const [text, elements, unread] of [
      [`0103400935955838${GS}88XX${GS}10AB`, { ...product, '10': 'AB' }, ['88XX']],
      [`010340093595583810AB${GS}70032512312359${GS}17240331`, { ...product, '10': 'AB', '17': '240331' }, null],
      [`01034009359558387230EMED1${GS}392125095${GS}10AB`, { ...product, '10': 'AB' }, null],
      [`0103400935955838${GS}1724133110AB`, { ...product, '10': 'AB' }, ['17']],
      [`010340093595583817240231${GS}10AB`, { ...product, '10': 'AB' }, ['17']],
      [`010340093595583810${'A'.repeat(21)}${GS}21X`, { ...product, '21': 'X' }, ['10']],
      [`010340093595583810${GS}21X`, { ...product, '21': 'X' }, ['10']],
      [`010340093595583810A${GS}10B`, { ...product, '10': 'A' }, ['10']],
    ] as const) {
      expect(read(text)).toEqual(elements)
      if (unread) expect(unreadOf(text)).toEqual(unread)
    }
    expect(readElements(`0103400935955${GS}`, today)).toBeNull()
  })

  test.each(['<GS>', '<FNC1>', '{GS}', '^]', '\u241D'])('%s written as text is a separator', (written) => {
    expect(read(`${written}010340093595583810AB17240331${written}21X`)).toEqual({
      '01': '03400935955838',
      '10': 'AB17240331',
      '21': 'X',
    })
  })
})

describe('Digital Link', () => {
  const elements = { '01': '03400935955838', '10': '1KH4A', '17': '240331' }
  test.each([
    'https://id.gs1.org/01/03400935955838/10/1KH4A?17=240331',
    'HTTPS://example.com/produits/01/3400935955838/10/1KH4A?lang=fr&17=240331#notice',
    'http://example.com/01/03400935955838/10/1KH%34A?17=240331&linkType=gs1:pip',
  ])('%s', (address) => expect(Object.fromEntries(readDigitalLink(address, today)!.elements)).toEqual(elements))

  test('a part that is none of a product is unread; any other address is none', () => {
    const read = readDigitalLink('https://id.gs1.org/01/03400935955838/88/X/10/%?17=240231', today)!
    expect(Object.fromEntries(read.elements)).toEqual({ '01': '03400935955838', '10': '%' })
    expect(read.unread).toEqual(['88', '17'])
    for (const address of ['https://example.com/', 'https://example.com/01/x', '01/03400935955838', 'https://', ''])
      expect(readDigitalLink(address, today)).toBeNull()
  })
})

describe('without separators, the most plausible reading', () => {
  const box = '0103400935955838'
  test.each([
    ['a lot at the end', `${box}17240331101KH4A`, { '17': '240331', '10': '1KH4A' }],
    ['a lot before the expiry', `${box}10ABC17240331`, { '10': 'ABC', '17': '240331' }],
    [
      'a serial before the expiry',
      `${box}21014330884264781723103110UMGF`,
      { '21': '01433088426478', '17': '231031', '10': 'UMGF' },
    ],
    [
      'a production date behind a lot, where another cut proves the loss',
      `${box}21014330884264781723103110UMGF11200731`,
      { '21': '01433088426478', '17': '231031', '10': 'UMGF', '11': '200731' },
    ],
    [
      'a serial that makes the lot too long',
      `${box}17220507109M63A21106G1VN4CP4YMR`,
      { '17': '220507', '10': '9M63A', '21': '106G1VN4CP4YMR' },
    ],
    [
      'a serial behind a lot, within the length of a lot',
      `${box}1722050710AB122112345678901`,
      { '17': '220507', '10': 'AB12', '21': '12345678901' },
    ],
    [
      'a lot of twelve characters with 21 in it stays whole, one of thirteen does not',
      `${box}10A21123456789`,
      { '10': 'A21123456789' },
    ],
    ['… as here', `${box}10AB21123456789`, { '10': 'AB', '21': '123456789' }],
    ['a lot that contains 21 stays whole', `${box}17220507102103456789`, { '17': '220507', '10': '2103456789' }],
    ['a short tail is no serial', `${box}17220507101234567890ABC21X`, { '17': '220507', '10': '1234567890ABC21X' }],
    [
      'a lot that contains a date stays whole where nothing proves a loss',
      `${box}1722050710AB11210405`,
      { '17': '220507', '10': 'AB11210405' },
    ],
    [
      'what is made after it expires is no production date',
      `${box}1720050710ABCDEFGHIJ11210405`,
      { '17': '200507', '10': 'ABCDEFGHIJ11210405' },
    ],
  ])('%s', (_title, text, expected) => expect(read(text)).toEqual({ '01': '03400935955838', ...expected }))

  test('as printed, in brackets', () => {
    expect(read('(01)03400935955838(17)240331(10)1KH4A')).toEqual({
      '01': '03400935955838',
      '17': '240331',
      '10': '1KH4A',
    })
    for (const wrong of ['(01)0340', '(99', '(xx)1', '(05)12']) expect(readElements(wrong, today)).toBeNull()
    expect(read('(01)03400935955838(7003)2512312359(17)240231')).toEqual({ '01': '03400935955838' })
  })

  test('no reading as a whole: the product and the fields of fixed length at the beginning are kept', () => {
    for (const [text, kept, unread] of [
      [`${box}7003251231235910AB`, {}, ['rest']],
      [`${box}17240331${box}`, { '17': '240331' }, ['01']],
      [`${box}1724023110AB`, { '10': 'AB' }, ['17']],
      [`${box}1724023110AB17241301`, { '10': 'AB17241301' }, ['17']],
      [`${box}${box}`, {}, ['01']],
    ] as const) {
      expect(read(text)).toEqual({ '01': '03400935955838', ...kept })
      expect(unreadOf(text)).toEqual(unread)
    }
  })

  test('no reading: nonsense, a wrong check digit before what is unknown, a document', () => {
    for (const wrong of ['', 'ABC', '01034009359558397003', `${box}17240331${'9'.repeat(200)}`, '0103400935955'])
      expect(readElements(wrong, today)).toBeNull()
  })
})

const chars = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/.')
const field = (max: number) =>
  fc.array(fc.constantFrom(...chars), { minLength: 1, maxLength: max }).map((list) => list.join(''))
const anyGtin = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  .map((list) => `0${list.join('')}`)
  .map((body) => body + gtinCheckDigit(body))
const anyYymmdd = fc
  .tuple(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''))

test('what is written with separators is read back, in any order of fields', () => {
  const anyFields = fc
    .tuple(anyGtin, anyYymmdd, anyYymmdd, field(20), field(20))
    .chain(([gtin, made, expires, lot, serial]) =>
      fc.shuffledSubarray(
        [
          ['01', gtin],
          ['11', made],
          ['17', expires],
          ['10', lot],
          ['21', serial],
        ] as const,
        { minLength: 2 },
      ),
    )
  fc.assert(
    fc.property(anyFields, (fields) => {
      const text = fields.map(([ai, value]) => ai + value + GS).join('')
      expect(read(text)).toEqual(Object.fromEntries(fields))
    }),
  )
})

test('without separators nothing is made up: the fields put together again are the text', () => {
  fc.assert(
    fc.property(anyGtin, anyYymmdd, field(20), field(20), (gtin, expires, lot, serial) => {
      const text = `01${gtin}17${expires}10${lot}21${serial}`
      const elements = readElements(text, today)?.elements
      expect(elements).toBeDefined()
      expect([...elements!].map(([ai, value]) => ai + value).join('')).toBe(text)
      expect(elements!.get('01')).toBe(gtin)
    }),
  )
})

test('no text breaks it or keeps it busy', () => {
  const hostile = fc
    .array(fc.constantFrom('01', '10', '11', '17', '21', '37', '710', '711', '712', '240101', '0', '1', GS, 'A', '('), {
      maxLength: 80,
    })
    .map((list) => list.join(''))
  fc.assert(fc.property(fc.oneof(hostile, fc.string({ maxLength: 250 })), (text) => void readElements(text, today)))
  // Identifiers everywhere: would not end within the time of a test if each could be used twice.
  expect(unreadOf(`0103400935955838${'1021710711712713714715'.repeat(8)}`.slice(0, 200))).toEqual(['rest'])
})

test('no identifier of the table is the beginning of another', () => {
  for (const { code } of ais) expect(ais.filter((other) => other.code.startsWith(code))).toHaveLength(1)
})
