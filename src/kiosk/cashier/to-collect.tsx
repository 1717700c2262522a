import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { RefusedGesture } from '#kiosk/ui/refused-gesture.tsx'
import { saleDueAtom } from '#kiosk/ui/counter-atoms.ts'
import { displayName } from '#shared/domain/person.ts'
import { hasCentralCashierAtom, toCollectAtom, type ToCollect } from '#shared/store/cashier-atoms.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import { invalidateQueries } from '#shared/store/queries.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { useNow } from '#shared/ui/use-now.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import classes from './cashier.module.css'
import { Collected } from './collected.tsx'
import { useCollecting } from './use-collecting.ts'

/** At the cashier's: the sales that sellers made ready, who came first first. Nothing where each seller collects and nothing waits. */
export function ToCollect() {
  const rows = useAtomValue(toCollectAtom)
  const hasCashier = useAtomValue(hasCentralCashierAtom)
  const client = useAtomValue(queryClientAtom)
  const factsOf = useRowFacts()
  const { collect, isAsking, failure, dismiss } = useCollecting()
  const leave = () => {
    dismiss()
    // Whatever was refused, the list may be of before.
    invalidateQueries(client, 'parked-sales')
  }
  if (!hasCashier && rows.length === 0) return null
  return (
    <PageSection title="À encaisser">
      <Collected />
      {failure?.kind === 'silence' && (
        <p className={classes.empty} role="alert">
          Pas de réponse. La vente n’est pas perdue{'\u00a0'}: réessayez quand le réseau est là.
        </p>
      )}
      {rows.length === 0 ? (
        <p className={classes.empty}>Aucune vente n’attend. Celles que les vendeurs envoient arrivent ici.</p>
      ) : (
        <ul className={classes.rows} aria-label="Ventes à encaisser">
          {rows.map((row) => (
            <Row key={factsOf(row).id} facts={factsOf(row)} isAsking={isAsking} onCollect={() => void collect(row)} />
          ))}
        </ul>
      )}
      {failure?.kind === 'refused' && <RefusedGesture error={failure.error} onResume={leave} onClose={leave} />}
    </PageSection>
  )
}

/** `reason`: why it cannot be collected now; null: it can. `due`: minor units. */
type RowFacts = { id: string; identifier: string; who: string; by: string; at: string; due: number; reason: string | null }

function Row({ facts: { identifier, who, by, at, due, reason }, isAsking, onCollect }: { facts: RowFacts; isAsking: boolean; onCollect: () => void }) {
  return (
    <li className={classes.row}>
      <span className={classes.names}>
        <b>{`Vente ${identifier}`}</b>
        <span>{[who, by, formatHour(at)].join(' · ')}</span>
      </span>
      <span className={classes.due}>
        <Money amount={due} unit />
      </span>
      <Button size="md" aria-label={`Encaisser la vente ${identifier}`} disabled={reason !== null || isAsking} onClick={onCollect}>
        Encaisser
      </Button>
      {reason && <p className={classes.why}>{reason}</p>}
    </li>
  )
}

/** A sale on this terminal is collected without a network; one at the server needs it, and that no colleague is taking it. */
function useRowFacts(): (row: ToCollect) => RowFacts {
  const dueOf = useAtomValue(saleDueAtom)
  const terminalId = useAtomValue(terminalAtom)?.terminalId
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const now = useNow()
  return (row) => {
    if (row.place === 'here') {
      const { id, identifier, patient, preparation } = row.sale
      return { id, identifier, who: patient ? displayName(patient) : 'Sans client', by: preparation.name, at: preparation.at, due: dueOf(row.sale), reason: null }
    }
    const { id, identifier, patientName, parkedByName, parkedAt, toCollect, takenBy } = row.parked
    const isTaken = takenBy !== null && takenBy.terminalId !== terminalId && new Date(takenBy.until) > now
    const reason = isTaken ? `${takenBy.name} l’encaisse sur un autre poste.` : isOffline ? 'Elle est sur un autre poste\u00a0: demande le réseau.' : null
    return { id, identifier, who: patientName ?? 'Sans client', by: parkedByName, at: parkedAt, due: toCollect.due, reason }
  }
}
