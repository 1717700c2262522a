import type { RemoteBackup } from '#shared/contract/engine.ts'
import type { Backup } from '#server/backup/backup-loop.ts'
import { openMirror, type Mirror } from '#server/backup/mirror.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import type { Config } from '#server/base/config.ts'

/** The mirror that the settings ask for, of a backup that is made; undefined: none. */
export async function openServerMirror(config: Config, backup: Backup | undefined): Promise<Mirror | undefined> {
  const { backupDirectory: directory, dataDirectory, backupRemote } = config
  if (!backup || !directory || !backupRemote) return undefined
  return openMirror({
    store: openRemoteStore(backupRemote),
    place: `s3://${backupRemote.bucket}/${backupRemote.prefix}`.replace(/\/$/, ''),
    directory,
    dataDirectory,
    recipient: (await recoveryKeyOf(dataDirectory)).recipient,
    writing: () => backup.writing(),
  })
}

/** What the windows show of it. */
export function remoteBackupOf(mirror: Mirror | undefined): RemoteBackup | null {
  if (!mirror) return null
  const { since, newestBaseAt, storedUntil, ...status } = mirror.status()
  return {
    ...status,
    since: since?.toISOString() ?? null,
    newestBaseAt: newestBaseAt?.toISOString() ?? null,
    storedUntil: storedUntil?.toISOString() ?? null,
  }
}
