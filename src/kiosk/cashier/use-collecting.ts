import { useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { useAsking } from '#kiosk/ui/use-asking.ts'
import type { ToCollect } from '#shared/store/cashier-atoms.ts'
import { takeOverAtom } from '#shared/store/parked-atoms.ts'

/** Opens the counter on the payment of a sale that was made ready; one of another terminal is taken over first, touched twice it is taken once. */
export function useCollecting() {
  const take = useSetAtom(takeOverAtom)
  const asking = useAsking()
  const [, navigate] = useLocation()
  return {
    ...asking,
    async collect(row: ToCollect): Promise<void> {
      const sale = row.place === 'here' ? row.sale : await asking.ask(() => take(row.parked))
      if (sale) navigate(`/vente/${sale.id}?encaisser`)
    },
  }
}
