/**
 * `npm run backup:restore -- --from FOLDER --to DATA_DIRECTORY [--at 2026-11-29T18:00:00Z] --key FILE`: makes a data
 * directory from a backup. `--key -` reads the key from the keyboard. It starts no server.
 */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { readRecoveryKey } from '#server/backup/recovery-key.ts'
import { restore, type Restored } from '#server/backup/restore.ts'

const usage = 'npm run backup:restore -- --from SUPPORT --to DOSSIER --key FICHIER [--at 2026-11-29T18:00:00Z]'

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, at: { type: 'string' }, key: { type: 'string' } },
  })
  const { from, to, at, key } = values
  if (!from || !to || !key) throw new RestoreRefusal(usage)
  const moment = at === undefined ? undefined : new Date(at)
  if (moment && Number.isNaN(moment.getTime()))
    throw new RestoreRefusal(`--at ${at} n’est pas un moment comme 2026-11-29T18:00:00Z.`)
  if (key === '-' && process.stdin.isTTY) process.stderr.write('Clé de secours, puis Entrée et Ctrl+D : ')
  const typed =
    key === '-'
      ? await text(process.stdin)
      : await readFile(key, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new RestoreRefusal(`Le fichier de la clé ${key} ne peut pas être lu (${error.code}).`)
        })
  const startedAt = Date.now()
  const restored = await restore({ from, to, at: moment, key: await readRecoveryKey(typed) })
  console.log(report(restored, to, Date.now() - startedAt))
}

function report(
  { lastCommitAt, baseAt, loggedUntil, skipped, hasSecretsToSet }: Restored,
  to: string,
  ms: number,
): string {
  return [
    `Restauré dans ${to} en ${Math.ceil(ms / 1000)} s.`,
    `Dernière écriture présente : ${(lastCommitAt ?? baseAt).toISOString()}. Journal suivi jusqu’au ${loggedUntil.toISOString()} ; ce qui a été fait après n’y est pas.`,
    `C’est une copie : elle ne certifie rien, n’envoie rien et ne prend rien des caisses, jusqu’à ce qu’une personne la confirme dans « Paramètres ». Les numéros des papiers sautent de ${skipped}.`,
    ...(hasSecretsToSet ? [`Les secrets de l’environnement d’avant sont dans ${to}/restored.env, où le serveur les lit.`] : []),
  ].join('\n')
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
