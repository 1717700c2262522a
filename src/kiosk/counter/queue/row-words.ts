import { useAtomValue } from 'jotai'
import { sendingFailureWords } from '#kiosk/counter/queue/sending-failure-words.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import type { OutboxRow } from '#shared/store/sales/sales-rows.ts'
import { sendingAtom } from '#shared/store/outbox/sending-atoms.ts'
import { plural } from '#shared/ui/plural.ts'
import { connectivityAtom } from '#shared/windows/connectivity.ts'
import { useSeconds } from '#kiosk/ui/use-seconds.ts'

export type RowWords = {
  state: 'waiting' | 'sending'
  /** At the end of the row: « Nouvel essai dans 40 s ». */
  word: string
  /** « 3 essais, le serveur n’a pas répondu ». Null if no attempt failed. */
  trouble: string | null
}

/** The state of a queue row in words: being sent, or when the next retry is and why the last one failed. */
export function useRowWords(): (row: OutboxRow | RowAttempt | undefined) => RowWords {
  const sending = useAtomValue(sendingAtom)
  const isOffline = useAtomValue(connectivityAtom).state === 'offline'
  const needsSignIn = useAtomValue(needsSignInAtom)
  const now = useSeconds()
  return (row) => {
    const { saleId, attempts = 0, nextAttemptAt = 0, lastFailure = null } = row ?? {}
    const trouble =
      attempts > 0
        ? [plural(attempts, 'essai'), sendingFailureWords(lastFailure, needsSignIn)].filter(Boolean).join(', ')
        : null
    if (saleId !== undefined && sending.has(saleId)) return { state: 'sending', word: 'Envoi en cours', trouble }
    return { state: 'waiting', word: waitingWord(attempts, nextAttemptAt - now, isOffline), trouble }
  }
}

/** The attempt fields of a row, for screens that do not have the whole row. */
export type RowAttempt = Pick<OutboxRow, 'saleId'> &
  Partial<Pick<OutboxRow, 'attempts' | 'nextAttemptAt' | 'lastFailure'>>

/** « 12:03 · 2 lignes · 3 essais, le serveur n’a pas répondu » */
export function withTrouble(facts: string, { trouble }: RowWords): string {
  return trouble ? `${facts} · ${trouble}` : facts
}

function waitingWord(attempts: number, leftMs: number, isOffline: boolean): string {
  if (isOffline) return 'Au retour du réseau'
  if (attempts === 0) return 'En attente'
  const seconds = Math.ceil(leftMs / 1000)
  return seconds > 0 ? `Nouvel essai dans ${seconds}\u00a0s` : 'Nouvel essai bientôt'
}
