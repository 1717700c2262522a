import type { HealthFacts } from '#kiosk/health/health-facts.ts'
import type { Tone } from '#kiosk/health/health-line.ts'
import { healthSections } from '#kiosk/health/health-lines.ts'
import { formatMoment } from '#shared/ui/date-format.ts'

export const toneWords: Record<Tone, string> = {
  good: 'Bien',
  watch: 'À surveiller',
  bad: 'À régler',
  unknown: 'Inconnu',
}

/**
 * The whole screen as plain text for the support, plus technical details. Contains no patient, member, code or token.
 */
export function supportText(facts: HealthFacts): string {
  const { terminal, lists, queue, disk, storage, clockSkewMs } = facts
  const sections = healthSections(facts).flatMap(({ title, lines }) => [
    '',
    title,
    ...lines.map(({ name, tone, fact }) => `- ${name} [${toneWords[tone]}] ${fact}`),
  ])
  return [
    `Santé du poste ${terminal.code}, ${formatMoment(facts.now)}`,
    `Pharmacie\u00a0: ${terminal.pharmacy ?? 'aucune'} (${terminal.pharmacyId ?? 'aucune'}), poste ${terminal.id}`,
    ...sections,
    '',
    'Pour l’assistance',
    ...(lists ?? []).map(
      ({ list, rev, live, loading, hasError, lastError }) =>
        `- ${list}: rev ${rev}, ${live ? `generation ${live.id}, ${live.count} rows, cursor ${live.cursor}, epoch ${live.epoch}, synced ${instant(live.syncedAt)}` : 'no content'}${loading ? `, loading ${loading.loaded}/${loading.total}` : ''}${hasError ? `, failed: ${technical(lastError)}` : ''}`,
    ),
    `- queue: ${queue.waiting} waiting, ${queue.refused} refused, ${queue.open} open, oldest ${queue.oldestAt === null ? 'none' : instant(queue.oldestAt)}, last failure: ${technical(queue.lastFailure)}`,
    ...facts.former.map(
      ({ pharmacyId, waiting, refused, open, isUnreadable }) =>
        `- former ${pharmacyId}: ${isUnreadable ? 'unreadable' : `${waiting} waiting, ${refused} refused, ${open} open`}`,
    ),
    `- disk: persisted ${disk.isPersisted}, trouble ${disk.trouble}, copy ${disk.copy}, ${storage ? `${storage.used} of ${storage.quota} bytes` : 'size unknown'}`,
    `- clock: ${clockSkewMs === null ? 'unknown' : `${Math.round(clockSkewMs)} ms`}, now ${instant(facts.now)}`,
    `- windows: ${facts.windows ?? 'unknown'}, leader ${facts.isLeader}`,
    `- browser: ${navigator.userAgent}`,
  ].join('\n')
}

/** Passes only our own messages, as a foreign message may quote typed data. */
function technical(message: string | null | undefined): string {
  if (!message) return 'none'
  return /^(?:[a-z-]+:[A-Za-z]+|no token.*|nobody answered|internal)$/i.test(message) ? message : 'other'
}

function instant(at: number): string {
  return new Date(at).toISOString()
}
