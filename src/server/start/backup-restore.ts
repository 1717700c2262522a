/**
 * `npm run backup:restore -- --from FOLDER --to DATA_DIRECTORY [--at 2026-11-29T18:00:00Z] --key FILE`: makes a data
 * directory from a backup. `--key -` reads the key from the keyboard; `--from s3://bucket/prefix` takes it from the store
 * of BACKUP_S3_ENDPOINT, with the key of BACKUP_S3_KEY_ID and BACKUP_S3_SECRET. It starts no server.
 */
import { readFile, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { erasedElsewhere } from '#server/backup/erased-elsewhere.ts'
import { fetchRemote } from '#server/backup/fetch-remote.ts'
import { readRecoveryKey } from '#server/backup/recovery-key.ts'
import { openRemoteStore } from '#server/backup/remote-store.ts'
import { abandonRestore, restore, type Restored } from '#server/backup/restore.ts'
import { remoteAt } from '#server/base/remote-place.ts'
import { runCommand } from '#server/start/run-command.ts'

const usage =
  'npm run backup:restore -- --from SUPPORT|s3://COMPARTIMENT/PRÉFIXE --to DOSSIER --key FICHIER [--at 2026-11-29T18:00:00Z]'

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, at: { type: 'string' }, key: { type: 'string' } },
  })
  const { from, to, at, key: file } = values
  if (!from || !to || !file) throw new RestoreRefusal(usage)
  const moment = at === undefined ? undefined : new Date(at)
  if (moment && Number.isNaN(moment.getTime()))
    throw new RestoreRefusal(`--at ${at} n’est pas un moment comme 2026-11-29T18:00:00Z.`)
  if (file === '-' && process.stdin.isTTY) process.stderr.write('Clé de secours, puis Entrée et Ctrl+D : ')
  const typed =
    file === '-'
      ? await text(process.stdin)
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new RestoreRefusal(`Le fichier de la clé ${file} ne peut pas être lu (${error.code}).`)
        })
  const startedAt = Date.now()
  const key = await readRecoveryKey(typed)
  const remote = from.startsWith('s3://') ? openRemoteStore(remoteAt(from, process.env)) : undefined
  const say = (sentence: string): void => console.log(sentence)
  const medium = remote ? await fetchRemote(remote, { to, at: moment, recipient: key.recipient, say }) : from
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      void abandonRestore(to).finally(() => {
        const kept = remote ? ` Ce qui est reçu reste dans ${medium}.` : ''
        console.error(`Arrêté : rien n’a été touché.${kept}`)
        process.exit(1)
      })
    })
  const bucket = remote ? undefined : process.env['BACKUP_S3']
  const { erased, fault } = await erasedElsewhere({
    dataDirectory: process.env['DATA_DIRECTORY'] || './data',
    place: bucket ? () => remoteAt(bucket, process.env) : undefined,
    identity: key.identity,
  })
  if (fault) console.error(`Les personnes effacées que ${bucket} connaît n’ont pas été lues : ${fault}.`)
  const restored = await restore({ from: medium, to, at: moment, key, erased })
  // What was received is not needed again.
  if (remote) await rm(medium, { recursive: true, force: true })
  console.log(report(restored, to, Date.now() - startedAt))
}

function report(
  { lastCommitAt, baseAt, loggedUntil, skipped, erased, unread, hasSecretsToSet }: Restored,
  to: string,
  ms: number,
): string {
  return [
    `Restauré dans ${to} en ${Math.ceil(ms / 1000)} s.`,
    `Dernière écriture présente : ${(lastCommitAt ?? baseAt).toISOString()}. Journal suivi jusqu’au ${loggedUntil.toISOString()} ; ce qui a été fait après n’y est pas.`,
    `C’est une copie : elle ne certifie rien, n’envoie rien et ne prend rien des caisses, jusqu’à ce qu’une personne la confirme dans « Paramètres ». Les numéros des papiers sautent de ${skipped}.`,
    ...(erased > 0 ? [`Effacées de nouveau, parce qu’elles l’avaient été depuis : ${erased} personnes.`] : []),
    ...unread.map((path) => `La liste des personnes effacées ${path} est abîmée : effacez-les de nouveau vous-même.`),
    ...(hasSecretsToSet
      ? [`Les secrets de l’environnement d’avant sont dans ${to}/restored.env, où le serveur les lit.`]
      : []),
  ].join('\n')
}

await runCommand(run)
