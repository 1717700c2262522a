import { atom, type Getter } from 'jotai'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import { call } from '#shared/client/call.ts'
import { NewSale, sales } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { ReceiptContent } from '#shared/domain/receipt-code/receipt-code.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { changeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { present, sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

/**
 * The content of a scanned receipt: a valid sale of this pharmacy, a sale of another pharmacy, or content that does not
 * match the schema of the contract.
 */
export type RetypedSale = { kind: 'sale'; sale: NewSale } | { kind: 'other-pharmacy' | 'unreadable' }
/**
 * `queued`: queued now. `here`: this terminal already had it, waiting or sent. `at-server`: the server already has it,
 * nothing is sent.
 */
export type RetypeOutcome = 'queued' | 'here' | 'at-server'

/** In ms. Short, because the user waits to scan the next receipt. */
const askingTimeoutMs = 4_000

/** Checks the content of a receipt's code. Writes nothing. */
export const readRetypedAtom = atom(null, (get, _set, { pharmacyId, sale }: ReceiptContent): RetypedSale => {
  const { shared } = presentHere(get)
  if (pharmacyId !== shared.store.pharmacyId) return { kind: 'other-pharmacy' }
  // The parsed result is not used: the content must be sent exactly as it was first sent.
  return NewSale.safeParse(sale).success ? { kind: 'sale', sale: sale as NewSale } : { kind: 'unreadable' }
})

/**
 * Queues the sale of a receipt with the same id, revision and content; the current session sends it. Does nothing when
 * this terminal or the server already has the sale. Resolves after the write to disk.
 */
export const retypeSaleAtom = atom(null, async (get, _set, sale: NewSale): Promise<RetypeOutcome> => {
  const { shared, session } = presentHere(get)
  if (await isHere(shared.store, sale.id)) return 'here'
  if (await isAtServer(sale.id)) return 'at-server'
  const row = {
    saleId: sale.id,
    kind: 'sale',
    seq: 0,
    revision: sale.revision,
    ...frozen(sale),
    sessionId: session.id,
    attempts: 0,
    nextAttemptAt: 0,
    lastFailure: null,
  } as const
  const taken = await shared.store.takeIn({ sales: [localSaleOf(get, sale)], outbox: [row], patients: [], photos: [] })
  shared.written()
  shared.wakeOutbox()
  return taken.sales === 1 ? 'queued' : 'here'
})

/**
 * Deletes a refused retyped sale from this terminal if the server has the sale: the receipt was of an older attempt.
 * Returns whether it was deleted.
 */
export const dropKnownRetypedAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  const refused = get(snapshotAtom).sales.find((sale) => sale.id === id && sale.status === 'ERROR')
  if (!refused || !(await isAtServer(id))) return false
  return set(changeSaleAtom, refused, () => null).then(
    () => true,
    // Another member resumed it meanwhile: it stays.
    () => false,
  )
})

function presentHere(get: Getter) {
  return present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
}

async function isHere(store: SalesStore, id: string): Promise<boolean> {
  const [unsent, sent] = await Promise.all([store.saleIds(), store.acknowledgedIds()])
  return unsent.includes(id) || sent.includes(id)
}

/**
 * Whether the server has the sale. False without an answer: sending the sale again is safe, because the server ignores
 * a sale that it already has.
 */
async function isAtServer(id: string): Promise<boolean> {
  const answer = await call(sales.reconcile, { body: { ids: [id] } }, { timeoutMs: askingTimeoutMs }).catch(() => null)
  return answer !== null && !answer.missing.includes(id)
}

/** The local sale of a retyped receipt. It has no holder, so that all members see it if the server refuses it. */
function localSaleOf(
  get: Getter,
  {
    id,
    identifier,
    revision,
    records,
    vouchers,
    payments,
    patientId,
    prescription,
    buyer,
    isInvoiced,
    replaces,
    ...sold
  }: NewSale,
): LocalSale {
  const known = patientId === null ? undefined : get(personsAtom).get(patientId)
  const number = get(snapshotAtom).acknowledged.find((sent) => sent.id === replaces)?.reply.number ?? 0
  return {
    id,
    identifier,
    revision,
    records,
    vouchers,
    payments,
    status: 'SUBMITTING',
    editCount: 1,
    openedBy: null,
    sessionId: null,
    errors: [],
    createdAt: soldInstant(sold),
    patient:
      patientId === null ? null : { id: patientId, firstName: known?.firstName ?? '', lastName: known?.lastName ?? '' },
    ...(prescription && { prescription }),
    ...(buyer && { buyer }),
    ...(isInvoiced === undefined ? {} : { isInvoiced }),
    ...(replaces && { replaces: { id: replaces, number } }),
  }
}
