import { existsSync } from 'node:fs'
import { lchown, lstat, mkdir, opendir, readdir, readFile, rename, rmdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isEqualTrial, trialWords, type TrialFindings } from '#shared/domain/trial/trial-words.ts'
import { apartFolder, clearApart, makeApart } from '#server/backup/apart.ts'
import { markRestored } from '#server/backup/copy.service.ts'
import { openDatabase } from '#server/db/database.ts'
import { placeIn } from '#server/db/embedded/data-directory.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { nextPlace, swapData } from '#server/db/embedded/swap.ts'
import { copyAtRest } from '#server/start/copy-at-rest.ts'
import {
  formerFolder,
  isWayBackOver,
  readFormer,
  removeFormer,
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
  await makeLike(running, former)
  // Of the cluster, and needed to open the copy.
  await copyAtRest(password, placeIn(former).password).pass()
  const copy = copyAtRest(cluster, placeIn(former).data)
  await copy.pass()
  let [isStopped, isSwitched] = [false, false]
  try {
    await onStep('stop')
    const stoppedAt = now()
    isStopped = true
    await options.control.stop()
    await refuseRunning(cluster)
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
    await options.control.start()
    await answers(installed, options.healthMs)
    say(`Officine ${version.next} tourne, ${seconds(now().getTime() - stoppedAt.getTime())} après l’arrêt.`)
  } catch (error) {
    if (isSwitched) {
      await options.control.stop().catch(() => undefined)
      const left = await putFormerBack(data)
      await writeUnit(installed.unitFile, installed)
      say(`Ce que la nouvelle version a écrit reste dans ${left} ; supprimez ce dossier.`)
    }
    if (isStopped) await options.control.start()
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
  const startedAt = now()
  // Before the stop: nobody waits for it.
  const database = await openDatabase({
    directory: formerFolder(data),
    binaries: installed.config.postgresBin,
    asItIs: true,
  })
  let skipped: number
  try {
    skipped = await markRestored(database, { holdsUntil: new Date(former.at), now: now() })
  } finally {
    await database.close()
  }
  await control.stop()
  await refuseRunning(placeIn(join(data, 'postgresql')).data)
  const kept = await putFormerBack(data)
  await writeUnit(installed.unitFile, { ...installed, app: former.app, node: former.node })
  await control.start()
  await answers(installed, options.healthMs)
  await removeFormer(data)
  say(
    `Officine ${former.version} tourne à nouveau, ${seconds(now().getTime() - startedAt.getTime())} après la demande.`,
  )
  say(
    `Ouvrez « Paramètres », « Pharmacie », « Confirmer cette copie » : les caisses renvoient alors ce qui a été vendu depuis le ${former.at}. Les numéros des papiers ont sauté de ${skipped}.`,
  )
  say(`Les données de la version que vous quittez restent dans ${kept} ; supprimez ce dossier quand tout va bien.`)
}

/** Exchanges the data that stand for the kept ones; a kill leaves one or the other. Answers where the others stay. */
async function putFormerBack(data: string): Promise<string> {
  const place = placeIn(join(data, 'postgresql'))
  const next = nextPlace(place)
  await mkdir(next.folder, { recursive: true, mode: 0o700 })
  await rename(placeIn(formerFolder(data)).data, next.data)
  return swapData(place, 'after-update')
}

/** PostgreSQL may outlive a service that took too long to stop: what runs is neither copied nor moved. */
async function refuseRunning(cluster: string): Promise<void> {
  const running = (await processesOn(cluster)) ?? []
  if (running.length > 0) throw new Error(`PostgreSQL tourne encore (processus ${running.join(', ')})`)
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

async function tried({ trial, acceptsDifferences, say }: UpdateOptions, installed: Installation): Promise<void> {
  const folder = apartFolder(installed.config.dataDirectory, 'trial')
  await makeApart(folder)
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
async function answers({ config: { host, port } }: Installation, healthMs = usualHealthMs): Promise<void> {
  const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  for (const until = Date.now() + healthMs; ; await pause(200)) {
    const status = await statusOf(`http://${at}:${port}/api/`)
    if (status === 200) return
    if (Date.now() > until) throw new Error('la nouvelle version ne répond pas')
  }
}

/** 0: nobody answers. */
function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
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
