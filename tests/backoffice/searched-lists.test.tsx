import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { screensOf } from '#backoffice/screens.ts'
import { allCalls } from '#shared/contract/contract.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import type { Claims } from '#shared/domain/claims.ts'
import { till } from '#tests/support/a-terminal.ts'
import { aDesk, ok, today, type Asked } from './support/a-desk.tsx'
import { withoutList } from './support/without-list.ts'

/** Lists without a search, and why. A list that is searched leaves this table. */
const notSearched = new Map([])
/** Day books: they open on today. Another list shows all of its documents. */
const dayBooks = new Set([
  '/ventes',
  '/ventes/manquees',
  '/factures-normalisees',
  '/ordonnancier',
  '/mouvements',
  '/decaissements',
  '/parametres/exports',
  '/parametres/journal',
  '/parametres/codes',
  '/parametres/droits-accordes',
])

const admin = { ...till, pharmacyId: null, domainId: null, roles: ['admin'] }
const lists = [
  ...screensOf({ pharmacyId: till.pharmacyId } as Claims, []).map(({ path }) => ({ path, account: till })),
  ...screensOf({} as Claims, []).map(({ path }) => ({ path, account: admin })),
].filter(({ path }) => !withoutList.has(path))

const callOf = ({ method, path }: Asked) =>
  allCalls.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)?.endpoint

async function anEmptyList({ path, account }: (typeof lists)[number]) {
  const asked: Asked[] = []
  const desk = await aDesk({
    path: `/backoffice${path}`,
    account,
    products: [],
    answer: (question) => {
      asked.push(question)
      const call = callOf(question)
      // Read at once, without pages.
      if (call === supplierPayments.payables) return ok([])
      if (!call?.query || !('page' in call.query.shape || 'size' in call.query.shape)) return undefined
      return ok({ items: [], total: 0, missing: 0, amount: 0, turnover: 0, next: null })
    },
  })
  await screen.findByRole('grid')
  return { ...desk, asked }
}

/** A day book opens on today, and so do the sums that stand above its rows: they are of the same question. */
function checkDays(path: string, asked: readonly Asked[]) {
  expect(screen.queryByRole('radiogroup', { name: 'Période' }) !== null).toBe(dayBooks.has(path))
  if (!dayBooks.has(path)) return
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Aujourd’hui' }).checked).toBe(true)
  const questions = asked.filter(({ query }) => query.has('from'))
  expect(questions.length).toBeGreaterThan(0)
  for (const { query } of questions) expect([query.get('from'), query.get('to')]).toEqual([today, today])
}

async function checkSearch(asked: readonly Asked[]) {
  const fields = () => within(screen.getByRole('main')).getAllByRole('searchbox', { name: /^Filtrer / })
  expect(fields()).toHaveLength(1)
  // A list that this terminal keeps may show its rows in place of what it loaded with: then the field is a new one.
  await waitFor(() => {
    fireEvent.change(fields()[0]!, { target: { value: 'zz 9' } })
    expect(globalThis.location.search).toContain('cherche=zz+9')
  })
  const searches = () => asked.filter(({ query }) => query.get('search') === 'zz 9')
  // A list that this terminal keeps is searched here.
  await waitFor(() => expect(searches().length > 0 || screen.queryByText(/^Aucun résultat pour/) !== null).toBe(true))
  for (const question of searches())
    expect(callOf(question)?.query?.safeParse(Object.fromEntries(question.query)).error).toBeUndefined()
}

test.each(lists)('$path is searched, a day book opens on today; the server takes the question', async (list) => {
  const { asked } = await anEmptyList(list)
  checkDays(list.path, asked)
  if (!notSearched.has(list.path)) return checkSearch(asked)
  expect(within(screen.getByRole('main')).queryByRole('searchbox', { name: /^Filtrer / })).toBeNull()
})
