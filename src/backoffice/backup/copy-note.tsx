import { Button } from '@mantine/core'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import classes from '#backoffice/backup/backup.module.css'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** A restored copy, and the button that makes it the shop. */
export function CopyNote({ copy }: { copy: NonNullable<Engine['copy']> }) {
  const send = useSend()
  const gesture = useGesture()
  const ask = () =>
    gesture.ask({
      title: 'Faire de cette copie la pharmacie\u00a0?',
      text: `Ce serveur certifiera de nouveau, enverra les e-mails en attente et prendra ce que les caisses gardent. L’ancien serveur ne doit plus jamais être rallumé. Ce qui a été fait après le ${formatMoment(copy.holdsUntil)} n’est pas ici\u00a0; les caisses renvoient leurs ventes.`,
      yes: 'Oui, c’est la pharmacie',
      run: () => send(pharmacies.confirmCopy, {}),
    })
  return (
    <div className={classes.copy}>
      <p>{`Restaurée le ${formatMoment(copy.madeAt)}\u00a0: tout y est jusqu’au ${formatMoment(copy.holdsUntil)}, les numéros sautent de ${copy.skipped}. Rien n’est certifié, envoyé ni pris des caisses.`}</p>
      <Button variant="default" size="xs" disabled={gesture.isOffline} onClick={ask}>
        Confirmer cette copie
      </Button>
      {gesture.modals}
    </div>
  )
}
