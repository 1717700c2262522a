import { atom, type Getter } from 'jotai'
import { call } from '#shared/client/call.ts'
import { NewSale, sales } from '#shared/contract/sales.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import type { ReceiptContent } from '#shared/domain/receipt-code/receipt-code.ts'
import { frozen } from '#shared/store/tools/canonical-json.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { changeSaleAtom, present, sharedSalesAtom, snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import type { SalesStore } from '#shared/store/sales/sales-store.ts'

/** Before a sale is taken over: is it this pharmacy's, and does the contract know its shape? */
export type RetypedSale = { kind: 'sale'; sale: NewSale } | { kind: 'other-pharmacy' | 'unreadable' }
/** `queued` now · `here` before, waiting or sent · `at-server` already, nothing is sent. */
export type RetypeOutcome = 'queued' | 'here' | 'at-server'

/** Somebody waits with the next receipt in hand. */
const askingTimeoutMs = 4_000

/** What a receipt's code says, held against this terminal. Nothing is written. */
export const readRetypedAtom = atom(null, (get, _set, { pharmacyId, sale }: ReceiptContent): RetypedSale => {
  const { shared } = presentHere(get)
  if (pharmacyId !== shared.store.pharmacyId) return { kind: 'other-pharmacy' }
  // The parsed one is thrown away: what goes out is what was sent, to the letter.
  return NewSale.safeParse(sale).success ? { kind: 'sale', sale: sale as NewSale } : { kind: 'unreadable' }
})

/**
 * Takes the sale of a receipt over as it was sent, same id, revision and content, behind what waits here; the session that types it sends it. A sale that
 * this terminal or the server has is left alone. When it resolves, the disk has it.
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
 * A retyped sale was refused: an older attempt of one that the server took later, perhaps. Where the server has the sale, this terminal lets go of it;
 * answers whether it did.
 */
export const dropKnownRetypedAtom = atom(null, async (get, set, id: string): Promise<boolean> => {
  const refused = get(snapshotAtom).sales.find((sale) => sale.id === id && sale.status === 'ERROR')
  if (!refused || !(await isAtServer(id))) return false
  return set(changeSaleAtom, refused, () => null).then(
    () => true,
    // Taken up by somebody meanwhile: it is theirs.
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

/** false too where nobody can say: what the server has it takes again without doing it twice. */
async function isAtServer(id: string): Promise<boolean> {
  const answer = await call(sales.reconcile, { body: { ids: [id] } }, { timeoutMs: askingTimeoutMs }).catch(() => null)
  return answer !== null && !answer.missing.includes(id)
}

/** Held by nobody: should the server refuse it, it is in everybody's sight. */
function localSaleOf(
  get: Getter,
  { id, identifier, revision, records, vouchers, payments, patientId, prescription, replaces, soldAt }: NewSale,
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
    version: 1,
    openedBy: null,
    sessionId: null,
    errors: [],
    createdAt: soldAt,
    patient:
      patientId === null ? null : { id: patientId, firstName: known?.firstName ?? '', lastName: known?.lastName ?? '' },
    ...(prescription && { prescription }),
    ...(replaces && { replaces: { id: replaces, number } }),
  }
}
