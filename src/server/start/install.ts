import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig } from '#server/base/config.ts'
import { isShopName } from '#server/base/shop-names.ts'
import { settingsPath, unitPath } from '#server/start/installation.ts'
import { serviceUnit, type ServiceUnit } from '#server/start/service-unit.ts'

export type InstallOptions = Omit<ServiceUnit, 'settings' | 'data'> & {
  /** Undefined: the usual folder. */
  data: string | undefined
  port: number | undefined
  /** Names and addresses by which the tills reach this computer; none: a proxy does https. */
  names?: string | undefined
  /** Put in front of the paths of the system, for an image of a disk or a test: nothing is started then. */
  root: string
  /** Who installs; undefined on systems without such numbers. */
  uid: number | undefined
  say: (sentence: string) => void
  /** Whether systemd runs this computer; for an image of a disk it is taken for granted. */
  isSystemdThere?: boolean
}

const defaultPort = 4800
const defaultData = '/var/lib/officine'

/**
 * Makes Officine a service of systemd: its settings with fresh secrets, its account, its unit. Starts it when the
 * settings are complete. Throws one French sentence, before anything is written, when it cannot.
 */
export async function install(options: InstallOptions): Promise<void> {
  const { root, uid, user, say, isSystemdThere = root !== '' || existsSync('/run/systemd/system') } = options
  const unit = join(root, unitPath)
  const settings = join(root, settingsPath)
  if (process.platform !== 'linux') throw new Error('« officine install » fait un service de systemd, sous Linux.')
  if (uid !== 0 && root === '')
    throw new Error('L’installation demande les droits d’administration : relancez-la avec « sudo ».')
  if (!isSystemdThere)
    throw new Error(
      'Cet ordinateur ne démarre pas par systemd : lancez « officine serve » par ce qui démarre ses programmes, ou prenez Dockerfile et compose.yaml.',
    )
  if (existsSync(unit))
    throw new Error(
      `Officine est déjà installée (${unit}). Ses réglages sont dans ${settings} ; « systemctl restart officine » les prend.`,
    )
  const strange = options.names?.split(',').find((name) => !isShopName(name.trim().toLowerCase()))
  if (strange !== undefined)
    throw new Error(
      `--names ${strange} : des adresses du réseau de la pharmacie, comme 192.168.1.10, ou des noms en .local, séparés par des virgules.`,
    )
  const given = existsSync(settings) ? parseEnv(await readFile(settings, 'utf8')) : {}
  const data = given['DATA_DIRECTORY'] ?? options.data ?? defaultData
  const port = Number(given['PORT'] ?? options.port ?? defaultPort)
  if (user !== 'root' && !(port > 1023 && port < 65_536))
    throw new Error(`Le compte de ce service ne peut pas ouvrir le port ${port} : choisissez-en un de 1024 à 65535.`)
  if (await isTaken(port))
    throw new Error(
      `Le port ${port} est déjà pris : fermez le programme qui l’occupe, ou choisissez un autre port avec « --port ».`,
    )
  await mkdir(join(root, '/etc/officine'), { recursive: true })
  if (!existsSync(settings)) {
    await writeFile(settings, freshSettings(port, data, options.names), { mode: 0o600 })
    say(`Réglages : ${settings}`)
  } else say(keptSettings(settings, { port, data }, options))
  await mkdir(join(root, '/etc/systemd/system'), { recursive: true })
  await writeFile(unit, serviceUnit({ ...options, data, settings: settingsPath }))
  await mkdir(join(root, data), { recursive: true, mode: 0o700 })
  say(`Service : ${unit}`)
  if (root === '') await enable(user, data, unit)
  const missing = await missingSettings(settings)
  if (missing) return say(`${missing}\nComplétez ${settings}, puis lancez « systemctl start officine ».`)
  if (root === '') execFileSync('systemctl', ['start', 'officine'])
  say('Officine tourne, et repart avec l’ordinateur.')
}

/** Settings of an earlier installation stay: who asked for others is told. */
function keptSettings(
  settings: string,
  { port, data }: { port: number; data: string },
  asked: Pick<InstallOptions, 'port' | 'data'>,
): string {
  const ignored = [
    ...(asked.port !== undefined && asked.port !== port ? [`« --port ${asked.port} »`] : []),
    ...(asked.data !== undefined && asked.data !== data ? [`« --data ${asked.data} »`] : []),
  ]
  const said = `${settings} existe déjà et reste : PORT=${port}, DATA_DIRECTORY=${data}.`
  return ignored.length > 0 ? `${said} ${ignored.join(' et ')} n’y change rien : modifiez ce fichier.` : said
}

/** Makes the account that runs it, gives it its folder, and lets systemd know the unit; without it there is no unit. */
async function enable(user: string, data: string, unit: string): Promise<void> {
  try {
    try {
      execFileSync('id', [user], { stdio: 'ignore' })
    } catch {
      execFileSync('useradd', ['--system', '--home-dir', data, '--shell', '/usr/sbin/nologin', user])
    }
    execFileSync('chown', ['-R', `${user}:`, data])
    execFileSync('systemctl', ['daemon-reload'])
    execFileSync('systemctl', ['enable', 'officine'])
  } catch (error) {
    // The next « install » begins again instead of saying that it is there already.
    await rm(unit, { force: true })
    throw new Error(`Le système a refusé le service : ${(error as Error).message}`, { cause: error })
  }
}

function freshSettings(port: number, data: string, names: string | undefined): string {
  const address = names
    ? `# Les adresses par lesquelles les postes ouvrent Officine, en https
HOST=0.0.0.0\nTLS_NAMES=${names}`
    : `# L’adresse en https que les navigateurs ouvrent\nPUBLIC_ORIGIN=`
  return `# Réglages d’Officine (docs/operations.md). Gardez une copie de PIN_SECRET et de SECRETS_KEY hors de cet ordinateur.
NODE_ENV=production
PORT=${port}
DATA_DIRECTORY=${data}
PIN_SECRET=${randomBytes(32).toString('hex')}
SECRETS_KEY=${randomBytes(32).toString('hex')}
${address}
# Le projet de connexion et la clé de son compte de service
FIREBASE_PROJECT_ID=
GOOGLE_APPLICATION_CREDENTIALS=
`
}

/** What the server would refuse to start with, in its own words; undefined when it starts. */
async function missingSettings(file: string): Promise<string | undefined> {
  try {
    readConfig(parseEnv(await readFile(file, 'utf8')))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(false)))
  })
}
