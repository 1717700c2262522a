import type { HealthFacts } from '#kiosk/health/health-facts.ts'
import { isOfAccount, sendingFailureWords } from '#kiosk/counter/queue/sending-failure-words.ts'
import type { CopyState } from '#shared/store/disk/disk-atoms.ts'
import { formatDuration, formatSince } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { deviceLines } from './device-lines.ts'
import type { HealthLine, HealthSection, Tone } from './health-line.ts'
import { listLines } from './list-lines.ts'
import { storageLines } from './storage-lines.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Everything that « Santé du poste » shows, the most costly faults first. */
export function healthSections(facts: HealthFacts): readonly HealthSection[] {
  return [
    { title: 'Ventes', lines: [queueLine(facts), ...formerLines(facts), keptLine(facts), copyLine(facts.disk.copy)] },
    { title: 'Mémoire de ce poste', lines: storageLines(facts) },
    { title: 'Listes', lines: listLines(facts) },
    { title: 'Réseau et heure', lines: [networkLine(facts), clockLine(facts.clockSkewMs)] },
    { title: 'Appareils', lines: deviceLines(facts) },
    { title: 'Fenêtres et versions', lines: [windowsLine(facts), versionLine(facts)] },
  ]
}

/** The worst tone of all lines, for the head of the screen. */
export function worstTone(sections: readonly HealthSection[]): Tone {
  const tones = new Set(sections.flatMap(({ lines }) => lines.map(({ tone }) => tone)))
  return tones.has('bad') ? 'bad' : tones.has('watch') ? 'watch' : 'good'
}

function queueLine({
  queue: { waiting, refused, open, oldestAt, lastFailure },
  network,
  now,
  needsSignIn,
}: HealthFacts): HealthLine {
  const name = 'À envoyer'
  const ageMs = oldestAt === null ? 0 : now - oldestAt
  const oldest = oldestAt === null ? null : `le plus ancien ${formatSince(ageMs / 1000)}`
  const openSales = open > 0 ? plural(open, 'vente ouverte', 'ventes ouvertes') : null
  const why =
    waiting > 0 && lastFailure !== null ? `dernier échec\u00a0: ${sendingFailureWords(lastFailure, needsSignIn)}` : null
  const fact = [
    waiting > 0 ? `${plural(waiting, 'envoi')} en attente` : 'Rien en attente',
    oldest,
    why,
    refused > 0 ? plural(refused, 'refus', 'refus') : null,
    openSales,
  ]
    .filter(Boolean)
    .join(', ')
  if (refused > 0)
    return {
      name,
      tone: 'bad',
      fact,
      advice:
        'Touchez l’état du réseau\u00a0: la file d’envoi indique la raison de chaque refus et ce qu’il faut corriger.',
    }
  if (waiting === 0) return { name, tone: 'good', fact, advice: null }
  if (ageMs > day)
    return {
      name,
      tone: 'bad',
      fact,
      advice: 'Touchez «\u00a0Tout renvoyer\u00a0». Si rien ne part, exportez les ventes et appelez l’assistance.',
    }
  if (network.state === 'offline')
    return { name, tone: 'watch', fact, advice: 'Continuez à vendre\u00a0: tout sera envoyé au retour du réseau.' }
  return ageMs > 10 * minute
    ? { name, tone: 'watch', fact, advice: 'Touchez «\u00a0Tout renvoyer\u00a0».' }
    : { name, tone: 'good', fact, advice: null }
}

const unreadableFormer =
  'Les données de cette ancienne pharmacie de ce poste sont illisibles. ' +
  'N’effacez rien\u00a0: fermez toutes les fenêtres du navigateur et rouvrez-le\u00a0; si le problème reste, ' +
  'appelez l’assistance.'

function formerLines({ former }: HealthFacts): HealthLine[] {
  return former.map(({ name, waiting, refused, open, lastFailure, isUnreadable }) => ({
    name: name ?? 'Une autre pharmacie',
    tone: 'watch',
    fact: [
      waiting > 0 && `${plural(waiting, 'envoi')} en attente`,
      refused > 0 && plural(refused, 'refus', 'refus'),
      open > 0 && plural(open, 'vente ouverte', 'ventes ouvertes'),
      isUnreadable && 'Illisible',
    ]
      .filter(Boolean)
      .join(', '),
    advice: isUnreadable
      ? unreadableFormer
      : `Ancienne pharmacie de ce poste\u00a0: ${waiting > 0 && isOfAccount(lastFailure) ? 'son compte n’est pas reconnu ici, ce qui attend ne part pas. Pour l’envoyer et' : 'ce qui attend part seul. Pour'} reprendre le reste, reconnectez ce poste à cette pharmacie, ou exportez les ventes.`,
  }))
}

