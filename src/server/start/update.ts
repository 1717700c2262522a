import { existsSync } from 'node:fs'
import { lchown, lstat, mkdir, opendir, readdir, readFile, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIPv6 } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isEqualTrial, trialWords, type TrialFindings } from '#shared/domain/trial/trial-words.ts'
import { apartFolder, clearApart, makeApart } from '#server/backup/apart.ts'
import { placeIn } from '#server/db/embedded/data-directory.ts'
import { copyAtRest } from '#server/start/copy-at-rest.ts'
import { endPostgres, isUntouched, makeCopy, putFormerBack } from '#server/start/former-data.ts'
import {
  formerFolder,
  isWayBackOver,
  readFormer,
  removeFormer,
  trialPid,
  wayBackDays,
  writeFormer,
} from '#server/start/former-version.ts'
import { readInstallation, writeUnit, type Installation, type ServiceControl } from '#server/start/installation.ts'

export type UpdateOptions = {
  /** The folder of the new version, and its Node. */
  app: string
  node: string
  /** As for `install`. */
  root: string
  uid: number | undefined
  say: (sentence: string) => void
  control: ServiceControl
  /** Tries the new version on copies of the shop, in a folder that is removed afterwards. */
  trial: (installation: Installation, folder: string) => Promise<TrialFindings>
  /** Somebody has read the differences. */
  acceptsDifferences: boolean
  /** Nothing can be tried, and somebody updates all the same. */
  withoutTrial?: boolean
  now?: () => Date
  /** In ms: how long the new version may take until it answers. */
  healthMs?: number
  /** Told before each step; a test throws or kills there. */
  onStep?: (step: 'trial' | 'copy' | 'stop' | 'switch' | 'start') => Promise<void> | void
}

/** In bytes: what the disk of the data keeps. */
const leftFree = 1_000_000_000
const usualHealthMs = 180_000

/**
 * Brings an installed shop to the version of this folder: tries it on copies, keeps the data as they stand, switches, and
 * goes back by itself when the new version does not answer. Throws a French sentence; then the former version runs on.
 */
export async function update(options: UpdateOptions): Promise<void> {
  const { say, onStep = () => undefined, now = () => new Date() } = options
  refuseRights(options)
  const installed = await readInstallation(options.root)
  const version = await refuseUpdate(options, installed)
  const data = installed.config.dataDirectory
  await onStep('trial')
  await tried(options, installed)
  const former = formerFolder(data)
  await removeFormer(data)
  await onStep('copy')
  const { folder: running, data: cluster, password } = placeIn(join(data, 'postgresql'))
  const copy = copyAtRest(cluster, placeIn(former).data)
  let stoppedAt = now()
  let [isStopped, isSwitched, isStarted] = [false, false, false]
  try {
    await makeLike(running, former)
    // Of the cluster, and needed to open the copy.
    await copyAtRest(password, placeIn(former).password).pass()
    await copy.pass()
    await onStep('stop')
    stoppedAt = now()
    isStopped = true
    await options.control.stop()
    await endPostgres(cluster)
    await copy.pass()
    say(`Données gardées en ${seconds(now().getTime() - stoppedAt.getTime())} d’arrêt.`)
    await writeFormer(data, {
      at: stoppedAt.toISOString(),
      version: version.former,
      app: installed.app,
      node: installed.node,
    })
    await onStep('switch')
    isSwitched = true
    await writeUnit(installed.unitFile, { ...installed, app: options.app, node: options.node })
    await onStep('start')
    isStarted = true
    await options.control.start()
    await answers(installed, version.next, options.healthMs)
    say(`Officine ${version.next} tourne, ${seconds(now().getTime() - stoppedAt.getTime())} après l’arrêt.`)
  } catch (error) {
    if (isStarted) await leaveNew(options, installed, { stoppedAt, version, why: error as Error })
    else if (isSwitched) await writeUnit(installed.unitFile, installed)
    if (isStopped && !isStarted) await options.control.start()
    await removeFormer(data)
    throw new Error(
      `La mise à jour n’a pas eu lieu (${(error as Error).message}). La version ${version.former} tourne à nouveau.`,
      { cause: error },
    )
  }
  say(`Retour possible pendant ${wayBackDays} jours : « officine update --back ».`)
}

/**
 * Puts the former version back, with its data of the switch. They become a copy that a person confirms: the numbers of papers
 * jump, and the tills send what was sold since. Throws a French sentence.
 */
