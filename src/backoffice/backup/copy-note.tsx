import { Button } from '@mantine/core'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import classes from '#backoffice/backup/backup.module.css'
import { lostText, unheardCodes } from '#backoffice/backup/lost-facts.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

type Copy = NonNullable<Engine['copy']>
interface CopyNoteProps {
  copy: Copy
  lost: Engine['lost'] | null
}

/** What a restored pharmacy is, and for the one that waits, the button that makes it the shop. */
export function CopyNote({ copy, lost = null }: CopyNoteProps) {
  const send = useSend()
  const gesture = useGesture()
  const ask = () =>
    gesture.ask({
      title: 'Faire de cette copie la pharmacie\u00a0?',
      text: `Ce serveur certifiera de nouveau, enverra les e-mails en attente et prendra ce que les caisses gardent. L’ancien serveur ne doit plus jamais être rallumé. ${missingText(copy, lost)}`,
      yes: 'Oui, c’est la pharmacie',
      run: () => send(pharmacies.confirmCopy, {}),
    })
  return (
    <div className={classes.copy}>
      <p>{copyText(copy)}</p>
      {copy.kind === 'copy' && (
        <Button variant="default" size="xs" disabled={gesture.isOffline} onClick={ask}>
          Confirmer cette copie
        </Button>
      )}
      {gesture.modals}
    </div>
  )
}

function copyText({ kind, madeAt, holdsUntil, skipped }: Copy): string {
  const made = `Restaurée le ${formatMoment(madeAt)}\u00a0: tout y est jusqu’au ${formatMoment(holdsUntil)}`
  switch (kind) {
    case 'copy':
      return `${made}, les numéros sautent de ${skipped}. Rien n’y est changé, certifié, envoyé ni pris des caisses.`
    case 'exercise':
      return `${made}. C’est un exercice\u00a0: tout s’y fait, rien n’en sort, et il ne devient jamais la pharmacie.`
    case 'past':
      return `${made}. C’est un jour passé, en lecture seule.`
  }
}

/** What the dialog says is missing, and which tills may still have some of it. */
function missingText({ holdsUntil }: Copy, lost: Engine['lost'] | null): string {
  if (!lost)
    return `Ce qui a été fait après le ${formatMoment(holdsUntil)} n’est pas ici\u00a0; les caisses renvoient leurs ventes.`
  const unheard = unheardCodes(lost)
  const tills =
    unheard.length === 0
      ? 'les caisses renvoient leurs ventes.'
      : `les caisses renvoient leurs ventes, celles des postes ${unheard.join(', ')} dès qu’ils sont rallumés.`
  return `Il manque ce qui a été fait ${lostText(lost)}\u00a0; ${tills}`
}
