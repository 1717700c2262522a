import { formatPercent } from '#shared/ui/money-format.ts'
import type { HealthFacts } from '#kiosk/health/health-facts.ts'
import type { HealthLine } from '#kiosk/health/health-line.ts'
import { sendingFailureWords } from '#kiosk/counter/queue/sending-failure-words.ts'
import type { ListMeta, ListName } from '#shared/store/lists/list-meta.ts'
import { formatDuration } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'

const listTitles: Record<ListName, string> = {
  'pharmacy-products': 'Produits',
  persons: 'Patients',
  organizations: 'Organismes',
  companies: 'Assureurs',
  'product-health-insurance': 'Remboursements',
}

/** Lists are refreshed every 5 minutes (specification §4). Twice that means that a refresh failed. */
const staleMs = 600_000
const oldMs = 7 * 86_400_000

/** « Listes »: the age and the state of each list of this terminal. */
export function listLines(facts: HealthFacts): HealthLine[] {
  return (
    facts.lists?.map((meta) => listLine(meta, facts)) ?? [
      { name: 'Listes', tone: 'unknown', fact: 'Pas encore lues', advice: null },
    ]
  )
}

function listLine(
  { list, live, loading, hasError, lastError }: ListMeta,
  { now, network, needsSignIn }: HealthFacts,
): HealthLine {
  const name = listTitles[list]
  const coming =
    loading && loading.total > 0
      ? `, en cours\u00a0: ${formatPercent(Math.floor((100 * Math.min(loading.loaded, loading.total)) / loading.total))}`
      : ''
  if (!live)
    return {
      name,
      tone: hasError || network.state === 'offline' ? 'bad' : 'watch',
      fact: `Pas encore sur ce poste${coming}`,
      advice:
        network.state === 'offline'
          ? 'Elle arrivera au retour du réseau.'
          : 'Laissez la page ouverte quelques minutes.',
    }
  const ageMs = Math.max(0, now - live.syncedAt)
  const trouble = hasError
    ? `, dernier échec\u00a0: ${sendingFailureWords(lastError ?? '', needsSignIn) ?? 'inconnu'}`
    : ''
  const fact = `${plural(live.count, 'ligne')}, à jour il y a ${formatDuration(ageMs / 1000)}${coming}${trouble}`
  if (ageMs > oldMs)
    return {
      name,
      tone: 'bad',
      fact,
      advice: 'Les prix et les stocks ont plus d’une semaine\u00a0: rétablissez le réseau.',
    }
  if (hasError || ageMs > staleMs)
    return {
      name,
      tone: 'watch',
      fact,
      advice:
        network.state === 'offline'
          ? 'Elle se met à jour seule au retour du réseau.'
          : 'Si cela dure, touchez «\u00a0Vider les listes\u00a0»\u00a0: elle est redemandée au serveur.',
    }
  return { name, tone: 'good', fact, advice: null }
}
