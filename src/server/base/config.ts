import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import type { FiscalFamily } from '#shared/domain/fiscal/profiles.ts'
import { Environment, originOf, ownOrigin } from '#server/base/environment.ts'
import { pharmacyNetwork, type PrinterNetwork } from '#server/base/printer-network.ts'
import { remoteFault, remoteOf, type RemotePlace } from '#server/base/remote-place.ts'

/** Addresses of simulators of fiscal platforms, by family; they answer instead of the platforms. */
export type FiscalSimulators = Readonly<Partial<Record<FiscalFamily, string>>>

export type Config = {
  production: boolean
  host: string
  port: number
  trainingPort: number
  logLevel: Environment['LOG_LEVEL']
  databaseUrl: string | undefined
  dataDirectory: string
  /** Folder of the programs of the embedded PostgreSQL; undefined: those that npm installed. */
  postgresBin: string | undefined
  /** Undefined: no backup is made. */
  backupDirectory: string | undefined
  /** Whether a start without a database asks before it makes one. */
  asksFirst: boolean
  /** The bucket that the medium is copied to; undefined: none. */
  backupRemote: RemotePlace | undefined
  /** Where a second computer may follow this one; undefined: nowhere. */
  standby: { host: string; port: number } | undefined
  /** Keeps the calls of the last days for the trial of a new version. */
  recordsCalls: boolean
  projectId: string
  emulatorHost: string | undefined
  pinSecret: string | undefined
  /** The first one seals; none: the demo makes its own. */
  secretsKeys: readonly string[]
  disabledFeatures: readonly string[]
  windowOrigins: readonly string[]
  trustedProxies: readonly string[]
  publicOrigin: string | undefined
  /** Browsers reach the server by https. */
  isTls: boolean
  /** Https by an authority of the shop's own; undefined: a proxy does it, or nobody. */
  shopTls: { names: readonly string[]; helpPort: number } | undefined
  printers: PrinterNetwork
  /** Null: the server sends no e-mail. */
  mail: { url: string; from: string } | null
  /** Undefined: alarms are shown, and sent to nobody. */
  alarmMail: string | undefined
  fiscalSimulators: FiscalSimulators
  /** Signs the tokens of unlocks; null outside production. */
  serviceAccount: ServiceAccount | null
  /** Serves `/docs` and `/openapi.json`. */
  opensDocs: boolean
  /** Undefined: `/metrics` is closed. */
  metricsToken: string | undefined
  slowStatementMs: number
  /** A demo that other machines can open. */
  isDemoOnNetwork: boolean
}
export type ServiceAccount = { projectId: string; clientEmail: string; privateKey: string }

/** Reads the configuration from the environment. Throws one error that lists every invalid variable, one a line. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // an empty variable counts as not set
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) throw refusal(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}.`))
  const production = read.data.NODE_ENV === 'production'
  const account = production ? readServiceAccount(read.data) : null
  const faults = [...faultsOf(read.data), ...(typeof account === 'string' ? [account] : [])]
  if (faults.length > 0 || typeof account === 'string') throw refusal(faults)
  return {
    serviceAccount: account,
    opensDocs: !production || read.data.OPEN_DOCS === 'true',
    metricsToken: read.data.METRICS_TOKEN,
    slowStatementMs: read.data.SLOW_STATEMENT_MS,
    isDemoOnNetwork: read.data.FIREBASE_AUTH_EMULATOR_HOST !== undefined && !isLoopback(read.data.HOST),
    production,
    host: read.data.HOST,
    port: read.data.PORT,
    // Any free one, where there is none after it.
    trainingPort: read.data.TRAINING_PORT ?? (read.data.PORT === 0 ? 0 : (read.data.PORT + 1) % 65_536),
    logLevel: read.data.LOG_LEVEL,
    databaseUrl: read.data.DATABASE_URL,
    dataDirectory: read.data.DATA_DIRECTORY,
    postgresBin: read.data.POSTGRES_BIN,
    backupDirectory: read.data.BACKUP_DIRECTORY && resolve(read.data.BACKUP_DIRECTORY),
    asksFirst: read.data.FIRST_START === 'ask' && read.data.DATABASE_URL === undefined,
    backupRemote: remoteOf(read.data),
    standby:
      read.data.STANDBY_PORT === undefined
        ? undefined
        : { host: read.data.STANDBY_HOST ?? read.data.HOST, port: read.data.STANDBY_PORT },
    recordsCalls: read.data.RECORD_CALLS === 'true',
    projectId: read.data.FIREBASE_PROJECT_ID,
    emulatorHost: read.data.FIREBASE_AUTH_EMULATOR_HOST,
    pinSecret: read.data.PIN_SECRET,
    secretsKeys: [...(read.data.SECRETS_KEY ? [read.data.SECRETS_KEY] : []), ...read.data.FORMER_SECRETS_KEYS],
    disabledFeatures: read.data.DISABLED_FEATURES,
    trustedProxies: read.data.TRUSTED_PROXIES,
    publicOrigin: originOf(read.data),
    isTls: isHttps(originOf(read.data)),
    shopTls:
      read.data.TLS_NAMES.length > 0
        ? { names: read.data.TLS_NAMES, helpPort: read.data.TLS_HELP_PORT ?? ((read.data.PORT + 1) % 65_535) + 1 }
        : undefined,
    printers: { ...pharmacyNetwork, allowsThisMachine: read.data.LOCAL_PRINTERS === 'true' },
    mail: read.data.SMTP_URL && read.data.MAIL_FROM ? { url: read.data.SMTP_URL, from: read.data.MAIL_FROM } : null,
    alarmMail: read.data.ALARM_MAIL,
    fiscalSimulators: {
      ...(read.data.EMECEF_SIMULATOR ? { emcf: read.data.EMECEF_SIMULATOR } : {}),
      ...(read.data.FNE_SIMULATOR ? { sign: read.data.FNE_SIMULATOR } : {}),
    },
    // In development, windows without an API base call a local address, from any local origin.
    windowOrigins:
      read.data.NODE_ENV === 'development'
        ? [...read.data.WINDOW_ORIGINS, 'http://localhost:5173', 'http://127.0.0.1:5173']
        : read.data.WINDOW_ORIGINS,
  }
}

/**
 * Returns the location of the database: the address of an external server, or the folder of the embedded PostgreSQL and
 * that of its programs.
 */
