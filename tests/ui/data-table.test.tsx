import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { type Column, columnsThatFit, columnTemplate } from '#shared/ui/data-table-column.ts'
import { DataTable, type DataTableProps } from '#shared/ui/data-table.tsx'
import { draw } from '#tests/ui/draw.tsx'

interface Box {
  id: string
  name: string
  stock: number
}

const boxes = (count: number): Box[] =>
  Array.from({ length: count }, (_, index) => ({ id: `b${index}`, name: `Produit ${index}`, stock: (index * 7) % 10 }))

const columns: Column<Box>[] = [
  { key: 'name', header: 'Produit', width: 200, render: (box) => box.name },
  {
    key: 'stock',
    header: 'Stock',
    width: 80,
    align: 'end',
    render: (box) => box.stock,
    compare: (a, b) => a.stock - b.stock,
  },
]

function table(props: Partial<DataTableProps<Box>>) {
  return (
    <DataTable<Box>
      label="Stock"
      columns={columns}
      rowKey={(box) => box.id}
      {...({ rows: boxes(3), ...props } as { rows: Box[] })}
    />
  )
}

const dataRows = () => screen.getAllByRole('row').slice(1)
const names = () => dataRows().map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)
const focused = () => document.activeElement?.getAttribute('aria-rowindex')
const enter = () => document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()

