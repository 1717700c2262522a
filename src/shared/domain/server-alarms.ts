import type { EngineAge } from '#shared/domain/engine-age.ts'

/** What is judged of a server. Moments in ms, sizes in bytes; null: not known, or nothing of this kind. */
export type AlarmFacts = {
  nowMs: number
  freeBytes: number | null
  engine: { version: string; age: EngineAge | null }
  /** Failures of the server in the last hour. */
  failures: number
  /** Until when the backup has everything, and its newest base; null: not known. Without it there is none. */
  backup?: { storedUntilMs: number | null; newestBaseMs: number | null; isOnDataDisk?: boolean } | undefined
  /** Until when the remote store has everything, or since when it was tried in vain; null: not known. Without it there is none. */
  remoteSinceMs?: number | null | undefined
  /** Why the newest tries of the backup failed, one after the other; null: they did not. */
  drillFault?: string | null
  /** The second computer; without it none was paired. `lagMs`: by how much it is behind; null: not known. */
  standby?: { awaySinceMs: number | null; lagMs: number | null } | undefined
  pharmacies: readonly PharmacyFacts[]
}
export type PharmacyFacts = {
  id: string
  name: string
  /** When the oldest act was sold that its fiscal platform has not certified yet. */
  uncertifiedSinceMs: number | null
  fiscalTokenEndsMs: number | null
  /** When the oldest act was done that a till has not sent yet. */
  unsentSinceMs: number | null
}
/** `key`: what it is about, with the id of the pharmacy after a colon when it concerns only one. */
export type Alarm = { key: string; text: string }

const hourMs = 3_600_000
const leastFreeBytes = 2_000_000_000
const mostFailures = 10
const [uncertifiedMs, unsentMs, tokenMs] = [6 * hourMs, 24 * hourMs, 72 * hourMs]
const [backupMs, baseMs, remoteMs] = [24 * hourMs, 72 * hourMs, 72 * hourMs]
const [standbyAwayMs, standbyLagMs] = [hourMs, 5 * 60_000]

/** What somebody must act on now, in words for the person who runs the shop; none when all is well. */
export function alarmsOf({
  nowMs,
  freeBytes,
  engine,
  failures,
  backup,
  remoteSinceMs,
  drillFault = null,
  standby,
  pharmacies,
}: AlarmFacts): Alarm[] {
  const found: (Alarm | false)[] = [
    freeBytes !== null &&
      freeBytes < leastFreeBytes && {
        key: 'disk',
        text: `Le disque du serveur est presque plein : il reste ${Math.floor(freeBytes / 1_000_000)} Mo. Faites de la place, sinon plus rien ne s’enregistre.`,
      },
    engine.age !== null &&
      Date.parse(engine.age.supportedUntil) < nowMs && {
        key: 'engine',
        text: `PostgreSQL ${engine.version} n’est plus corrigé depuis le ${frenchDay(engine.age.supportedUntil)} : passez à une version plus récente (docs/operations.md).`,
      },
    failures >= mostFailures && {
      key: 'failures',
      text: 'Le serveur a échoué plus de dix fois en une heure : son journal dit pourquoi.',
    },
    backup !== undefined && backupAlarm(backup, nowMs),
    drillFault !== null && {
      key: 'drill',
      text: `Deux essais de la sauvegarde ont échoué de suite : ${drillFault}. Rien ne prouve qu’elle se restaure.`,
    },
    // The disk that has the data is enough for what leaves it again.
    backup?.isOnDataDisk === true &&
      remoteSinceMs === undefined && {
        key: 'backupDisk',
        text: 'La sauvegarde est sur le même disque que les données : elle partirait avec lui. Branchez le support, ou indiquez-en un autre avec BACKUP_DIRECTORY.',
      },
    typeof remoteSinceMs === 'number' &&
      nowMs - remoteSinceMs > remoteMs && {
        key: 'backupRemote',
        text: 'Rien n’est parti vers le stockage distant depuis plus de trois jours : « Paramètres », « Sauvegarde » dit pourquoi.',
      },
    standby !== undefined && standbyAlarm(standby, nowMs),
    ...pharmacies.flatMap((pharmacy) => alarmsOfPharmacy(pharmacy, nowMs)),
  ]
  return found.filter((alarm) => alarm !== false)
}

function backupAlarm({ storedUntilMs, newestBaseMs }: NonNullable<AlarmFacts['backup']>, nowMs: number): Alarm | false {
  if (storedUntilMs !== null && nowMs - storedUntilMs > backupMs)
    return {
      key: 'backup',
      text: 'Rien n’est sauvegardé depuis plus d’un jour : « Paramètres », « Sauvegarde » dit pourquoi.',
    }
  return (
    newestBaseMs !== null &&
    nowMs - newestBaseMs > baseMs && {
      key: 'backup',
      text: 'La sauvegarde complète a plus de trois jours : « Paramètres », « Sauvegarde » dit pourquoi.',
    }
  )
}

function standbyAlarm({ awaySinceMs, lagMs }: NonNullable<AlarmFacts['standby']>, nowMs: number): Alarm | false {
  if (awaySinceMs !== null && nowMs - awaySinceMs > standbyAwayMs)
    return {
      key: 'standby',
      text: 'Le second ordinateur ne suit plus depuis plus d’une heure : il ne pourrait pas prendre le relais.',
    }
  return (
    lagMs !== null &&
    lagMs > standbyLagMs && {
      key: 'standby',
      text: 'Le second ordinateur a plus de cinq minutes de retard : ce qu’il n’a pas manquerait s’il prenait le relais.',
    }
  )
}

function alarmsOfPharmacy(
  { id, name, uncertifiedSinceMs, fiscalTokenEndsMs, unsentSinceMs }: PharmacyFacts,
  nowMs: number,
): (Alarm | false)[] {
  return [
    uncertifiedSinceMs !== null &&
      nowMs - uncertifiedSinceMs > uncertifiedMs && {
        key: `fiscal:${id}`,
        text: `${name} : des ventes attendent leur facture normalisée depuis plus de six heures.`,
      },
    fiscalTokenEndsMs !== null &&
      fiscalTokenEndsMs - nowMs < tokenMs && {
        key: `token:${id}`,
        text:
          fiscalTokenEndsMs <= nowMs
            ? `${name} : le jeton de la plateforme fiscale est échu.`
            : `${name} : le jeton de la plateforme fiscale finit dans moins de trois jours.`,
      },
    unsentSinceMs !== null &&
      nowMs - unsentSinceMs > unsentMs && {
        key: `unsent:${id}`,
        text: `${name} : une caisse a des ventes que le serveur n’a pas reçues depuis plus d’un jour.`,
      },
  ]
}

function frenchDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
