import type { HealthFacts } from '#kiosk/health/health-facts.ts'
import type { DiskTrouble } from '#shared/store/disk/disk-atoms.ts'
import type { HealthLine } from './health-line.ts'

/** « Mémoire de ce poste »: whether the browser can write, keeps the data, and has space. */
export function storageLines(facts: HealthFacts): HealthLine[] {
  return [troubleLine(facts.disk.trouble), persistedLine(facts.disk.isPersisted), roomLine(facts)]
}

const troubles: Record<DiskTrouble, [fact: string, advice: string]> = {
  private: [
    'Fenêtre privée\u00a0: rien n’est gardé',
    'Fermez cette fenêtre et ouvrez la caisse dans une fenêtre ordinaire.',
  ],
  full: [
    'Le disque est plein',
    'Libérez de la place sur l’ordinateur, puis rechargez la page. N’effacez pas les données du navigateur.',
  ],
  'newer-version': ['Une autre fenêtre a une version plus récente', 'Rechargez cette page.'],
  closed: [
    'Le navigateur a fermé les données de ce poste',
    'Rechargez la page. Si cela revient, redémarrez l’ordinateur.',
  ],
  unreadable: [
    'Les données de ce poste sont illisibles',
    'N’effacez rien. Exportez les ventes et appelez l’assistance.',
  ],
}
function troubleLine(trouble: DiskTrouble | null): HealthLine {
  const name = 'Enregistrement'
  return trouble
    ? { name, tone: 'bad', fact: troubles[trouble][0], advice: troubles[trouble][1] }
    : { name, tone: 'good', fact: 'Ce poste enregistre normalement', advice: null }
}

function persistedLine(isPersisted: boolean | null): HealthLine {
  const name = 'Protection des ventes'
  if (isPersisted === null) return { name, tone: 'unknown', fact: 'Pas encore demandée', advice: null }
  if (isPersisted)
    return { name, tone: 'good', fact: 'Le navigateur garde les ventes même si le disque se remplit', advice: null }
  return {
    name,
    tone: 'watch',
    fact: 'Le navigateur pourrait effacer les données si le disque se remplit',
    advice: 'Installez l’application depuis le menu du navigateur, ou mettez cette page en favori, puis rechargez.',
  }
}

function roomLine({ storage }: HealthFacts): HealthLine {
  const name = 'Place'
  if (!storage || storage.quota === 0)
    return { name, tone: 'unknown', fact: 'Le navigateur ne l’indique pas', advice: null }
  const share = storage.used / storage.quota
  const fact = `${megabytes(storage.used)} pris sur ${megabytes(storage.quota)}`
  if (share < 0.8) return { name, tone: 'good', fact, advice: null }
  return {
    name,
    tone: share < 0.95 ? 'watch' : 'bad',
    fact,
    advice: 'Libérez de la place sur le disque de l’ordinateur. N’effacez pas les données du navigateur.',
  }
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)}\u00a0Mo` : `${Math.floor(bytes / 1e9)}\u00a0Go`
}
