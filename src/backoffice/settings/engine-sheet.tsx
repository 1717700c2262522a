import type { Engine } from '#shared/contract/engine.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { dayOf } from '#shared/domain/dates.ts'
import { engineAge } from '#shared/domain/engine-age.ts'
import { pharmacyNow } from '#shared/pharmacy-time.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { standbyFacts } from '#backoffice/settings/standby-facts.tsx'
import { backupFacts } from '#backoffice/settings/backup-facts.tsx'
import { serverFacts } from '#backoffice/settings/server-facts.tsx'
import { sizeText } from '#backoffice/settings/size-text.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList, Sheet, type Fact } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** The state of the server, and what its database was given and takes, in words, for the owner or the person who installs. */
export function EngineSheet() {
  const { data, error, retry } = useAnswer(pharmacies.engine, {})
  const missing = <PanelFace error={error} onRetry={retry} missingText="Le serveur ne le dit pas." />
  return (
    <>
      <Sheet title="État du serveur">{data ? <FactList facts={serverFacts(data)} /> : missing}</Sheet>
      <Sheet title="Base de données et place">
        {data ? <FactList facts={engineFacts(data, dayOf(pharmacyNow()))} /> : missing}
      </Sheet>
    </>
  )
}

/** A photo fills its budget long before the disk: the owner is told ahead. */
const nearlyFull = 0.8

/** `today`: the day on which the age of the engine is told. */
export function engineFacts({ photos, ...engine }: Engine, today: string): Fact[] {
  return [
    [
      'Moteur',
      `PostgreSQL ${engine.version}, ${engine.memory === null ? 'sur une autre machine' : `${sizeText(engine.memory)} de mémoire sur la machine`}`,
    ],
    ['Âge du moteur', ageText(engine.version, today)],
    [
      'Réglages reçus',
      [
        `${sizeText(engine.sharedBuffers)} de mémoire partagée`,
        `${sizeText(engine.effectiveCacheSize)} de cache attendu`,
        `${sizeText(engine.workMem)} par étape d’une recherche`,
        `${engine.joinCollapseLimit} tables réunies d’un coup`,
        engine.autovacuum ? 'ménage automatique en marche' : 'ménage automatique arrêté',
      ].join(', '),
    ],
    ['Taille de la base', `${sizeText(engine.databaseSize)}, pour toutes les pharmacies du serveur`],
    [
      'Par an',
      engine.growthPerYear === null
        ? 'Pas encore un mois de ventes'
        : `environ ${sizeText(engine.growthPerYear)}, au rythme depuis la première vente`,
    ],
    ...backupFacts({ photos, ...engine }),
    ...standbyFacts(engine),
    ['Photos', photoText(photos)],
  ]
}

/** Corrections close holes: who installs is told when some came out since. */
function ageText(version: string, today: string): string {
  const age = engineAge(version, today)
  if (!age) return 'Plus récent que cette version d’Officine'
  const since = `sorti le ${formatShortDay(age.releasedOn)}`
  if (age.supportedUntil < today)
    return `${since}, plus corrigé depuis le ${formatShortDay(age.supportedUntil)}\u00a0: l’installateur du serveur passe à une version plus récente`
  if (age.missed === 0) return `${since}, à jour`
  const series =
    age.missed === 1 ? 'une série de corrections est parue' : `${age.missed} séries de corrections sont parues`
  return `${since}\u202f; ${series} depuis\u00a0: l’installateur du serveur prend la dernière (POSTGRES_BIN)`
}

function photoText({ stored, most }: Engine['photos']): string {
  const room = `${sizeText(stored)} sur ${sizeText(most)}`
  const always = 'ordonnances et bons sont toujours pris et jamais effacés'
  if (stored >= most)
    return `${room}\u00a0: limite atteinte, les reçus et les réclamations sont refusés\u202f; ${always}`
  return stored >= most * nearlyFull ? `${room}, bientôt plein\u202f; ${always}` : `${room}\u202f; ${always}`
}
