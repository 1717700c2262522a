import { Button } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { trueInstant } from '#shared/pharmacy-time.ts'
import { dropPrintAtom, printQueueAtom } from '#shared/store/sales/print-atoms.ts'
import type { PrintJob } from '#shared/store/sales/sales-rows.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { inDoubt, printAgainAtom, printHereAtom, sending, stuckPrintsAtom } from './printer-state.ts'
import { printFailureWords } from './print-words.ts'
import row from '#kiosk/counter/queue/queued-row.module.css'
import { QueuedRow } from '#kiosk/counter/queue/queued-row.tsx'
import classes from '#kiosk/ui/side-drawer.module.css'

/** Each waiting print job, why it waits, and its gestures. */
export function WaitingPrints() {
  const jobs = useAtomValue(printQueueAtom)
  const stuck = new Set(useAtomValue(stuckPrintsAtom).map(({ id }) => id))
  return (
    <ul className={classes.rows} aria-label="Impressions en attente">
      {jobs.map((job) => (
        <WaitingPrint key={job.id} job={job} isStuck={stuck.has(job.id)} />
      ))}
      {jobs.length === 0 && <li className={classes.empty}>Aucune impression en attente.</li>}
    </ul>
  )
}

function WaitingPrint({ job, isStuck }: { job: PrintJob; isStuck: boolean }) {
  const printHere = useSetAtom(printHereAtom)
  const printAgain = useSetAtom(printAgainAtom)
  const drop = useSetAtom(dropPrintAtom)
  const isDoubtful = job.lastFailure === inDoubt
  return (
    <QueuedRow
      state={isStuck ? 'stuck' : 'waiting'}
      title={job.title}
      facts={`${formatHour(trueInstant(job.at))} · ${printFailureWords(job.lastFailure)}`}
    >
      {/* A job that is being sent has no gestures, as it would be printed twice. */}
      {job.lastFailure !== sending && (
        <div className={row.choices}>
          {isDoubtful ? (
            <Button
              variant="default"
              aria-label={`Réimprimer\u00a0: ${job.title}`}
              onClick={() => void printAgain(job)}
            >
              Réimprimer
            </Button>
          ) : (
            job.kind !== 'drawer' && (
              <Button
                variant="default"
                aria-label={`Imprimer ici\u00a0: ${job.title}`}
                onClick={() => void printHere(job)}
              >
                Imprimer ici
              </Button>
            )
          )}
          <Button
            variant="subtle"
            color="gray"
            aria-label={`${isDoubtful ? 'Déjà imprimé' : 'Abandonner'}\u00a0: ${job.title}`}
            onClick={() => void drop(job.id)}
          >
            {isDoubtful ? 'Déjà imprimé' : 'Abandonner'}
          </Button>
        </div>
      )}
    </QueuedRow>
  )
}
