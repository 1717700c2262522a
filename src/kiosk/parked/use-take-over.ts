import { useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { useAsking } from '#kiosk/ui/use-asking.ts'
import type { ParkedSale } from '#shared/contract/parked-sales.ts'
import { takeOverAtom } from '#shared/store/parked-atoms.ts'

/** Takes a parked sale over and opens the counter on it; touched twice it is taken once. */
export function useTakeOver(onTaken: () => void) {
  const take = useSetAtom(takeOverAtom)
  const asking = useAsking()
  const [, navigate] = useLocation()
  return {
    ...asking,
    async takeOver(parked: ParkedSale): Promise<void> {
      const sale = await asking.ask(() => take(parked))
      if (!sale) return
      onTaken()
      navigate(`/vente/${sale.id}`)
    },
  }
}
