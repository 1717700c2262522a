import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { screensOf } from '#backoffice/screens.ts'
import { allCalls } from '#shared/contract/contract.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk, ok, type Asked } from './support/a-desk.tsx'

const withoutList = new Set(['/', '/parametres/pharmacie', '/parametres/imprimantes'])
/** Lists whose columns do not all sort, and why. A list that sorts leaves this table. */
const notSorted = new Map([['/mouvements', 'a ledger read by cursor: it has one order']])

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const listsOf = (claims: object) => screensOf(claims as Claims, []).filter(({ path }) => !withoutList.has(path))
const lists = [
  ...listsOf({ pharmacyId: till.pharmacyId }).map(({ path }) => ({ path, account: till })),
  ...listsOf({}).map(({ path }) => ({ path, account: admin })),
]

/** A list without rows: its header stands all the same. */
async function anEmptyList({ path, account }: (typeof lists)[number]) {
  const asked: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice${path}`,
    account,
    products: [],
    answer: (question) => {
      asked.push(question)
      const call = callOf(question)
      if (!call?.query || !('page' in call.query.shape || 'size' in call.query.shape)) return undefined
      return ok({ items: [], total: 0, missing: 0, amount: 0, turnover: 0, next: null })
    },
  })
  const grid = within(await screen.findByRole('grid'))
  return { ...desk, asked, headers: () => grid.getAllByRole('columnheader') }
}

const callOf = ({ method, path }: Pick<Asked, 'method' | 'path'>) =>
  allCalls.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)?.endpoint

describe('a list of the menu', () => {
  test.each(lists.filter(({ path }) => !notSorted.has(path)))(
    '$path sorts by each of its columns; the server takes the question',
    async (list) => {
      const { user, headers, asked } = await anEmptyList(list)
      // The head of the boxes to tick has no name.
      const names = headers().flatMap(({ textContent }) => textContent || [])
      expect(names.length).toBeGreaterThan(1)
      for (const name of names) {
        const header = () => within(screen.getByRole('grid')).getByRole('columnheader', { name })
        await user.click(within(header()).getByRole('button', { name }))
        await waitFor(() => expect(header().getAttribute('aria-sort')).toMatch(/ascending|descending/))
      }
      // Of rows in memory no page was asked for.
      const pages = asked.filter((question) => question.query.get('size') === '100' && question.query.has('page'))
      const columns = () => new Set(pages.flatMap(({ query }) => query.get('sort')?.replace('-', '') ?? []))
      if (pages.some(({ query }) => query.has('sort'))) expect(columns().size).toBe(names.length)
      for (const question of pages)
        expect(callOf(question)?.query?.safeParse(Object.fromEntries(question.query)).error).toBeUndefined()
    },
  )

  test.each(lists.filter(({ path }) => notSorted.has(path)))('$path is a known exception', async (list) => {
    const { headers } = await anEmptyList(list)
    expect(headers().filter((header) => header.textContent && !header.hasAttribute('aria-sort'))).not.toEqual([])
  })
})
