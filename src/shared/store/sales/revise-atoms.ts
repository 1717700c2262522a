import { atom } from 'jotai'
import type { Sale } from '#shared/contract/sales.ts'
import type { Grant } from '#shared/domain/grant.ts'
import type { LocalSale, SalePatient } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

/**
 * Begins a new version of a closed sale: an open sale held by the current user with the content of the closed one,
 * which it replaces when it is closed. A second call returns the same sale. The server checks at closing whether the
 * user may replace it, or whether `grant` lends the right, and whether that is still possible.
 */
export const reviseSaleAtom = atom(
  null,
  async (
    get,
    _set,
    closed: Pick<
      Sale,
      | 'id'
      | 'number'
      | 'records'
      | 'vouchers'
      | 'payments'
      | 'patientId'
      | 'patientName'
      | 'prescription'
      | 'buyer'
      | 'isInvoiced'
      | 'registerId'
      | 'rounding'
    >,
    grant?: Grant,
  ): Promise<LocalSale> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const patient = patientOf(closed, closed.patientId === null ? undefined : get(personsAtom).get(closed.patientId))
    const sale = await shared.store.revise(
      { ...closed, patient },
      { terminalCode: terminal.terminalCode, userId: session.userId, sessionId: session.id },
      grant,
    )
    shared.written()
    return sale
  },
)

/** A patient unknown to this terminal keeps the name from the server. */
function patientOf(
  { patientId, patientName }: Pick<Sale, 'patientId' | 'patientName'>,
  known: SalePatient | undefined,
): SalePatient | null {
  if (patientId === null) return null
  return known
    ? { id: patientId, firstName: known.firstName, lastName: known.lastName }
    : { id: patientId, firstName: '', lastName: patientName ?? '' }
}
