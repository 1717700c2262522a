import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import type { NewSale } from '#shared/contract/sales.ts'
import { saleTotal, paymentTypes, type LocalSale } from '#shared/domain/local-sale.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { outboxAtom, refusedSalesAtom, resumeSaleAtom } from '#shared/store/sale-atoms.ts'
import type { OutboxRow } from '#shared/store/sales-database.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { NoteQueue } from './note-queue.tsx'
import { PatientQueue } from './patient-queue.tsx'
import { RefusalReason, SaleRow } from './queue-row.tsx'

/** « 12:03 · 2 lignes · Espèces » */
export function saleFacts(moment: string, sale: Pick<LocalSale, 'records' | 'vouchers' | 'payments'>): string {
  const types = paymentTypes(sale).map((type) => paymentLabels[type])
  return [formatHour(moment), plural(sale.records.length + sale.vouchers.length, 'ligne'), types.join(', ')].filter(Boolean).join(' · ')
}

/** What the server does not have: patients, for they go before the sales that name them, then sales; of both the refused first, then what waits; then what was noted. */
export function SendingQueue({ onLeave }: { onLeave?: () => void }) {
  const refused = useAtomValue(refusedSalesAtom)
  const outbox = useAtomValue(outboxAtom)
  const resume = useSetAtom(resumeSaleAtom)
  const [, navigate] = useLocation()
  const takeUp = async (sale: LocalSale) => {
    const resumed = await resume(sale)
    if (!resumed) return
    onLeave?.()
    navigate(`/vente/${resumed.id}`)
  }
  return (
    <>
      <PatientQueue onLeave={onLeave} />
      {refused.map((sale) => (
        <SaleRow key={sale.id} state="refused" title={`Vente ${sale.identifier}`} facts={saleFacts(sale.createdAt, sale)} total={saleTotal(sale)} word="Refusée">
          <RefusalReason error={sale.errors[0]} onResume={() => void takeUp(sale)} />
        </SaleRow>
      ))}
      {outbox.map((row) => {
        const frozen = frozenOf(row)
        return <SaleRow key={row.saleId} state="waiting" title={`Vente ${frozen.identifier}`} facts={saleFacts(frozen.soldAt, frozen)} total={frozen.total} word={row.attempts > 0 ? 'Nouvel essai bientôt' : 'En attente'} />
      })}
      <NoteQueue />
    </>
  )
}

/** The payload was checked by the contract when it was frozen. */
export function frozenOf(row: Pick<OutboxRow, 'payload'>): NewSale {
  return JSON.parse(row.payload) as NewSale
}