describe('a long list', () => {
  test('draws only the rows in view, and says how many there are', () => {
    const render = vi.fn((box: Box) => box.name)
    draw(table({ rows: boxes(50_000), columns: [{ key: 'name', header: 'Produit', width: 200, render }] }))
    expect(dataRows().length).toBeLessThan(60)
    expect(render.mock.calls.length).toBeLessThan(150)
    const grid = screen.getByRole('grid', { name: 'Stock' })
    expect(grid.getAttribute('aria-rowcount')).toBe('50001')
    expect(dataRows()[0]?.getAttribute('aria-rowindex')).toBe('2')
  })

  test('ticking one row does not draw the others again', async () => {
    const render = vi.fn((box: Box) => box.name)
    const still: Column<Box>[] = [{ key: 'name', header: 'Produit', width: 200, render }]
    function Ticking() {
      const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
      return table({ rows: many, columns: still, ticked, onTick: (box) => setTicked(new Set([box.id])) })
    }
    const many = boxes(1_000)
    const { user } = draw(<Ticking />)
    enter()
    render.mockClear()
    await user.keyboard(' ')
    expect(within(dataRows()[0] as HTMLElement).getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(render.mock.calls.length).toBeLessThanOrEqual(1)
  })
})

describe('keyboard', () => {
  test('one row has the focus; arrows, Page, Home and End move it within the list', async () => {
    const { user } = draw(table({ rows: boxes(1_000) }))
    expect(document.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1)
    enter()
    await user.keyboard('{ArrowUp}')
    expect(focused()).toBe('2')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('4')
    await user.keyboard('{PageDown}')
    expect(Number(focused())).toBeGreaterThan(4)
    await user.keyboard('{End}')
    expect(focused()).toBe('1001')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('1001')
    await user.keyboard('{Home}')
    expect(focused()).toBe('2')
  })

  test('Entrée opens the row, Espace ticks it', async () => {
    const [onOpen, onTick] = [vi.fn(), vi.fn()]
    const rows = boxes(3)
    const { user } = draw(table({ rows, onOpen, onTick, ticked: new Set(['b1']) }))
    enter()
    await user.keyboard('{ArrowDown}{Enter} ')
    expect(onOpen.mock.calls).toEqual([[rows[1]]])
    expect(onTick.mock.calls).toEqual([[rows[1], false]])
  })

  test('the focus stays in a list that shrinks', async () => {
    const { user, rerender } = draw(table({ rows: boxes(50) }))
    enter()
    await user.keyboard('{End}')
    rerender(table({ rows: boxes(2) }))
    expect(document.querySelector('[data-row][tabindex="0"]')?.getAttribute('aria-rowindex')).toBe('3')
  })
})

describe('pointer', () => {
  test('a click opens; the box only ticks; a button in a cell keeps its own gesture', async () => {
    const [onOpen, onTick, onClick] = [vi.fn(), vi.fn(), vi.fn()]
    const rows = boxes(2)
    const withButton: Column<Box>[] = [
      ...columns,
      { key: 'act', header: '', width: 40, render: () => <button onClick={onClick}>Commander</button> },
    ]
    const { user } = draw(table({ rows, columns: withButton, onOpen, onTick }))
    await user.click(screen.getByText('Produit 1'))
    expect(onOpen.mock.calls).toEqual([[rows[1]]])
    await user.click(within(dataRows()[0] as HTMLElement).getByRole('checkbox'))
    expect(onTick.mock.calls).toEqual([[rows[0], true]])
    await user.click(within(dataRows()[0] as HTMLElement).getByRole('button', { name: 'Commander' }))
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(onOpen).toHaveBeenCalledTimes(1)
  })

  test('the open row is marked', () => {
    draw(table({ selectedKey: 'b1' }))
    expect(screen.getAllByRole('row', { selected: true }).map((row) => row.getAttribute('aria-rowindex'))).toEqual([
      '3',
    ])
  })

  test('the box of the header is full, empty or between', async () => {
    const onTickAll = vi.fn()
    const { user, rerender } = draw(table({ onTick: vi.fn(), onTickAll, ticked: new Set(['b1']) }))
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Cocher toute la liste' })
    expect(all().indeterminate).toBe(true)
    await user.click(all())
    expect(onTickAll.mock.calls).toEqual([[true]])
    rerender(table({ onTick: vi.fn(), onTickAll, ticked: new Set(['b0', 'b1', 'b2']) }))
    expect(all().checked).toBe(true)
    expect(all().indeterminate).toBe(false)
  })
})

describe('sorting', () => {
  test('rows in memory are sorted here, up then down, and the header says so', async () => {
    const { user } = draw(table({}))
    const header = () => screen.getByRole('columnheader', { name: 'Stock' })
    expect(header().getAttribute('aria-sort')).toBe('none')
    await user.click(screen.getByRole('button', { name: 'Stock' }))
    expect(names()).toEqual(['Produit 0', 'Produit 2', 'Produit 1'])
    expect(header().getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Stock' }))
    expect(names()).toEqual(['Produit 1', 'Produit 2', 'Produit 0'])
    expect(header().getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: 'Produit' }).getAttribute('aria-sort')).toBeNull()
  })

  test('rows without a value come last both ways; a column says which way it sorts first', async () => {
    const withStock = columns.map((column) =>
      column.key === 'stock'
        ? { ...column, isEmpty: ({ stock }: Box) => stock === 0, firstSort: 'descending' as const }
        : column,
    )
    const { user } = draw(table({ columns: withStock }))
    const header = () => screen.getByRole('columnheader', { name: 'Stock' })
    await user.click(within(header()).getByRole('button'))
    expect([header().getAttribute('aria-sort'), names()]).toEqual([
      'descending',
      ['Produit 1', 'Produit 2', 'Produit 0'],
    ])
    await user.click(within(header()).getByRole('button'))
    expect([header().getAttribute('aria-sort'), names()]).toEqual([
      'ascending',
      ['Produit 2', 'Produit 1', 'Produit 0'],
    ])
  })

  test('rows sorted by the owner are left as they come', async () => {
    const onSort = vi.fn()
    const { user } = draw(table({ onSort, sort: { column: 'stock', direction: 'ascending' } }))
    expect(names()).toEqual(['Produit 0', 'Produit 1', 'Produit 2'])
    await user.click(screen.getByRole('button', { name: 'Stock' }))
    expect(onSort.mock.calls).toEqual([[{ column: 'stock', direction: 'descending' }]])
  })
})

describe('pages of the server', () => {
  test('asks for what is in view and missing, and shows a row on its way', () => {
    const onRangeNeeded = vi.fn()
    const page = boxes(10)
    draw(table({ rows: undefined, rowCount: 5_000, rowAt: (index: number) => page[index], onRangeNeeded } as never))
    expect(onRangeNeeded).toHaveBeenCalledTimes(1)
    const [from, to] = onRangeNeeded.mock.calls[0] as [number, number]
    expect(from).toBe(10)
    expect(to).toBeLessThan(60)
    const late = dataRows()[10]
    expect(late?.getAttribute('aria-busy')).toBe('true')
    expect(dataRows()[9]?.getAttribute('aria-busy')).toBeNull()
  })

  test('asks for nothing when all is there', () => {
    const onRangeNeeded = vi.fn()
    const page = boxes(100)
    draw(table({ rows: undefined, rowCount: 100, rowAt: (index: number) => page[index], onRangeNeeded } as never))
    expect(onRangeNeeded).not.toHaveBeenCalled()
  })

  test('a row on its way cannot be opened', async () => {
    const onOpen = vi.fn()
    const { user } = draw(
      table({ rows: undefined, rowCount: 3, rowAt: () => undefined, onRangeNeeded: () => {}, onOpen } as never),
    )
    enter()
    await user.keyboard('{Enter}')
    expect(onOpen).not.toHaveBeenCalled()
  })
})

