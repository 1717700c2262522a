import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTable } from '#shared/ui/data-table.tsx'
import { draw } from '#tests/ui/draw.tsx'

const columns = [{ key: 'name', header: 'Vente', width: 200, render: (row: { id: string }) => row.id }]
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: `n° ${first - at}` }))

function list(rows: readonly { id: string }[], given: { question?: string; selectedKey?: string } = {}) {
  return <DataTable label="Ventes" columns={columns} rowKey={(row) => row.id} rows={rows} {...given} />
}
const focused = () => document.activeElement?.textContent
const enter = () => document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()

test('rows that come in above do not move the keyboard to another row', async () => {
  const { user, rerender } = draw(list(from(10, 10)))
  enter()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('n° 8')
  rerender(list(from(13, 13)))
  expect(focused()).toBe('n° 8')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('n° 7')
})

test('nor do they take the focus from a field', () => {
  const { rerender } = draw(list(from(10, 10)))
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  rerender(list(from(11, 11)))
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('a list scrolled down keeps in view what was in view; at its top it shows what comes in', () => {
  const { rerender } = draw(list(from(500, 500)))
  const grid = screen.getByRole('grid')
  grid.scrollTop = 3_600
  rerender(list(from(502, 502)))
  expect(grid.scrollTop).toBe(3_672)
  grid.scrollTop = 0
  rerender(list(from(503, 503)))
  expect(grid.scrollTop).toBe(0)
})

test('another question starts again at the top', async () => {
  const { user, rerender } = draw(list(from(500, 500), { question: 'toutes' }))
  enter()
  await user.keyboard('{End}')
  const grid = screen.getByRole('grid')
  grid.scrollTop = 9_000
  rerender(list(from(400, 400), { question: 'espèces' }))
  expect(grid.scrollTop).toBe(0)
  expect(focused()).toBe('n° 400')
})

test('a row opened from elsewhere is the one that the keyboard starts from', async () => {
  draw(list(from(500, 500), { selectedKey: 'n° 120' }))
  await waitFor(() => expect(document.querySelector('[data-row][tabindex="0"]')?.textContent).toBe('n° 120'))
})

test('the header that was pressed to sort keeps the focus', async () => {
  const sorted = (question: string) => (
    <DataTable
      label="Ventes"
      columns={columns.map((column) => ({ ...column, sortable: true }))}
      rowKey={(row) => row.id}
      rows={from(10, 10)}
      onSort={() => undefined}
      question={question}
    />
  )
  const { user, rerender } = draw(sorted('toutes'))
  const header = screen.getByRole('button', { name: 'Vente' })
  await user.click(header)
  rerender(sorted('triées'))
  rerender(sorted('triées'))
  expect(document.activeElement).toBe(header)
})

test('after another question the next change of the list leaves the focus in a field', async () => {
  const { user, rerender } = draw(list(from(10, 10), { question: 'toutes' }))
  enter()
  rerender(list([], { question: 'aucune' }))
  const field = document.body.appendChild(document.createElement('input'))
  await user.click(field)
  rerender(list(from(10, 10), { question: 'aucune' }))
  expect(document.activeElement).toBe(field)
  field.remove()
})
