import type { RemoteBackup } from '#shared/contract/engine.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { sizeText } from '#backoffice/ui/size-text.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'

/** The copy of the backup in a remote store, in words for the owner. */
export function remoteFacts(remote: RemoteBackup | null | undefined): Fact[] {
  if (!remote) return []
  const { place, storedUntil, newestBaseAt, sentBytes, keepsAll, state, fault } = remote
  return [
    ['Stockage distant', `${place}, ${stateText(remote)}${keepsAll ? '\u202f; il garde tout' : ''}`],
    [
      'Parti au loin',
      storedUntil
        ? `tout jusqu’au ${formatMoment(storedUntil)}, sauvegarde complète du ${newestBaseAt ? formatMoment(newestBaseAt) : '…'}\u202f; ${sizeText(sentBytes)} en un jour`
        : `pas encore une sauvegarde complète\u202f; ${sizeText(sentBytes)} en un jour`,
    ],
    ...(fault !== null && state === 'failing' ? [['Erreur du stockage distant', fault] as const] : []),
  ]
}

function stateText({ state, waitingBytes }: RemoteBackup): string {
  const left = waitingBytes ? `, ${sizeText(waitingBytes)} à envoyer` : ''
  switch (state) {
    case 'waiting':
      return `attend le support de sauvegarde${left}`
    case 'offline':
      return `pas joint en ce moment, l’envoi reprend seul${left}`
    case 'failing':
      return `refuse${left}`
    case 'sending':
      return `envoi en cours${left}`
    case 'current':
      return 'à jour'
  }
}