describe('four faces', () => {
  const listedAt = new Date(2026, 10, 21, 11, 42)

  test('empty: one sentence and one button', async () => {
    const onClick = vi.fn()
    const { user } = draw(
      table({ rows: [], emptyText: 'Aucune vente aujourd’hui.', emptyAction: { label: 'Nouvelle vente', onClick } }),
    )
    expect(screen.getByText('Aucune vente aujourd’hui.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Nouvelle vente' }))
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  test('loading: neither the empty sentence nor a false count of rows', () => {
    draw(table({ rows: [], face: 'loading', emptyText: 'Aucune vente.' }))
    expect(screen.queryByText('Aucune vente.')).toBeNull()
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    expect(dataRows()).toHaveLength(0)
  })

  test('loading again: known rows stay', () => {
    draw(table({ face: 'loading' }))
    expect(names()).toEqual(['Produit 0', 'Produit 1', 'Produit 2'])
  })

  test('error: what failed and « Réessayer »', async () => {
    const onRetry = vi.fn()
    const { user } = draw(table({ rows: [], face: 'error', errorText: 'Le stock n’a pas pu être lu.', onRetry }))
    expect(screen.getByRole('alert').textContent).toContain('Le stock n’a pas pu être lu.')
    await user.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  test('error with old rows: they stay, with their hour', () => {
    draw(table({ face: 'error', listedAt, onRetry: () => {} }))
    expect(names()).toHaveLength(3)
    expect(screen.getByText(/^Liste d.*11:42/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy()
  })

  test('off line: the list stays, with its hour, and nothing asks for the network', () => {
    draw(table({ face: 'offline', listedAt, onRetry: () => {} }))
    expect(names()).toHaveLength(3)
    expect(screen.getByText(/^Liste d.*11:42/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull()
  })
})

describe('columns', () => {
  const wide: Column<Box>[] = [
    { key: 'name', header: 'Produit', width: 200, render: () => null },
    { key: 'dci', header: 'DCI', width: 150, priority: 3, render: () => null },
    { key: 'place', header: 'Rang.', width: 60, priority: 2, render: () => null },
    { key: 'min', header: 'Mini', width: 60, priority: 1, render: () => null },
    { key: 'price', header: 'Prix', width: 80, render: () => null },
  ]
  const keys = (width: number | undefined, isCompact = false) =>
    columnsThatFit(wide, width, isCompact).map((column) => column.key)

  test.each([
    [undefined, ['name', 'dci', 'place', 'min', 'price']],
    [550, ['name', 'dci', 'place', 'min', 'price']],
    [549, ['name', 'place', 'min', 'price']],
    [399, ['name', 'min', 'price']],
    [100, ['name', 'price']],
  ])('in %s px, the least important fold first', (width, kept) => {
    expect(keys(width)).toEqual(kept)
  })

  test('beside an open panel those of priority 2 and more fold at once', () => {
    expect(keys(2_000, true)).toEqual(['name', 'min', 'price'])
    draw(
      table({
        columns: [...columns, { key: 'dci', header: 'DCI', width: 90, priority: 2, render: () => 'x' }],
        compact: true,
      }),
    )
    expect(screen.queryByRole('columnheader', { name: 'DCI' })).toBeNull()
  })

  test('someone always takes the room left over', () => {
    expect(columnTemplate(columns, true)).toBe('38px minmax(200px, 1fr) 80px')
    expect(
      columnTemplate([{ ...wide[0], grow: 2 } as Column<Box>, { ...wide[1], grow: 1 } as Column<Box>], false),
    ).toBe('minmax(200px, 2fr) minmax(150px, 1fr)')
  })
})
