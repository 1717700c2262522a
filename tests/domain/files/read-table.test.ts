import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tableBounds } from '#shared/domain/files/table-bounds.ts'
import { readTable } from '#shared/tables/read-table.ts'
import { aBook, bomb, lyingBook, manyParts, oneFarCell, oneLine } from '#tests/support/heavy-files.ts'

const troubleOf = async (bytes: Uint8Array | string, cells?: number) => {
  const reading = await readTable(
    'x',
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    cells ? { cells } : {},
  )
  return reading.ok ? null : reading.trouble
}
const cellsOf = async (bytes: Uint8Array) => {
  const reading = await readTable('x', bytes)
  return reading.ok
    ? reading.file.tables.map(({ headers, rows }) => [headers, ...rows.map(({ cells }) => cells)])
    : null
}
const value = (at: string, text = at) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const twoByTwo = `<row r="1">${value('A1')}${value('B1')}</row><row r="2">${value('A2')}${value('B2')}</row>`

describe('a file beyond a bound says which, before anything of that size is built', () => {
  test.each([
    ['tooManyColumns', oneFarCell],
    ['tooMuchUnpacked', bomb],
    ['tooManyParts', manyParts],
    ['lineTooLong', oneLine],
    ['tooLarge', () => new Uint8Array(tableBounds.bytes + 1)],
    ['tooManyColumns', () => `${'a;'.repeat(1_500)}\n`.repeat(3)],
    ['tooManyCells', () => 'a;b\n'.repeat(1_100_000)],
    // A quoted cell may hold line breaks: one row of 1,001 columns in lines of four signs.
    ['tooManyColumns', () => `${'"\n";'.repeat(1_000)}x\na;b\n`],
    // One wide row makes all the others as wide.
    ['tooManyCells', () => `${'a;'.repeat(900)}b\n${'a;b\n'.repeat(3_000)}`],
  ] as const)('%s (%#)', async (trouble, file) => {
    expect(await troubleOf(file())).toBe(trouble)
  })

  test.each([
    ['tooManyCells', `<row r="1">${value('A1')}</row><row r="1048576">${value('C1048576')}</row>`],
    ['tooManyColumns', `<x:row r='1'><x:c t="inlineStr" r = 'XFD1'><is><t>x</t></is></x:c></x:row>`],
    ['brokenSpreadsheet', `<row r="1e12">${value('A1')}</row>`],
    ['brokenSpreadsheet', `<row r="1048577">${value('A1048577')}</row>`],
    ['brokenSpreadsheet', `<row r="1">${value('&#88;FD1')}</row>`],
    ['brokenSpreadsheet', `<row r="1">${value('xfd1')}</row>`],
  ] as const)('%s, however the address of a cell is written (%#)', async (trouble, rows) => {
    expect(await troubleOf(aBook(rows))).toBe(trouble)
  })

  test('cells of all sheets count together, and a caller may allow fewer', async () => {
    expect(await troubleOf(aBook(twoByTwo), 4)).toBeNull()
    expect(await troubleOf(aBook(twoByTwo), 3)).toBe('tooManyCells')
    expect(await troubleOf('a;b\nc;d', 4)).toBeNull()
    expect(await troubleOf('a;b\nc;d', 3)).toBe('tooManyCells')
  })

  test('a part that unpacks to more than its directory declares is no longer than declared', async () => {
    expect(await troubleOf(lyingBook())).toBe('brokenSpreadsheet')
  })
})

describe('what lies within the bounds is read', () => {
  test('formats far below and far right are no content', async () => {
    const book = aBook(
      `<row r="1">${value('A1')}${value('B1')}<c r="XFD1" s="0"/></row><row r="2">${value('A2')}${value('B2')}</row><row r="1048576" spans="1:2"/>`,
    )
    expect(await cellsOf(book)).toEqual([
      [
        ['A1', 'B1'],
        ['A2', 'B2'],
      ],
    ])
  })

  test('pictures and drawings are not unpacked', async () => {
    const book = aBook(twoByTwo, ['xl/drawings/drawing1.xml', '<a r="rId9"/>'])
    expect(await cellsOf(book)).toHaveLength(1)
  })
})

const dirty = join(import.meta.dirname, '../../../../shared/data/dirty-files')
test.skipIf(!existsSync(dirty))('every dirty file is read, or says why not', async () => {
  for (const name of readdirSync(dirty)) {
    const reading = await readTable(name, readFileSync(join(dirty, name)))
    expect(reading, name).toMatchObject({ ok: true })
  }
})
