import { atom } from 'jotai'
import type { Sale } from '#shared/contract/sales.ts'
import type { LocalSale, SalePatient } from '#shared/domain/local-sale.ts'
import { sessionAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { present, sharedSalesAtom } from '#shared/store/sales/sale-atoms.ts'

/**
 * Begins the new version of a closed sale, as the server has it: open, held by the current user, with everything of the other one, which is
 * replaced when the new one is closed. Begun twice it is one sale. Who may, and whether it still can be, is the server's question at closing.
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
      | 'registerId'
      | 'rounding'
    >,
  ): Promise<LocalSale> => {
    const { shared, session, terminal } = present(get(sharedSalesAtom), get(sessionAtom), get(terminalAtom))
    const patient = patientOf(closed, closed.patientId === null ? undefined : get(personsAtom).get(closed.patientId))
    const sale = await shared.store.revise(
      { ...closed, patient },
      { terminalCode: terminal.terminalCode, userId: session.userId, sessionId: session.id },
    )
    shared.written()
    return sale
  },
)

/** A patient whom this terminal does not know is named as the server named him. */
function patientOf(
  { patientId, patientName }: Pick<Sale, 'patientId' | 'patientName'>,
  known: SalePatient | undefined,
): SalePatient | null {
  if (patientId === null) return null
  return known
    ? { id: patientId, firstName: known.firstName, lastName: known.lastName }
    : { id: patientId, firstName: '', lastName: patientName ?? '' }
}
