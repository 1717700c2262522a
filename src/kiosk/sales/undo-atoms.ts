import { atom, type Getter } from 'jotai'
import { atomFamily } from 'jotai-family'
import { queryClientAtom } from 'jotai-tanstack-query'
import { call } from '#shared/client/call.ts'
import { sales, type NewSaleReturn, type Sale, type SaleCancellation, type SaleReturn } from '#shared/contract/sales.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { invalidateQueries, queryOf } from '#shared/store/lists/queries.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * What was sent and not answered yet, by sale: asked again it goes as it was, under the same id, however often its panel was closed meanwhile.
 * A refusal ends it: nothing was done, and the next attempt is another one.
 */
export const sentCancellationAtom = atomFamily((_saleId: string) => atom<SaleCancellation | null>(null))
export const sentReturnAtom = atomFamily((_saleId: string) => atom<NewSaleReturn | null>(null))

/** Cancels a sale, its money out of the register of the current user. Throws as `call` does. */
export const cancelSaleAtom = atom(
  null,
  async (get, set, { saleId, reason }: { saleId: string; reason: string }): Promise<Sale> => {
    const sentAtom = sentCancellationAtom(saleId)
    const body = get(sentAtom) ?? { id: uuid7(), revision: 1, registerId: await ownRegister(get), reason }
    set(sentAtom, body)
    return settled(
      () => call(sales.cancel, { params: { id: saleId }, body }),
      () => set(sentAtom, null),
      (sale) => showSale(get, sale),
    )
  },
)

export type ReturnedLines = Pick<NewSaleReturn, 'lines' | 'reason' | 'inCash'>

/** Takes lines of a sale back, the money out of the register of the current user. Throws as `call` does. */
export const giveBackAtom = atom(
  null,
  async (get, set, { saleId, ...typed }: ReturnedLines & { saleId: string }): Promise<SaleReturn> => {
    const sentAtom = sentReturnAtom(saleId)
    const body = get(sentAtom) ?? {
      id: uuid7(),
      revision: 1,
      registerId: await ownRegister(get),
      returnedAt: new Date().toISOString(),
      ...typed,
    }
    set(sentAtom, body)
    return settled(
      () => call(sales.giveBack, { params: { id: saleId }, body }),
      () => set(sentAtom, null),
      () => invalidateQueries(get(queryClientAtom), 'sales'),
    )
  },
)

/** Says when a sale was really made. Throws as `call` does; asked again it changes nothing. */
export const setSaleDateAtom = atom(
  null,
  async (get, _set, { saleId, soldAt }: { saleId: string; soldAt: string }): Promise<void> => {
    showSale(get, await call(sales.setDate, { params: { id: saleId }, body: { soldAt } }))
  },
)

async function settled<Reply>(
  send: () => Promise<Reply>,
  forget: () => void,
  show: (reply: Reply) => void,
): Promise<Reply> {
  try {
    const reply = await send()
    forget()
    show(reply)
    return reply
  } catch (error) {
    if (!isSilence(error)) forget()
    throw error
  }
}

/** The answer is the sale as it stands: its panel shows it at once, all else is asked again. */
function showSale(get: Getter, sale: Sale): void {
  const client = get(queryClientAtom)
  client.setQueryData([...queryOf(sales.read, { params: { id: sale.id } }).queryKey], sale)
  invalidateQueries(client, 'sales')
}

async function ownRegister(get: Getter): Promise<string> {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const { id } = await shared.store.registerOf(session.userId)
  // It may have been made for this.
  shared.written()
  return id
}
