import { screen, waitFor } from '@testing-library/react'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test, vi } from 'vitest'
import { TableExportButton } from '#shared/ui/table-export-button.tsx'
import { xlsxOf } from '#shared/ui/table-export-xlsx.ts'
import {
  csvOf,
  type ExportColumn,
  majorText,
  readAllRows,
  type RowSource,
  UnsteadyList,
} from '#shared/ui/table-export.ts'
import { savedDownloads } from '#tests/support/saved-downloads.ts'
import { draw } from '#tests/ui/draw.tsx'

interface Box {
  id: number
  name: string | null
  price: number
  day: string | null
}

const francs = { symbol: 'F CFA', decimals: 0 }
const euros = { symbol: '€', decimals: 2 }
const columns: readonly ExportColumn<Box>[] = [
  { header: 'N°', exported: ({ id }) => id },
  { header: 'Produit', exported: ({ name }) => name },
  { header: 'Prix', exported: ({ price }) => ({ money: price }) },
  { header: 'Expire', exported: ({ day }) => day && { day } },
]
const aBox = (id: number, given: Partial<Box> = {}): Box => ({
  id,
  name: `Produit ${id}`,
  price: 1000 + id,
  day: '2027-03-31',
  ...given,
})
const boxes = (count: number) => Array.from({ length: count }, (_, at) => aBox(at))

/** A server that answers pages of `list()`, as it stands when it is asked. */
const pagesOf = (list: (page: number) => readonly Box[]): Extract<RowSource<Box>, { rowKey: unknown }> => ({
  readPage: (page, size) =>
    Promise.resolve({ items: list(page).slice(page * size, (page + 1) * size), total: list(page).length }),
  rowKey: ({ id }) => String(id),
})
const never = new AbortController().signal

describe('reading', () => {
  test('5,000 rows come over several pages, in their order, with progress', async () => {
    const seen: number[] = []
    const rows = await readAllRows(
      pagesOf(() => boxes(5_000)),
      ({ read }) => seen.push(read),
      never,
    )
    expect(rows).toEqual(boxes(5_000))
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.at(-1)).toBe(5_000)
  })

  test('rows that come in on top meanwhile are neither written twice nor push any out', async () => {
    const rows = await readAllRows(
      pagesOf((page) => [...Array.from({ length: page }, (_, at) => aBox(9_000 + at)), ...boxes(1_200)]),
      () => undefined,
      never,
    )
    expect(rows).toEqual(boxes(1_200))
  })

  test('a row that leaves the list meanwhile takes no other with it: the list is read again', async () => {
    let hasLeft = false
    const source = pagesOf((page) => {
      hasLeft ||= page > 0
      return hasLeft ? boxes(1_200).slice(1) : boxes(1_200)
    })
    expect(await readAllRows(source, () => undefined, never)).toEqual(boxes(1_200).slice(1))
  })

  test('a list that is read by cursor is read from each end on, up to the last row, with progress', async () => {
    const all = boxes(1_203)
    const seen: { read: number; total: number }[] = []
    const readNext = (cursor: string | undefined, size: number) => {
      const from = Number(cursor ?? 0)
      return Promise.resolve({
        items: all.slice(from, from + size),
        next: from + size < all.length ? String(from + size) : null,
      })
    }
    expect(await readAllRows({ readNext, expected: 1_200 }, (progress) => seen.push(progress), never)).toEqual(all)
    expect(seen).toEqual([
      { read: 500, total: 1_200 },
      { read: 1_000, total: 1_200 },
      { read: 1_203, total: 1_203 },
    ])
  })

  test('reading by cursor that was called off reads no further page', async () => {
    const own = new AbortController()
    const cursors: (string | undefined)[] = []
    const readNext = (cursor: string | undefined) => {
      cursors.push(cursor)
      own.abort()
      return Promise.resolve({ items: boxes(1), next: '1' })
    }
    await expect(readAllRows({ readNext, expected: 2 }, () => undefined, own.signal)).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(cursors).toEqual([undefined])
  })

  test('a list that never stands still is not written at all', async () => {
    let gone = 0
    const source = pagesOf((page) => boxes(5_000).slice(page > 0 ? ++gone : gone))
    await expect(readAllRows(source, () => undefined, never)).rejects.toThrow(UnsteadyList)
  })

  test('called off, it asks for no further page', async () => {
    const running = new AbortController()
    const readPage = vi.fn((page: number, size: number) =>
      Promise.resolve({ items: boxes(5_000).slice(page * size, (page + 1) * size), total: 5_000 }),
    )
    const reading = readAllRows({ readPage, rowKey: ({ id }) => String(id) }, () => running.abort(), running.signal)
    await expect(reading).rejects.toThrow(/abort/i)
    expect(readPage).toHaveBeenCalledTimes(2)
  })
})

