import { useAtomValue, useSetAtom } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import type { Grant } from '#shared/domain/grant.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { takeOverAtom } from '#shared/store/sales/parked-atoms.ts'
import { invalidateQueries } from '#shared/store/lists/queries.ts'
import { useNow } from '#shared/ui/use-now.ts'
import { RefusedGesture } from '#kiosk/counter/refusal/refused-gesture.tsx'
import { useAsking } from './use-asking.ts'
import waiting from './waiting-row.module.css'

/**
 * Takes over a sale that waits on the server, with the right that another member lent, if any. A second touch does
 * nothing. `failure`: why it did not come.
 */
export function useTaking(onTaken: (sale: LocalSale) => void) {
  const takeOver = useSetAtom(takeOverAtom)
  const client = useAtomValue(queryClientAtom)
  const { ask, isAsking, failure, dismiss } = useAsking()
  const leave = () => {
    dismiss()
    // After a refusal, the cached list may be out of date.
    invalidateQueries(client, 'parked-sales')
  }
  return {
    isAsking,
    failure: (
      <>
        {failure?.kind === 'silence' && (
          <p className={waiting.empty} role="alert">
            Pas de réponse. La vente n’est pas perdue{'\u00a0'}: réessayez quand le réseau est là.
          </p>
        )}
        {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={leave} onClose={leave} />}
      </>
    ),
    async take(parked: ParkedSale, grant?: Grant): Promise<void> {
      const sale = await ask(() => takeOver(parked, grant))
      if (sale) onTaken(sale)
    },
  }
}

/** The name of the member who is taking a sale over on another terminal now. Null: nobody. */
export function useTakerElsewhere(): (parked: ParkedSale) => string | null {
  const terminalId = useAtomValue(terminalAtom)?.terminalId
  const now = useNow()
  return ({ takenBy }) =>
    takenBy && takenBy.terminalId !== terminalId && new Date(takenBy.until) > now ? takenBy.name : null
}
