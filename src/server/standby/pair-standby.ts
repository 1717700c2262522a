import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { readPairingWords } from '#shared/domain/pairing-words.ts'
import { serverAccount } from '#server/db/embedded/account.ts'
import { namedBinaries, readyBinaries } from '#server/db/embedded/binaries.ts'
import { placeIn, prepareFolder } from '#server/db/embedded/data-directory.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { askOnce, KeyRefused, pairingIdentity, pairingKey } from '#server/standby/channel.ts'
import { keepKeys } from '#server/standby/kept-keys.ts'
import { writeFollowing } from '#server/standby/kept-pairing.ts'

/** A pairing that did not come about, with a French sentence for the person at this computer. */
export class PairingRefusal extends Error {}

const Answer = z.union([
  z.object({ fault: z.string() }),
  z.object({ id: z.string(), key: z.string(), keys: z.record(z.string(), z.string()) }),
])

/** « 192.168.1.10:4810 ». */
export function readAddress(typed: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(typed.trim()) ?? []
  if (!host || !(Number(port) > 0 && Number(port) < 65_536))
    throw new PairingRefusal(`--of ${typed} n’est pas une adresse comme 192.168.1.10:4810.`)
  return { host, port: Number(port) }
}

/**
 * Makes this data directory, which must be new, that of the second computer: the first one gives it a key and the secrets that
 * lie beside the database. Run by root in the empty folder of another account, as that of the service, everything belongs to that
 * one. Throws `PairingRefusal`; then nothing was written.
 */
export async function pairStandby({
  of,
  words: typed,
  dataDirectory,
  binaries,
  name = hostname(),
}: {
  of: { host: string; port: number }
  words: string
  dataDirectory: string
  binaries?: string | undefined
  name?: string
}): Promise<void> {
  const words = readPairingWords(typed)
  if (!words)
    throw new PairingRefusal('Ce ne sont pas les six mots d’un jumelage : chacun a quatre lettres, comme « bado ».')
  const target = resolve(dataDirectory)
  const found = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new PairingRefusal(`${target} ne peut pas être lu (${error.code}).`)
  })
  if (found.length > 0)
    throw new PairingRefusal(
      `${target} n’est pas vide : un second ordinateur commence dans un dossier neuf. Rien n’a été touché.`,
    )
  await mkdir(target, { recursive: true })
  try {
    await pairIn(target, { of, words, binaries, name })
  } catch (error) {
    // The folder was empty; the next try finds it so.
    for (const made of await readdir(target)) await rm(join(target, made), { recursive: true, force: true })
    throw error
  }
}

async function pairIn(
  target: string,
  {
    of,
    words,
    binaries,
    name,
  }: { of: { host: string; port: number }; words: string; binaries: string | undefined; name: string },
): Promise<void> {
  const place = placeIn(join(target, 'postgresql'))
  await mkdir(place.folder, { mode: 0o700 })
  const { uid, gid } = await stat(target)
  if (process.getuid?.() === 0 && uid !== 0) await chown(place.folder, uid, gid)
  const account = await serverAccount(place)
  await prepareFolder(place, account)
  const { major } = binaries ? await namedBinaries(binaries, account) : await readyBinaries(place.folder, account)
  const question = {
    do: 'pair',
    name,
    engine: major,
    migrations: (await readMigrations()).map((migration) => migration.name),
  }
  const answer = await askOnce(of, { identity: pairingIdentity, psk: await pairingKey(words) }, question).then(
    (line) => Answer.parse(line),
    (error: NodeJS.ErrnoException) => {
      throw new PairingRefusal(
        error instanceof KeyRefused
          ? 'Le premier ordinateur n’accepte pas ces six mots : ils servent une fois, dix minutes, et cinq essais. Demandez-en d’autres dans « Paramètres », « Sauvegarde ».'
          : `Le premier ordinateur ne répond pas à ${of.host}:${of.port} (${error.code ?? error.message}).`,
        { cause: error },
      )
    },
  )
  if ('fault' in answer) throw new PairingRefusal(answer.fault)
  await keepKeys(target, answer.keys)
  await writeFollowing(target, {
    state: 'following',
    of,
    id: answer.id,
    key: answer.key,
    holdsUntil: null,
    takenOverBy: null,
  })
}