export async function goBack(options: Omit<UpdateOptions, 'trial' | 'acceptsDifferences'>): Promise<void> {
  const { say, control, now = () => new Date() } = options
  refuseRights(options)
  const installed = await readInstallation(options.root)
  const data = installed.config.dataDirectory
  const former = await readFormer(data)
  if (!former || isWayBackOver(former, now()))
    throw new Error(`Il n’y a pas de version d’avant où revenir : un retour est possible pendant ${wayBackDays} jours.`)
  if (!existsSync(join(placeIn(formerFolder(data)).data, 'PG_VERSION')))
    throw new Error(
      `Les données de la version ${former.version} ne sont plus dans ${formerFolder(data)} : le retour est impossible.`,
    )
  const startedAt = now()
  // Before the stop: nobody waits for it.
  const skipped = await makeCopy(installed.config, { holdsUntil: new Date(former.at), now: now() })
  const kept = await exchange(control, { data, from: installed, to: { ...installed, ...programOf(former) } })
  await answers(installed, former.version, options.healthMs)
  await removeFormer(data)
  say(
    `Officine ${former.version} tourne à nouveau, ${seconds(now().getTime() - startedAt.getTime())} après la demande.`,
  )
  sayCopy(say, { at: former.at, skipped, kept })
}

/**
 * Back from a new version that was started and does not answer: it may have served the tills. The former one gets the kept
 * data, as a restored copy when the new one has opened the others. Throws when that fails; the new version then runs on.
 */
async function leaveNew(
  { control, say, app, node, now = () => new Date() }: UpdateOptions,
  installed: Installation,
  { stoppedAt, version, why }: { stoppedAt: Date; version: { former: string; next: string }; why: Error },
): Promise<void> {
  const { dataDirectory: data } = installed.config
  const next = { ...installed, app, node }
  try {
    await control.stop().catch(() => undefined)
    await endPostgres(placeIn(join(data, 'postgresql')).data)
    if (await isUntouched(data)) {
      await writeUnit(installed.unitFile, installed)
      return await control.start()
    }
    const skipped = await makeCopy(installed.config, { holdsUntil: stoppedAt, now: now() })
    const kept = await exchange(control, { data, from: next, to: installed })
    sayCopy(say, { at: stoppedAt.toISOString(), skipped, kept })
  } catch (error) {
    await control.start().catch(() => undefined)
    const isBack = !existsSync(placeIn(formerFolder(data)).data)
    const stands = isBack
      ? `La version ${version.former} a repris ses données : « systemctl start officine » la démarre.`
      : `La version ${version.next} reste en place avec ses données : « officine update --back » essaie à nouveau.`
    throw new Error(
      `La mise à jour a échoué (${why.message}), le retour aussi (${(error as Error).message}). ${stands}`,
      { cause: error },
    )
  }
}

/** Stops the service and starts another program on the kept data. When it fails, a program starts on data that it knows. */
async function exchange(
  control: ServiceControl,
  { data, from, to }: { data: string; from: Installation; to: Installation },
): Promise<string> {
  let kept: string | undefined
  try {
    await control.stop()
    await endPostgres(placeIn(join(data, 'postgresql')).data)
    // Before the data: after a power cut the former program refuses newer data, the newer one would change older ones.
    await writeUnit(to.unitFile, to)
    kept = await putFormerBack(data)
    await control.start()
    return kept
  } catch (error) {
    if (kept === undefined) await writeUnit(from.unitFile, from)
    await control.start().catch(() => undefined)
    throw error
  }
}

function programOf({ app, node }: { app: string; node: string }): { app: string; node: string } {
  return { app, node }
}

function sayCopy(
  say: (sentence: string) => void,
  { at, skipped, kept }: { at: string; skipped: number; kept: string },
) {
  say(
    `Ouvrez « Paramètres », « Sauvegarde », « Confirmer cette copie » : les caisses renvoient alors ce qui a été vendu depuis le ${at}. Les numéros des papiers ont sauté de ${skipped}.`,
  )
  say(`Les données de la version que vous quittez restent ${wayBackDays} jours dans ${kept}.`)
}

function refuseRights({ root, uid }: Pick<UpdateOptions, 'root' | 'uid'>): void {
  if (uid !== 0 && root === '')
    throw new Error('La mise à jour demande les droits d’administration : relancez-la avec « sudo ».')
}

