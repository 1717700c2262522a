import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { saleDueAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { useTaking, useTakerElsewhere } from '#kiosk/counter/sale/use-taking.tsx'
import { WaitingRow } from '#kiosk/counter/sale/waiting-row.tsx'
import waiting from '#kiosk/counter/sale/waiting-row.module.css'
import { saleUnits } from '#shared/domain/local-sale.ts'
import { displayName } from '#shared/domain/person.ts'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { hasCentralCashierAtom, toCollectAtom, type ToCollect } from '#shared/store/sales/cashier-atoms.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { Collected } from './collected.tsx'
import { SendBackModal } from './send-back-modal.tsx'

/** The sales that wait for the central cashier, oldest first. Empty if sellers collect themselves and no sale waits. */
export function ToCollect() {
  const rows = useAtomValue(toCollectAtom)
  const hasCashier = useAtomValue(hasCentralCashierAtom)
  const [, navigate] = useLocation()
  const pay = ({ id }: { id: string }) => navigate(`/vente/${id}?encaisser`)
  const { take, isAsking, failure } = useTaking(pay)
  const factsOf = useRowFacts()
  const [sentBack, setSentBack] = useState<ToCollect | null>(null)
  if (!hasCashier && rows.length === 0) return null
  return (
    <PageSection title="À encaisser">
      <Collected />
      {failure}
      {!hasCashier && (
        <p className={waiting.empty}>
          La caisse centrale n’est plus en service. Encaissez ces ventes ici, ou renvoyez-les à leur vendeur.
        </p>
      )}
      {rows.length === 0 ? (
        <p className={waiting.empty}>Aucune vente n’attend. Celles que les vendeurs envoient arrivent ici.</p>
      ) : (
        <ul className={waiting.list} aria-label="Ventes à encaisser">
          {rows.map((row) => {
            const { id, identifier, facts, due, reason } = factsOf(row)
            const collect = () => (row.place === 'here' ? pay(row.sale) : void take(row.parked))
            return (
              <WaitingRow
                key={id}
                title={`Vente ${identifier}`}
                facts={facts}
                amount={due}
                gesture={{
                  label: 'Encaisser',
                  name: `Encaisser la vente ${identifier}`,
                  isMain: true,
                  onClick: collect,
                }}
                beside={{
                  label: 'Renvoyer',
                  name: `Renvoyer la vente ${identifier}`,
                  onClick: () => setSentBack(row),
                }}
                reason={reason}
                isBusy={isAsking}
              />
            )
          })}
        </ul>
      )}
      {sentBack && (
        <SendBackModal
          row={sentBack}
          identifier={factsOf(sentBack).identifier}
          facts={factsOf(sentBack).facts}
          onClose={() => setSentBack(null)}
        />
      )}
    </PageSection>
  )
}

/** `reason`: why the sale cannot be collected now; null if it can. `due` is in minor units. */
type RowFacts = { id: string; identifier: string; facts: readonly string[]; due: number; reason: string | null }

/**
 * A sale on this terminal can be collected offline. A sale on the server needs the network, and no colleague taking it
 * over.
 */
function useRowFacts(): (row: ToCollect) => RowFacts {
  const dueOf = useAtomValue(saleDueAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const takerOf = useTakerElsewhere()
  return (row) => {
    if (row.place === 'here') {
      const { id, identifier, patient, preparation } = row.sale
      return {
        id,
        identifier,
        facts: [
          patient ? displayName(patient) : 'Sans client',
          preparation.name,
          formatHour(trueInstant(preparation.at)),
          ...contentFacts(saleUnits(row.sale), (row.sale.records[0] ?? row.sale.vouchers[0])?.label),
        ],
        due: dueOf(row.sale),
        reason: null,
      }
    }
    const { id, identifier, patientName, parkedByName, parkedAt, boxes, firstLine, toCollect } = row.parked
    const taker = takerOf(row.parked)
    const reason =
      taker !== null
        ? `${taker} l’encaisse sur un autre poste.`
        : isOffline
          ? 'Cette vente est sur un autre poste\u00a0: il faut le réseau.'
          : null
    return {
      id,
      identifier,
      facts: [patientName ?? 'Sans client', parkedByName, formatHour(parkedAt), ...contentFacts(boxes, firstLine)],
      due: toCollect.due,
      reason,
    }
  }
}

/** « 3 boîtes », « Coartem 20/120 ». */
function contentFacts(boxes: number, firstLine: string | null | undefined): string[] {
  return [plural(boxes, 'boîte'), ...(firstLine ? [firstLine] : [])]
}
