import { atom, type Getter } from 'jotai'
import { atomFamily } from 'jotai-family'
import { queryClientAtom } from 'jotai-tanstack-query'
import { call } from '#shared/client/call.ts'
import type { SaleCancellation } from '#shared/contract/sale-cancellation.ts'
import type { NewSaleReturn, SaleReturn } from '#shared/contract/sale-return.ts'
import { sales, type ReadSale, type Sale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/contract/tokens.ts'
import { movementsOfReturn, movementsOfReversal } from '#shared/domain/register/movements.ts'
import { noteRefundAtom } from '#shared/store/register/register-atoms.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { invalidateQueries, queryOf } from '#shared/store/lists/queries.ts'
import { isSilence } from '#shared/store/outbox/server-decisions.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'

/**
 * A cancellation that was sent without an answer, by sale. A retry sends the same body under the same id, even after
 * its panel was closed. A refusal clears it: nothing was done, and the next attempt is a new one.
 */
export const sentCancellationAtom = atomFamily((_saleId: string) => atom<SaleCancellation | null>(null))
export const sentReturnAtom = atomFamily((_saleId: string) => atom<NewSaleReturn | null>(null))

/** Cancels a sale. The cash leaves the register of the current user. Throws as `call` does. */
export const cancelSaleAtom = atom(
  null,
  async (get, set, { saleId, ...typed }: { saleId: string; reason: string } & Lent): Promise<Sale> => {
    const sentAtom = sentCancellationAtom(saleId)
    const body = get(sentAtom) ?? { id: uuid7(), revision: 1, registerId: await ownRegister(get), ...typed }
    set(sentAtom, body)
    return settled(
      () => call(sales.cancel, { params: { id: saleId }, body }),
      () => set(sentAtom, null),
      async (sale) => {
        showSale(get, sale)
        const at = sale.cancellation?.at ?? new Date().toISOString()
        const movements = movementsOfReversal(sale)
        await kept(set(noteRefundAtom, { registerId: body.registerId, saleId, at, movements }))
      },
    )
  },
)

export type ReturnedLines = Pick<NewSaleReturn, 'lines' | 'reason' | 'inCash'>
/** The right that another member lent for the gesture. */
type Lent = { grant?: Grant | undefined }

/** Returns lines of a sale. The cash leaves the register of the current user. Throws as `call` does. */
export const giveBackAtom = atom(
  null,
  async (get, set, { sale, ...typed }: ReturnedLines & { sale: Sale } & Lent): Promise<SaleReturn> => {
    const { id: saleId } = sale
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
      async (made) => {
        invalidateQueries(get(queryClientAtom), 'sales')
        const movements = movementsOfReturn(sale, made)
        await kept(set(noteRefundAtom, { registerId: body.registerId, saleId, at: made.returnedAt, movements }))
      },
    )
  },
)

/** Sets the date of a sale. Idempotent. Throws as `call` does. */
export const setSaleDateAtom = atom(
  null,
  async (get, _set, { saleId, ...body }: { saleId: string; soldAt: string; reason: string } & Lent): Promise<void> => {
    showSale(get, await call(sales.setDate, { params: { id: saleId }, body }))
  },
)

/** Sends a body that is kept until an answer came: also a refusal is one. */
export async function settled<Reply>(
  send: () => Promise<Reply>,
  forget: () => void,
  show: (reply: Reply) => unknown,
): Promise<Reply> {
  try {
    const reply = await send()
    forget()
    await show(reply)
    return reply
  } catch (error) {
    if (!isSilence(error)) forget()
    throw error
  }
}

/** The answer contains the current sale: the panel shows it at once, and all other queries are invalidated. */
function showSale(get: Getter, sale: ReadSale): void {
  const client = get(queryClientAtom)
  client.setQueryData([...queryOf(sales.read, { params: { id: sale.id } }).queryKey], sale)
  invalidateQueries(client, 'sales')
}

/** The server has the return: an error of the disk here only makes a difference less exact that is shown offline. */
async function kept(noting: Promise<void>): Promise<void> {
  await noting.catch(() => undefined)
}

async function ownRegister(get: Getter): Promise<string> {
  const { shared, session } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
  const { id } = await shared.store.registerOf(session.userId)
  // `registerOf` may have created the register.
  shared.written()
  return id
}
