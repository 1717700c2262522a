import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countryData, fiscalPlatforms } from '#shared/domain/countries/country-data.ts'
import { countryName } from '#shared/domain/countries/country-facts.ts'

/** Where the words of countries are data, and why. */
const data = [
  /^src\/shared\/domain\/countries\//,
  // A demo plays in its countries.
  /^src\/server\/demo\//,
  // The words that codes on paper are packed with: a code of last year must still be read.
  /^src\/shared\/domain\/receipt-code\//,
  // A platform belongs to a country, and its simulator speaks as it does.
  /^src\/shared\/domain\/fiscal\/(profiles|tax-rates)\.ts$/,
  /^src\/simulators\//,
]

const codes = Object.keys(countryData).filter((code) => code !== 'FR')
/** No word of French and none of the trade: « RC », « RCS », « TIN » and names such as « Wave » are matched as a whole. */
const names = [
  'F CFA',
  'FCFA',
  'IFU',
  'franc CFA',
  'Porto-Novo',
  ...codes.flatMap((code) => [
    countryData[code]!.taxId.name,
    countryData[code]!.tradeRegister,
    countryData[code]!.timeZone,
    countryName(code),
    ...countryData[code]!.operators,
  ]),
  fiscalPlatforms['e-mecef'],
]
const letter = String.raw`[\p{L}\p{N}_]`
const word = new RegExp(
  String.raw`(?<!${letter})(?:${[...new Set(names)].map((name) => name.replaceAll(/[()/]/g, String.raw`\$&`)).join('|')})(?!${letter})|'(?:${codes.join('|')})'`,
  'gu',
)

/** Without comments, which may give examples. */
function code(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

test('no word of a country stands in the source outside its data', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|html)$/.test(file))
    .map((file) => join('src', file))
    .filter((file) => !data.some((room) => room.test(file)))
  const found = files.flatMap((file) =>
    [...code(readFileSync(file, 'utf8')).matchAll(word)].map(([text]) => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test('the words of countries are found', () => {
  for (const text of [
    "label: 'IFU'",
    'label="NCC"',
    '`NIU ${id}`',
    "'12 F CFA'",
    "?? 'BJ'",
    '>Bénin<',
    "'Africa/Lome'",
  ])
    expect(code(text).match(word), text).not.toBeNull()
  for (const text of ['// « IFU »', '/** F CFA */', 'isBénino', "'lib'"])
    expect(code(text).match(word), text).toBeNull()
})
