import { pharmacies, type Engine } from '#shared/contract/users.ts'
import { backupFacts } from '#backoffice/settings/backup-facts.tsx'
import { sizeText } from '#backoffice/settings/size-text.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList, Sheet, type Fact } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What the database of the server was given and takes, in words, for the owner or the person who installs. */
export function EngineSheet() {
  const { data, error, retry } = useAnswer(pharmacies.engine, {})
  return (
    <Sheet title="Base de données et place">
      {data ? (
        <FactList facts={engineFacts(data)} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Le serveur ne le dit pas." />
      )}
    </Sheet>
  )
}

/** A photo fills its budget long before the disk: the owner is told ahead. */
const nearlyFull = 0.8

export function engineFacts({ photos, ...engine }: Engine): Fact[] {
  return [
    [
      'Moteur',
      `PostgreSQL ${engine.version}, ${engine.memory === null ? 'sur une autre machine' : `${sizeText(engine.memory)} de mémoire sur la machine`}`,
    ],
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
    ['Photos', photoText(photos)],
  ]
}

function photoText({ stored, most }: Engine['photos']): string {
  const room = `${sizeText(stored)} sur ${sizeText(most)}`
  const always = 'ordonnances et bons sont toujours pris et jamais effacés'
  if (stored >= most)
    return `${room}\u00a0: limite atteinte, les reçus et les réclamations sont refusés\u202f; ${always}`
  return stored >= most * nearlyFull ? `${room}, bientôt plein\u202f; ${always}` : `${room}\u202f; ${always}`
}
