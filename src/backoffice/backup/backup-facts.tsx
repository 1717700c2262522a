import type { Engine } from '#shared/contract/engine.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatMoment, formatSince } from '#shared/ui/date-format.ts'
import { remoteFacts } from '#backoffice/backup/remote-facts.tsx'
import { sizeText } from '#backoffice/ui/size-text.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'

/** What the log lags behind without a reason to say so: what a busy second writes. */
const usualLag = 1_000_000

/** The medium of the server's backup, in words for the owner. */
export function mediumFacts(backup: Engine['backup'] | null): Fact[] {
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