export function databaseOf({
  databaseUrl,
  dataDirectory,
  postgresBin,
}: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'postgresBin'>):
  { url: string } | { directory: string; binaries: string | undefined } {
  return databaseUrl
    ? { url: databaseUrl }
    : { directory: join(resolve(dataDirectory), 'postgresql'), binaries: postgresBin }
}

function refusal(faults: readonly string[]): Error {
  return new Error(['Officine ne démarre pas, ces réglages sont à corriger :', ...faults].join('\n- '))
}

function faultsOf(env: Environment): string[] {
  const production = env.NODE_ENV === 'production'
  const demo = env.FIREBASE_PROJECT_ID.startsWith('demo-')
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST !== undefined
  const onNetwork = env.ALLOW_DEMO_ON_NETWORK === 'true'
  const faults: [isFault: boolean, text: string][] = [
    [
      production && !env.DATABASE_URL && !isAbsolute(env.DATA_DIRECTORY),
      'DATA_DIRECTORY est un chemin complet en production, ou DATABASE_URL désigne une base : un chemin relatif change avec le dossier d’où le programme est lancé.',
    ],
    [
      production && emulator,
      'FIREBASE_AUTH_EMULATOR_HOST est refusé en production : tout le monde peut fabriquer les jetons de l’émulateur.',
    ],
    [production && demo, 'FIREBASE_PROJECT_ID désigne un vrai projet en production.'],
    [production && !env.PIN_SECRET, 'PIN_SECRET manque : « openssl rand -hex 32 » en donne un.'],
    [
      production && env.PIN_SECRET !== undefined && isGuessable(env.PIN_SECRET),
      'PIN_SECRET se devine : prenez-en un au hasard, comme « openssl rand -hex 32 » en donne.',
    ],
    [production && !env.SECRETS_KEY, 'SECRETS_KEY manque : « openssl rand -hex 32 » en donne une.'],
    [!env.SECRETS_KEY && env.FORMER_SECRETS_KEYS.length > 0, 'FORMER_SECRETS_KEYS demande aussi SECRETS_KEY.'],
    [
      production && !isHttps(originOf(env)),
      'PUBLIC_ORIGIN manque, ou n’est pas en https : c’est l’adresse que les navigateurs ouvrent, où passent les jetons et les patients. Sans relais, TLS_NAMES donne l’https au réseau de la pharmacie.',
    ],
    [
      production && env.WINDOW_ORIGINS.some((origin) => !isHttps(origin)),
      'WINDOW_ORIGINS n’a que des adresses en https en production.',
    ],
    [
      production && env.LOCAL_PRINTERS === 'true',
      'LOCAL_PRINTERS est refusé en production : qui règle les imprimantes atteindrait tous les ports de cette machine.',
    ],
    [
      production && (env.EMECEF_SIMULATOR !== undefined || env.FNE_SIMULATOR !== undefined),
      'EMECEF_SIMULATOR et FNE_SIMULATOR sont refusés en production : ce que certifie un simulateur n’a pas de valeur fiscale.',
    ],
    [
      env.POSTGRES_BIN !== undefined && env.DATABASE_URL !== undefined,
      'POSTGRES_BIN et DATABASE_URL ne vont pas ensemble : le premier change le moteur d’Officine, le second en prend un autre.',
    ],
    [
      env.STANDBY_PORT !== undefined && env.DATABASE_URL !== undefined,
      'STANDBY_PORT et DATABASE_URL ne vont pas ensemble : le serveur qui garde la base a ses propres copies.',
    ],
    [env.STANDBY_HOST !== undefined && env.STANDBY_PORT === undefined, 'STANDBY_HOST demande aussi STANDBY_PORT.'],
    [
      production && env.BACKUP_DIRECTORY !== undefined && !isAbsolute(env.BACKUP_DIRECTORY),
      'BACKUP_DIRECTORY est un chemin complet en production.',
    ],
    [
      env.BACKUP_DIRECTORY !== undefined && isWithin(env.BACKUP_DIRECTORY, env.DATA_DIRECTORY),
      'BACKUP_DIRECTORY est hors de DATA_DIRECTORY : ce qui emporte les données emporterait la sauvegarde.',
    ],
    [remoteFault(env) !== null, remoteFault(env) ?? ''],
    [
      env.BACKUP_S3 !== undefined && env.BACKUP_DIRECTORY === undefined,
      'BACKUP_S3 demande BACKUP_DIRECTORY, d’où partent les sauvegardes : un support, ou faute de mieux un dossier du disque des données.',
    ],
    [
      env.BACKUP_S3 !== undefined && env.DATABASE_URL !== undefined,
      'BACKUP_S3 et DATABASE_URL ne vont pas ensemble : l’administrateur de ce PostgreSQL le sauvegarde.',
    ],
    [
      env.TLS_NAMES.some((name) => !isLoopback(name)) && isLoopback(env.HOST),
      'TLS_NAMES sert d’autres postes, et HOST n’écoute que celui-ci : HOST=0.0.0.0.',
    ],
    [
      env.TLS_NAMES.length > 0 &&
        env.PUBLIC_ORIGIN !== undefined &&
        new URL(env.PUBLIC_ORIGIN).origin !== ownOrigin(env),
      `TLS_NAMES et PUBLIC_ORIGIN ne disent pas la même adresse : enlevez PUBLIC_ORIGIN, qui sera ${ownOrigin(env)}.`,
    ],
    [
      env.TLS_NAMES.length > 0 && env.TLS_HELP_PORT === env.PORT && env.PORT !== 0,
      'TLS_HELP_PORT est un autre port que PORT.',
    ],
    [Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM), 'SMTP_URL et MAIL_FROM vont ensemble.'],
    [env.ALARM_MAIL !== undefined && !env.SMTP_URL, 'ALARM_MAIL demande SMTP_URL, le serveur qui envoie.'],
    [
      !production && emulator && !demo,
      'FIREBASE_AUTH_EMULATOR_HOST va avec un projet dont le nom commence par demo- : tout le monde peut fabriquer les jetons de l’émulateur.',
    ],
    [
      !production && emulator && !isLoopback(env.HOST) && !onNetwork,
      `HOST ${env.HOST} ouvre la démonstration à d’autres machines : tout le monde peut y entrer sans mot de passe. HOST=127.0.0.1 la garde ici ; ALLOW_DEMO_ON_NETWORK=true l’ouvre quand même.`,
    ],
    [production && onNetwork, 'ALLOW_DEMO_ON_NETWORK est refusé en production.'],
  ]
  return faults.flatMap(([isFault, text]) => (isFault ? [text] : []))
}

const KeyFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  client_email: z.email(),
  private_key: z.string().refine(isPrivateKey),
})

/**
 * The service account, or what is wrong with its file. Judged without asking Google: a line that is down must not stop
 * a start.
 */
function readServiceAccount(env: Environment): ServiceAccount | string {
  const file = env.GOOGLE_APPLICATION_CREDENTIALS
  if (!file)
    return 'GOOGLE_APPLICATION_CREDENTIALS manque : c’est le fichier du compte de service (console Firebase, « Paramètres du projet », « Comptes de service »). Sans lui, aucun code n’ouvre de caisse.'
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return error instanceof SyntaxError
      ? `GOOGLE_APPLICATION_CREDENTIALS : ${file} n’est pas un fichier JSON.`
      : `GOOGLE_APPLICATION_CREDENTIALS : ${file} ne peut pas être lu (${(error as NodeJS.ErrnoException).code}).`
  }
  const read = KeyFile.safeParse(content)
  if (!read.success)
    return `GOOGLE_APPLICATION_CREDENTIALS : ${file} n’est pas la clé d’un compte de service (${read.error.issues.map(({ path }) => path.join('.') || 'contenu').join(', ')}).`
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = read.data
  return projectId === env.FIREBASE_PROJECT_ID
    ? { projectId, clientEmail, privateKey }
    : `GOOGLE_APPLICATION_CREDENTIALS : ${file} est du projet ${projectId}, FIREBASE_PROJECT_ID dit ${env.FIREBASE_PROJECT_ID}.`
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether only this machine reaches this address. */
export function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? /(^|\.)localhost$/i.test(host) : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a path is a folder or within it. */
function isWithin(path: string, folder: string): boolean {
  return `${resolve(path)}/`.startsWith(`${resolve(folder)}/`)
}

function isHttps(address: string | undefined): boolean {
  return address?.startsWith('https:') ?? false
}

/** A secret of an example, or one key held down: of few different characters, or with a word that examples use. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /change.?me|secret|password|example|officine/i.test(secret)
}
