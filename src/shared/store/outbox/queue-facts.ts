import { isEmptySale } from '#shared/domain/local-sale.ts'
import { parcelOf } from '#shared/store/outbox/parcels.ts'
import type { UnsentWork } from '#shared/store/outbox/unsent-store.ts'

/** Figures about the content of a pharmacy that the server does not have. Moments are in ms. */
export type QueueFacts = {
  /** Number of waiting rows: sales, patients, photos, … */
  waiting: number
  refused: number
  open: number
  oldestAt: number | null
  /** Failure of the last row that was tried. */
  lastFailure: string | null
}

/** Counts waiting and refused rows and open non-empty sales; `oldestAt` is the moment of the oldest waiting row. */
export function queueFacts({
  sales,
  outbox,
  patients,
}: Pick<UnsentWork, 'sales' | 'outbox'> & { patients: readonly { status: string }[] }): QueueFacts {
  const waiting = outbox.filter(({ errors }) => !errors)
  const isRefused = ({ status }: { status: string }) => status === 'ERROR'
  const moments = waiting.map((row) => parcelOf(row).doneAt(row)).filter((at): at is number => Number.isFinite(at))
  return {
    waiting: waiting.length,
    refused: sales.filter(isRefused).length + patients.filter(isRefused).length + outbox.length - waiting.length,
    open: sales.filter((sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && !isEmptySale(sale)).length,
    oldestAt: moments.length > 0 ? Math.min(...moments) : null,
    lastFailure: waiting.findLast(({ lastFailure }) => lastFailure !== null)?.lastFailure ?? null,
  }
}