function keptLine({ kept }: HealthFacts): HealthLine {
  const name = 'Copies gardées'
  if (kept === null) return { name, tone: 'unknown', fact: 'Pas encore comptées', advice: null }
  if (kept === 0) return { name, tone: 'good', fact: 'Aucune pour l’instant', advice: null }
  return {
    name,
    tone: 'good',
    fact: `${plural(kept, 'vente')} des 30\u00a0derniers jours, au cas où le serveur ${kept === 1 ? 'la' : 'les'} perdrait`,
    advice: null,
  }
}

const copies: Record<CopyState, Omit<HealthLine, 'name'>> = {
  kept: { tone: 'good', fact: 'À jour', advice: null },
  behind: {
    tone: 'watch',
    fact: 'En retard sur les ventes',
    advice: 'Attendez une minute. Si cela dure, libérez de la place sur l’ordinateur, puis rechargez la page.',
  },
  unavailable: {
    tone: 'watch',
    fact: 'Impossible avec ce navigateur',
    advice: 'Mettez Chrome ou Edge à jour\u00a0: les ventes y sont enregistrées à deux endroits.',
  },
}
function copyLine(copy: CopyState): HealthLine {
  return { name: 'Seconde copie des ventes', ...copies[copy] }
}

function networkLine({ network: { state, seconds } }: HealthFacts): HealthLine {
  const name = 'Réseau'
  if (state === 'offline')
    return {
      name,
      tone: 'watch',
      fact: `Hors ligne ${formatSince(seconds)}`,
      advice: 'Continuez à vendre. Vérifiez la box et le câble.',
    }
  if (state === 'unstable')
    return {
      name,
      tone: 'watch',
      fact: 'Instable\u00a0: des réponses tardent ou se perdent',
      advice: 'Rapprochez le poste de la box, ou branchez un câble.',
    }
  return { name, tone: 'good', fact: 'En ligne', advice: null }
}

function clockLine(skewMs: number | null): HealthLine {
  const name = 'Heure du poste'
  if (skewMs === null) return { name, tone: 'unknown', fact: 'Se vérifie seulement en ligne', advice: null }
  const off = Math.abs(skewMs)
  if (off <= 2 * minute) return { name, tone: 'good', fact: 'À l’heure', advice: null }
  const fact = `${skewMs > 0 ? 'En retard' : 'En avance'} de ${formatDuration(off / 1000)}`
  return {
    name,
    tone: off > 60 * minute ? 'bad' : 'watch',
    fact,
    advice:
      'Réglez l’heure de l’ordinateur\u00a0: choisissez l’heure automatique. Les ventes sont datées à l’heure juste.',
  }
}

function windowsLine({ windows, isLeader }: HealthFacts): HealthLine {
  const name = 'Fenêtres ouvertes'
  if (windows === null) return { name, tone: 'unknown', fact: 'Pas encore comptées', advice: null }
  const fact = `${plural(windows, 'fenêtre')} sur ce poste, ${isLeader ? 'celle-ci met les listes à jour' : 'une autre met les listes à jour'}`
  return windows > 8
    ? { name, tone: 'watch', fact, advice: 'Fermez celles qui ne servent pas.' }
    : { name, tone: 'good', fact, advice: null }
}

function versionLine({ versions: { page, server, browser } }: HealthFacts): HealthLine {
  const name = 'Versions'
  const fact = `Page ${page}, serveur ${server ?? 'inconnu'}, ${browser}`
  if (server === null) return { name, tone: 'unknown', fact, advice: null }
  const isOld = page !== 'sources' && !page.startsWith(server)
  return isOld
    ? {
        name,
        tone: 'watch',
        fact,
        advice: 'Verrouillez ce poste, puis rechargez la page\u00a0: la nouvelle version s’installe entre deux ventes.',
      }
    : { name, tone: 'good', fact, advice: null }
}
