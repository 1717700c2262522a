import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { screensOf } from '#backoffice/screens.ts'
import { allCalls } from '#shared/contract/contract.ts'
import type { Account } from '#shared/store/identity/identity-store.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aContract, anOrganization, aPerson, contractId, organizationId, personId } from './support/a-clientele.ts'
import { aDesk, ok, type Asked } from './support/a-desk.tsx'
import { withoutList } from './support/without-list.ts'

/** Lists whose columns do not all sort, and why. A list that sorts leaves this table. */
const notSorted = new Map([
  ['/parametres/journal', 'a chain of entries: it has one order'],
  ['/parametres/assistants', 'a few tokens: the newest first'],
  ['/mouvements', 'a ledger read by cursor: it has one order'],
  ['/referentiel/atc', 'a tree: each level stands in the order of its codes'],
])

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const listsOf = (claims: object) => screensOf(claims as Claims, []).filter(({ path }) => !withoutList.has(path))
interface List {
  path: string
  account: Account
  /** What the page that holds the list reads of its record. */
  record?: { path: string; body: unknown }
  /** Columns that do not sort. */
  fixed?: readonly string[]
}

const lists: readonly List[] = [
  ...listsOf({ pharmacyId: till.pharmacyId }).map(({ path }) => ({ path, account: till })),
  ...listsOf({}).map(({ path }) => ({ path, account: admin })),
]

const person = { path: `/persons/${personId(1)}`, body: aPerson(1) }
// What is left of the ceilings is worked out for one page: the server cannot sort by it.
const fixed = ['État', 'Actions']
const organization = { path: `/organizations/${organizationId(1)}`, body: anOrganization(1) }
const contract = { path: `/contracts/${contractId(1)}`, body: { ...aContract(1), payerName: 'NSIA', policies: 0 } }
/** The lists inside pages: each is paged by the server. */
const listsInPages: readonly List[] = [
  { path: '/clients/doublons', account: till },
  { path: `/patients/${personId(1)}?vue=achats`, account: till, record: person },
  { path: `/patients/${personId(1)}?vue=factures`, account: till, record: person },
  { path: `/organismes/${organizationId(1)}?vue=assures`, account: till, record: organization, fixed },
  { path: `/organismes/${organizationId(1)}?vue=factures`, account: till, record: organization },
  { path: `/contrats/${contractId(1)}`, account: till, record: contract, fixed },
]

/** A list without rows: its header stands all the same. */
async function anEmptyList({ path, account, record }: List) {
  const asked: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice${path}`,
    account,
    products: [],
    answer: (question) => {
      asked.push(question)
      if (record?.path === question.path) return ok(record.body)
      const call = callOf(question)
      if (!call?.query || !('page' in call.query.shape || 'size' in call.query.shape)) return undefined
      return ok({ items: [], total: 0, missing: 0, amount: 0, turnover: 0, next: null })
    },
  })
  const grid = within(await screen.findByRole('grid'))
  return { ...desk, asked, headers: () => grid.getAllByRole('columnheader') }
}

const callOf = ({ method, path }: Pick<Asked, 'method' | 'path'>) =>
  allCalls.find(
    ({ endpoint }) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`).test(path),
  )?.endpoint

describe('a list', () => {
  test.each([...lists.filter(({ path }) => !notSorted.has(path)), ...listsInPages])(
    '$path sorts by each of its columns; the server takes the question',
    async (list) => {
      const { user, headers, asked } = await anEmptyList(list)
      // The head of the boxes to tick has no name.
      const names = headers()
        .flatMap(({ textContent }) => textContent || [])
        .filter((name) => !list.fixed?.includes(name))
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

  test.each(listsInPages.filter(({ path }) => path !== '/clients/doublons'))(
    '$path is searched by the server, which takes the question; the address keeps it',
    async (list) => {
      const { user, asked } = await anEmptyList(list)
      await user.type(screen.getByRole('searchbox', { name: /^Filtrer les/ }), 'zz 9')
      await screen.findByText(/^Aucun résultat pour/)
      expect(globalThis.location.search).toContain('cherche=zz+9')
      const last = asked.filter(({ query }) => query.has('search')).at(-1)!
      expect(last.query.get('search')).toBe('zz 9')
      expect(callOf(last)?.query?.safeParse(Object.fromEntries(last.query)).error).toBeUndefined()
    },
  )

  test.each(lists.filter(({ path }) => notSorted.has(path)))('$path is a known exception', async (list) => {
    const { headers } = await anEmptyList(list)
    expect(headers().filter((header) => header.textContent && !header.hasAttribute('aria-sort'))).not.toEqual([])
  })
})
