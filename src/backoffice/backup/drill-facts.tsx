import { Button } from '@mantine/core'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { drillWords } from '#shared/domain/backup/drill.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatDuration, formatMoment } from '#shared/ui/date-format.ts'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** How often a try that runs is looked at, in ms. */
const runningEvery = 2_000

/** When the backup was last proved to restore, and the button that tries it now. Nothing without a backup of this server. */
export function DrillSheet({ drill }: { drill: Engine['drill'] }) {
  const send = useSend()
  const gesture = useGesture()
  // The end of a try is told by no hint.
  useAnswer(pharmacies.engine, {}, { enabled: drill?.isRunning === true, everyMs: runningEvery })
  if (!drill) return null
  return (
    <Sheet
      title="Essais de la sauvegarde"
      actions={
        <Button
          variant="default"
          size="compact-sm"
          disabled={gesture.isOffline || drill.isRunning}
          onClick={() => gesture.run(() => send(pharmacies.tryBackup, {}))}
        >
          Essayer la sauvegarde maintenant
        </Button>
      }
    >
      <FactList
        facts={[
          ['Dernière restaurée', provenText(drill.provenAt)],
          ['Dernier essai', drill.isRunning ? 'En cours\u00a0: la pharmacie continue de vendre' : lastText(drill.last)],
        ]}
      />
      {gesture.modals}
    </Sheet>
  )
}

/** « celle du dim. 29 nov. 2026, 03:10, il y a 3 jours » */
function provenText(provenAt: string | null): string {
  if (provenAt === null) return 'Jamais encore\u00a0: Officine l’essaie seule chaque semaine'
  const seconds = (pharmacyNow().getTime() - Date.parse(provenAt)) / 1000
  return `celle du ${formatMoment(provenAt)}, il y a ${formatDuration(seconds)}`
}

function lastText(last: NonNullable<Engine['drill']>['last']): string | null {
  return last && `${formatMoment(last.beganAt)}\u00a0: ${drillWords(last)}`
}
