import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { call } from '#shared/client/call.ts'
import { dues, type NewDues } from '#shared/contract/dues.ts'
import { invalidateQueries, queryOf } from '#shared/store/lists/queries.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { settled } from './undo-atoms.ts'

/** More than a sale has: at most one for each line and hand-over. */
const pageSize = 500

/** What a sale did not hand over, newest first. */
export const duesOfSaleAtom = atomFamily((saleId: string) =>
  atomWithQuery(() => queryOf(dues.list, { query: { saleId, size: pageSize } })),
)

/** Dues that were sent without an answer, by sale: a retry sends the same body, so that they are noted once. */
export const sentDuesAtom = atomFamily((_saleId: string) => atom<NewDues | null>(null))

export type TypedDues = Omit<NewDues, 'lines'> & { lines: readonly { lineId: string; quantity: number }[] }

/** Notes dues. Throws as `call` does. */
export const noteDuesAtom = atom(null, async (get, set, typed: TypedDues): Promise<void> => {
  const sentAtom = sentDuesAtom(typed.saleId)
  const body = get(sentAtom) ?? { ...typed, lines: typed.lines.map((line) => ({ ...line, id: uuid7() })) }
  set(sentAtom, body)
  await settled(
    () => call(dues.create, { body }),
    () => set(sentAtom, null),
    () => invalidateQueries(get(queryClientAtom), 'dues'),
  )
})

/** Hands units over until `left` are owed; the same again changes nothing. Throws as `call` does. */
export const handOverDueAtom = atom(null, async (get, _set, { id, left }: { id: string; left: number }) => {
  await call(dues.handOver, { params: { id }, body: { left } })
  invalidateQueries(get(queryClientAtom), 'dues')
})
