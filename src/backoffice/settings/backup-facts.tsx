import { Button } from '@mantine/core'
import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatMoment, formatSince } from '#shared/ui/date-format.ts'
import { remoteFacts } from '#backoffice/settings/remote-facts.tsx'
import classes from '#backoffice/settings/settings.module.css'
import { sizeText } from '#backoffice/settings/size-text.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** What the log lags behind without a reason to say so: what a busy second writes. */
const usualLag = 1_000_000

/** The backup of the server, in words for the owner. */
export function backupFacts({ backup = null, copy = null }: Engine): Fact[] {
  return [...(copy ? [['Copie', <CopyNote key="copy" copy={copy} />] as const] : []), ...mediumFacts(backup)]
}

function mediumFacts(backup: Engine['backup'] | null): Fact[] {
  if (backup === 'external')
    return [['Sauvegarde', 'La base est sur un serveur à part\u00a0: son administrateur la sauvegarde']]
  if (!backup)
    return [['Sauvegarde', 'Officine n’en fait pas\u00a0: l’installateur indique un support avec BACKUP_DIRECTORY']]
  return [
    ['Support de sauvegarde', `${backup.directory}, ${stateOf(backup)}`],
    [
      'Dernière sauvegarde',
      backup.newestBaseAt
        ? formatMoment(backup.newestBaseAt)
        : backup.isStreaming
          ? 'Pas encore\u00a0: la première est en cours'
          : null,
    ],
    ['Écritures suivies', backup.storedUntil && `jusqu’au ${formatMoment(backup.storedUntil)}`],
    ...(backup.fault ? [['Dernière erreur', backup.fault] as const] : []),
    ...remoteFacts(backup.remote),
  ]
}

type OwnBackup = Exclude<NonNullable<Engine['backup']>, string>

function stateOf({ awaySince, isStreaming, lagBytes, isOnDataDisk }: OwnBackup): string {
  if (awaySince) {
    const seconds = (pharmacyNow().getTime() - Date.parse(awaySince)) / 1000
    return `absent ${formatSince(seconds)}\u00a0: rebranchez-le, la sauvegarde reprend seule`
  }
  if (!isStreaming) return 'pas suivi en ce moment'
  const place = isOnDataDisk ? 'sur le même disque que les données, ' : ''
  return lagBytes !== null && lagBytes > usualLag ? `${place}${sizeText(lagBytes)} de retard` : `${place}à jour`
}

/** A restored copy, and the button that makes it the shop. */
function CopyNote({ copy }: { copy: NonNullable<Engine['copy']> }) {
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
    <span className={classes.copy}>
      {`Restaurée le ${formatMoment(copy.madeAt)}\u00a0: tout y est jusqu’au ${formatMoment(copy.holdsUntil)}, les numéros sautent de ${copy.skipped}. Rien n’est certifié, envoyé ni pris des caisses.`}
      <Button variant="default" size="xs" disabled={gesture.isOffline} onClick={ask}>
        Confirmer cette copie
      </Button>
      {gesture.modals}
    </span>
  )
}