describe('a CSV file', () => {
  test('opens in a French spreadsheet: mark, semicolons, numbers bare, days as people write them', () => {
    expect(csvOf(columns, [aBox(1), aBox(2, { name: null, day: null })], francs)).toBe(
      '\uFEFFN°;Produit;Prix;Expire\r\n1;Produit 1;1001;31/03/2027\r\n2;;1002;\r\n',
    )
  })

  test('keeps separators, quotes and lines of a text inside its cell', () => {
    expect(csvOf(columns.slice(1, 2), [aBox(1, { name: 'Gel "froid"; 50 g\nboîte' })], francs)).toBe(
      '\uFEFFProduit\r\n"Gel ""froid""; 50 g\nboîte"\r\n',
    )
  })

  test.each([
    '=1+1',
    '+33',
    '-2',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＋33',
    '－2',
    '＠SUM(A1)',
    '=HYPERLINK("http://x";"y")',
  ])('a text that a spreadsheet would run is only read: %j', (name) => {
    const cell = csvOf(columns.slice(1, 2), [aBox(1, { name })], francs)
      .split('\r\n')
      .slice(1)
      .join('\r\n')
      .trimEnd()
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  })

  test('a header that would run is only read too, a negative amount stays a number', () => {
    expect(
      csvOf([{ header: '=A1', exported: (box: Box) => ({ money: box.price }) }], [aBox(1, { price: -1250 })], euros),
    ).toBe("\uFEFF'=A1\r\n-12,50\r\n")
  })

  test('the price of a supplier keeps its decimals, and is a number for the spreadsheet', () => {
    const exact: ExportColumn<string>[] = [{ header: 'PU HT', exported: (price) => ({ price }) }]
    expect(csvOf(exact, ['2334.45', '1249.00'], francs)).toBe('\uFEFFPU HT\r\n2334,45\r\n1249,00\r\n')
    expect(csvOf(exact, ['1234.56'], euros)).toContain('12,3456')
  })

  test('minor units become a plain decimal on digits', () => {
    expect([5, -5, 100, 123_456].map((amount) => majorText(amount, euros))).toEqual([
      '0.05',
      '-0.05',
      '1.00',
      '1234.56',
    ])
    expect(majorText(-700, francs)).toBe('-700')
  })
})

describe('an XLSX file', () => {
  const readBack = async (file: Blob) => readSheet(await file.arrayBuffer())

  test('is read back with numbers, amounts and days as such, and formulas as texts', async () => {
    const rows = await readBack(
      await xlsxOf('Stock', columns, [aBox(1), aBox(2, { name: '=1+1', price: -5, day: null })], francs),
    )
    expect(rows).toEqual([
      ['N°', 'Produit', 'Prix', 'Expire'],
      [1, 'Produit 1', 1001, new Date('2027-03-31T00:00:00.000Z')],
      [2, '=1+1', -5, null],
    ])
  })

  test('holds the price of a supplier as the number that it is', async () => {
    const exact: ExportColumn<string>[] = [{ header: 'PU HT', exported: (price) => ({ price }) }]
    expect(await readBack(await xlsxOf('BL', exact, ['2334.45', '1249.00'], francs))).toEqual([
      ['PU HT'],
      [2334.45],
      [1249],
    ])
  })

  test('holds 5,000 rows, amounts with cents, and signs that XML knows', async () => {
    const rows = await readBack(
      await xlsxOf(
        'Prix & remises: a/b [2026]',
        columns,
        boxes(5_000).map((box) => ({ ...box, name: `<b>${box.id}</b> & \u0001 « é »` })),
        euros,
      ),
    )
    expect(rows).toHaveLength(5_001)
    expect(rows[5_000]?.[2]).toBe(59.99)
    expect(rows[5_000]?.[1]).toMatch(/^<b>4999<\/b> & .*« é »$/)
  })
})

describe('the button', () => {
  const saved = savedDownloads()
  const button = (source: RowSource<Box>) => (
    <TableExportButton name="Liste du régime" day="2026-11-21" columns={columns} source={() => source} />
  )

  test('by keyboard alone: X, Entrée, and the file has its name and day', async () => {
    const { user } = draw(button({ rows: [aBox(1)] }))
    await user.keyboard('x')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Fichier CSV' })).toBeTruthy())
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['liste-du-regime-2026-11-21.csv']))
    expect(await saved[0]!.content.text()).toContain('Produit 1')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a page that fails saves nothing, says so, and can be tried again', async () => {
    let isBroken = true
    const good = pagesOf(() => boxes(1_200))
    const source: RowSource<Box> = {
      ...good,
      readPage: (page, size, signal) =>
        isBroken && page === 1 ? Promise.reject(new Error('gone')) : good.readPage(page, size, signal),
    }
    const { user } = draw(button(source))
    await user.click(screen.getByRole('button', { name: 'Exporter' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fichier CSV' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Aucun fichier n’a été enregistré')
    expect(saved).toEqual([])
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Réessayer' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect((await saved[0]!.content.text()).split('\r\n')).toHaveLength(1_202)
  })

  test('« Annuler » calls it off: what comes later is not saved', async () => {
    let answer: (page: { items: Box[]; total: number }) => void = () => undefined
    const { user } = draw(
      button({ readPage: () => new Promise((resolve) => (answer = resolve)), rowKey: ({ id }) => String(id) }),
    )
    await user.click(screen.getByRole('button', { name: 'Exporter' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Fichier Excel (XLSX)' }))
    await user.click(await screen.findByRole('button', { name: 'Annuler' }))
    answer({ items: boxes(3), total: 3 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toEqual([])
  })
})
