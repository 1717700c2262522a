/**
 * `npm run standby -- --of HOST:PORT --words "…"`: makes the data directory of this computer, which must be new, that of the
 * second computer of a shop, and follows the first one. Later `npm run standby` or `npm run serve` goes on. A person makes it
 * the first one on its page `/relais`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/base/config.ts'
import { closeOnSignal, startOfficine } from '#server/main.ts'
import { readFollowing } from '#server/standby/kept-pairing.ts'
import { pairStandby, PairingRefusal, readAddress } from '#server/standby/pair-standby.ts'

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { of: { type: 'string' }, words: { type: 'string' } } })
  const config = readConfig()
  if (config.databaseUrl) throw new PairingRefusal('Un second ordinateur a sa propre base : enlevez DATABASE_URL.')
  const known = await readFollowing(config.dataDirectory)
  if (!known) {
    if (values.of === undefined || values.words === undefined)
      throw new PairingRefusal('npm run standby -- --of ADRESSE:PORT --words "LES SIX MOTS"')
    await pairStandby({
      of: readAddress(values.of),
      words: values.words,
      dataDirectory: config.dataDirectory,
      binaries: config.postgresBin,
    })
    process.stdout.write(`Jumelé. Les secrets du premier ordinateur sont dans ${resolve(config.dataDirectory)}.\n`)
  }
  const running = await startOfficine(config)
  closeOnSignal(() => running.close())
  process.stdout.write(`Le second ordinateur suit le premier ; pour prendre le relais : ${running.url}/relais\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