/** Everything that can be known before anything is touched. Answers both versions. */
async function refuseUpdate(
  options: UpdateOptions,
  { app, config }: Installation,
): Promise<{ former: string; next: string }> {
  if (config.databaseUrl)
    throw new Error('DATABASE_URL désigne une base dont Officine ne fait pas de copie : son administrateur met à jour.')
  if (!config.backupDirectory)
    throw new Error('Sans BACKUP_DIRECTORY il n’y a pas de sauvegarde où essayer la nouvelle version.')
  if (!existsSync(config.backupDirectory))
    throw new Error(`Le support de sauvegarde ${config.backupDirectory} est absent : branchez-le.`)
  if (app === options.app)
    throw new Error(
      `Ce dossier est celui qui tourne déjà : lancez « officine update » dans celui de la nouvelle version.`,
    )
  const [former, next] = [await versionOf(app), await versionOf(options.app)]
  const missing = former.migrations.filter((name) => !next.migrations.includes(name))
  if (missing.length > 0 || isOlder(next.version, former.version))
    throw new Error(`La version ${next.version} est plus ancienne que celle qui tourne (${former.version}).`)
  const size = await sizeOf(join(config.dataDirectory, 'postgresql'))
  const { bavail, bsize } = await statfs(config.dataDirectory)
  // Two copies for the trial; then, when they are gone, the one of the way back.
  const lacking = Math.ceil(2.4 * size) + leftFree - bavail * bsize
  if (lacking > 0)
    throw new Error(
      `Il manque ${Math.ceil(lacking / 1_000_000)} Mo sur le disque de ${config.dataDirectory} pour essayer la nouvelle version.`,
    )
  return { former: former.version, next: next.version }
}

async function tried(
  { trial, acceptsDifferences, withoutTrial, say }: UpdateOptions,
  installed: Installation,
): Promise<void> {
  if (withoutTrial) return say('La nouvelle version n’a pas été essayée sur les appels de la pharmacie.')
  const data = installed.config.dataDirectory
  const folder = apartFolder(data, 'trial')
  await makeApart(folder)
  // The service removes them when this process is killed, and makes its own copies beside.
  const { uid, gid } = await stat(data)
  const note = join(folder, trialPid)
  await writeFile(note, String(process.pid))
  for (const own of [dirname(folder), folder, note]) await lchown(own, uid, gid).catch(() => undefined)
  try {
    const found = await trial(installed, folder)
    for (const line of trialWords(found)) say(line)
    if (!isEqualTrial(found) && !acceptsDifferences)
      throw new Error(
        'La nouvelle version répond autrement : rien n’a été changé. Si ces différences sont voulues, relancez avec « --accept-differences ».',
      )
  } finally {
    await clearApart(folder)
    // One of root would keep the service from its own copies.
    await rmdir(dirname(folder)).catch(() => undefined)
  }
}

async function versionOf(app: string): Promise<{ version: string; migrations: string[] }> {
  const { version } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8')) as { version: string }
  return { version, migrations: await readdir(join(app, 'src/server/db/migrations')) }
}

function isOlder(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((version) => version.split(/[.-]/).map(Number))
  for (const [index, part] of theirs!.entries()) if ((mine![index] ?? 0) !== part) return (mine![index] ?? 0) < part
  return false
}

/** Waits until the service answers. */
async function answers({ config }: Installation, version: string, healthMs = usualHealthMs): Promise<void> {
  for (const until = Date.now() + healthMs; ; await pause(200)) {
    if ((await statusOf(config)) === 200) return
    if (Date.now() > until) throw new Error(`la version ${version} ne répond pas`)
  }
}

/** 0: nobody answers. On this computer, so nobody asks whose certificate it is. */
function statusOf({ host, port, shopTls }: Installation['config']): Promise<number> {
  const own: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const at = own[host] ?? host
  const url = `${shopTls ? 'https' : 'http'}://${isIPv6(at) ? `[${at}]` : at}:${port}/api/`
  return new Promise((done) => {
    const asked = shopTls ? requestTls(url, { rejectUnauthorized: false }) : requestPlain(url)
    asked.once('response', (reply) => {
      reply.resume()
      done(reply.statusCode ?? 0)
    })
    asked.once('error', () => done(0))
    asked.setTimeout(10_000, () => asked.destroy())
    asked.end()
  })
}

/** Makes a folder with the owner and the mode of another one. */
async function makeLike(model: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(model)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await lchown(folder, uid, gid).catch(() => undefined)
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for await (const entry of await opendir(folder, { recursive: true }))
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0
  return bytes
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`
}
