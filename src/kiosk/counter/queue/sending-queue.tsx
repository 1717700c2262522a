import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { soldInstant } from '#shared/domain/corrected-instant.ts'
import type { NewSale } from '#shared/contract/sales.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { saleTotal, paymentTypes, type LocalSale, type SaleError } from '#shared/domain/local-sale.ts'
import { paymentLabels } from '#shared/domain/payment.ts'
import { goodsOf } from '#shared/domain/sale.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { showsTakingsAtom } from '#shared/store/register/sight-atoms.ts'
import { resumeSaleAtom } from '#shared/store/sales/sale-actions.ts'
import { outboxAtom, refusedSalesAtom } from '#shared/store/sales/sale-atoms.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatHour } from '#shared/ui/date-format.ts'
import { writeFact } from '#shared/ui/error-modal.tsx'
import { plural } from '#shared/ui/plural.ts'
import { NoteQueue } from './note-queue.tsx'
import { PatientQueue } from './patient-queue.tsx'
import classes from './queued-row.module.css'
import { QueuedRow, RefusalWords } from './queued-row.tsx'
import { useRowWords, withTrouble } from './row-words.ts'
import { isUnknownPatient, unknownPatientWords } from '#kiosk/counter/refusal/unknown-patient.tsx'

/** « 12:03 · 2 lignes · Espèces » */
export function saleFacts(moment: string, sale: Pick<LocalSale, 'records' | 'vouchers' | 'payments'>): string {
  const types = paymentTypes(sale).map((type) => paymentLabels[type])
  return [formatHour(trueInstant(moment)), plural(goodsOf(sale).length, 'ligne'), types.join(', ')]
    .filter(Boolean)
    .join(' · ')
}

/**
 * What the server does not have yet: patients first, as sales refer to them, then sales, then notes. In each group
 * refused items come first.
 */
export function SendingQueue({ onLeave }: { onLeave?: () => void }) {
  const refused = useAtomValue(refusedSalesAtom)
  const outbox = useAtomValue(outboxAtom)
  // Offline the queue holds the sales of a whole day, and so what the drawer must hold.
  const showsTakings = useAtomValue(showsTakingsAtom)
  const resume = useSetAtom(resumeSaleAtom)
  const rowWords = useRowWords()
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
        <QueuedRow
          key={sale.id}
          state="refused"
          title={`Vente ${sale.identifier}`}
          facts={saleFacts(sale.createdAt, sale)}
          amount={saleTotal(sale)}
          word={sale.status === 'ONGOING' ? 'Refusée, reprise' : 'Refusée'}
        >
          <RefusalReason error={sale.errors[0]} onResume={() => void takeUp(sale)} />
        </QueuedRow>
      ))}
      {outbox.map((row) => {
        const [frozen, waiting] = [frozenOf(row), rowWords(row)]
        return (
          <QueuedRow
            key={row.saleId}
            state={waiting.state}
            title={`Vente ${frozen.identifier}`}
            facts={withTrouble(saleFacts(soldInstant(frozen), frozen), waiting)}
            amount={showsTakings ? frozen.total : null}
            word={waiting.word}
          />
        )
      })}
      <NoteQueue />
    </>
  )
}

/** Why the server refused, with amounts, and the gesture to resume the sale. */
function RefusalReason({ error, onResume }: { error: SaleError | undefined; onResume: () => void }) {
  const currency = useCurrency()
  const facts = (error && catalogueEntry(error.message)?.facts(error.details)) ?? []
  return (
    <>
      {error && isUnknownPatient(error) ? (
        <p className={classes.why}>
          <b>{unknownPatientWords.title}.</b> {unknownPatientWords.text}
        </p>
      ) : (
        <RefusalWords message={error?.message} otherwise="La vente a été refusée" />
      )}
      {facts.length > 0 && (
        <dl className={classes.figures}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{writeFact(value, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button variant="outline" color="danger" fullWidth onClick={onResume}>
        Reprendre la vente
      </Button>
    </>
  )
}

/** The contract checked the payload when the sale was frozen. */
export function frozenOf(row: Pick<OutboxRow, 'payload'>): NewSale {
  return JSON.parse(row.payload) as NewSale
}
