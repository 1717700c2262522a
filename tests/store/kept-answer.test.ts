import { createStore, type Atom } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { expect, onTestFinished, test } from 'vitest'
import { bankNamesAtom } from '#shared/store/lists/bank-atoms.ts'
import { identityAtom, type terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { followHints, newQueryClient } from '#shared/store/lists/queries.ts'
import { disbursementReasonsAtom } from '#shared/store/register/register-atoms.ts'
import { pharmacyId } from '#tests/support/a-local-sale.ts'
import { openApiEdge, until } from '#tests/support/api-edge.ts'

/** A window of a till that shows one kept answer. */
function aTillThatShows<T>(shown: Atom<T>) {
  const [store, queryClient] = [createStore(), newQueryClient()]
  store.set(queryClientAtom, queryClient)
  const terminal = { pharmacy: { id: pharmacyId } } as NonNullable<ReturnType<(typeof terminalAtom)['read']>>
  store.set(identityAtom, { terminal, session: null })
  const leave = store.sub(shown, () => undefined)
  onTestFinished(() => {
    leave()
    queryClient.clear()
  })
  return { shows: () => store.get(shown), hear: followHints(queryClient) }
}

test('a bank that the back-office renames is read again on the hint, long before the hour is over', async () => {
  const bank = { id: crypto.randomUUID(), name: 'BOA', archived: false }
  const edge = await openApiEdge(() => ({ status: 200, body: [bank] }))
  const till = aTillThatShows(bankNamesAtom)
  await until('the banks are there', () => till.shows()[0] === 'BOA')
  bank.name = 'Bank of Africa'
  till.hear('users')
  till.hear('cash-registers')
  till.hear('banks')
  await until('the new name is there', () => till.shows()[0] === 'Bank of Africa')
  expect(edge.asked.map(({ path }) => path)).toEqual(['/banks/all', '/banks/all'])
  // Without a network the next window begins with it.
  edge.answer = () => 'hang up'
  expect(aTillThatShows(bankNamesAtom).shows()).toEqual(['Bank of Africa'])
})

test('a reason that was archived is gone on the hint', async () => {
  const reasons = [{ id: crypto.randomUUID(), label: 'Transport', archived: false }]
  const edge = await openApiEdge(() => ({ status: 200, body: reasons }))
  const till = aTillThatShows(disbursementReasonsAtom)
  await until('the reasons are there', () => till.shows()?.length === 1)
  reasons.pop()
  till.hear('disbursement-reasons')
  await until('it is gone', () => till.shows()?.length === 0)
  expect(edge.asked).toHaveLength(2)
})
