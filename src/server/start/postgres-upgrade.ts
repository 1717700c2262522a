/**
 * `npm run postgres:upgrade -- --to FOLDER`: brings the data of the embedded PostgreSQL to the major version of the
 * programs in FOLDER; without it, to those that Officine starts with. `--from` names the programs of the former version.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { upgradeEngine } from '#server/db/upgrade/upgrade-engine.ts'
import { runCommand } from '#server/start/run-command.ts'

async function upgrade(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  // npm changes to the root of the project; INIT_CWD is the directory where the command was typed
  const typed = (folder: string | undefined): string | undefined =>
    folder === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', folder)
  const target = typed(values.to)
  const where = databaseOf(readConfig())
  if ('url' in where)
    throw new Error('DATABASE_URL désigne une base dont Officine n’a pas le moteur : son administrateur le change.')
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => abort.abort(new Error('Arrêté : les données restent comme elles étaient.')))
  const startedAt = performance.now()
  const { from, to, tables, rows, kept } = await upgradeEngine({
    directory: where.directory,
    from: typed(values.from),
    to: target,
    usual: where.binaries,
    say: (sentence) => console.log(sentence),
    signal: abort.signal,
  })
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  console.log(`PostgreSQL ${from} → ${to} : ${tables} tables et ${rows} lignes égales, en ${seconds} s.`)
  console.log(`Les données d’avant restent dans ${kept} ; supprimez ce dossier quand tout va bien.`)
  if (target !== undefined && target !== where.binaries)
    console.log(`Lancez maintenant Officine avec POSTGRES_BIN=${target}.`)
}

await runCommand(upgrade)
