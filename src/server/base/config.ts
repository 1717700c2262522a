import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import type { FiscalFamily } from '#shared/domain/fiscal/profiles.ts'
import { pharmacyNetwork, type PrinterNetwork } from '#server/base/printer-network.ts'

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const text = z.string().trim().min(1, 'est vide')
const flag = z.enum(['true', 'false'], 'est « true » ou « false »').default('false')
const address = (scheme: RegExp, example: string) =>
  z.url({ protocol: scheme, error: `est une adresse, comme ${example}` })

const Key = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'est faite de 64 chiffres hexadécimaux, comme « openssl rand -hex 32 » les donne')
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const modes = ['development', 'production', 'test'] as const
const port = 'est un nombre de 0 à 65535'

const Environment = z.object({
  NODE_ENV: z.enum(modes, `est l’un de : ${modes.join(', ')}`).default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).default(4800),
  LOG_LEVEL: z.enum(levels, `est l’un de : ${levels.join(', ')}`).default('info'),
  /** An external PostgreSQL, version 15 or later. Without it, an embedded PostgreSQL runs in the data directory. */
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgresql://nom:secret@machine/officine').optional(),
  /** Holds the database (unless DATABASE_URL is set) and the secrets that the server generates. */
  DATA_DIRECTORY: text.default('./data'),
  /** Folder of the programs of another PostgreSQL than the one that npm installed: of Debian, PGDG or EDB. */
  POSTGRES_BIN: text.optional(),
  /**
   * The medium that the embedded database is backed up to: a stick, a second disk or a folder of another computer. It
   * exists already; without it no backup is made.
   */
  BACKUP_DIRECTORY: text.optional(),
  RECORD_CALLS: z.enum(['true', 'false'], 'est « true » ou « false »').default('true'),
  FIREBASE_PROJECT_ID: text.default('demo-officine'),
  /** `host:port` of the Auth emulator. Allowed only with a `demo-` project and outside production. */
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'est « machine:port »')
    .optional(),
  /**
   * Key of the HMAC that keeps PINs unique without storing them. After a change of this key, duplicate PINs are no
   * longer detected; existing PINs still work.
   */
  PIN_SECRET: z.string().min(32, 'a au moins 32 caractères').optional(),
  /**
   * The address that browsers open, such as `https://officine.example`; links in e-mails lead there. By https, browsers are told to use nothing else.
   */
  PUBLIC_ORIGIN: address(/^https?$/, 'https://officine.example').optional(),
  /**
   * Proxies whose word about the caller's address is believed, separated by commas: addresses, ranges, or `loopback`.
   */
  TRUSTED_PROXIES: text
    .default('loopback')
    .transform(listed)
    .pipe(z.array(z.string().refine(isProxy, 'nomme des adresses, des plages comme 10.0.0.0/8, ou loopback'))),
  /** Key of the texts that the database keeps sealed: 64 hexadecimal digits (« openssl rand -hex 32 »). */
  SECRETS_KEY: Key.optional(),
  /** Former keys, separated by commas, until `npm run secrets:rotate` has sealed everything with the new one. */
  FORMER_SECRETS_KEYS: z.string().default('').transform(listed).pipe(z.array(Key)),
  /** Features whose calls are refused, beside those that the windows were built without, separated by commas. */
  DISABLED_FEATURES: z.string().default('').transform(listed),
  /**
   * The file of the service account that signs the tokens of unlocks. Only production needs it: the emulator takes
   * unsigned ones.
   */
  GOOGLE_APPLICATION_CREDENTIALS: text.optional(),
  /** `true`: production also serves `/docs` and `/openapi.json`. */
  OPEN_DOCS: flag,
  /** Opens `/metrics` to who brings it as a bearer token. */
  METRICS_TOKEN: z.string().min(16, 'a au moins 16 caractères').optional(),
  /** In ms. Statements that take longer are logged, without their values. */
  SLOW_STATEMENT_MS: z.coerce
    .number('est un nombre')
    .int('est un nombre entier')
    .min(1, 'est au moins 1')
    .default(1000),
  /** `true`: the demo, whose tokens anyone can forge, also answers other machines; every screen then says so. */
  ALLOW_DEMO_ON_NETWORK: flag,
  /** `true`: printers may also be on this machine, on any port. Only for a demo, refused in production. */
  LOCAL_PRINTERS: flag,
  /** The mail server that sends orders, claims, bills and invitations: `smtp://user:password@host:587`, or `smtps://`. */
  SMTP_URL: address(/^smtps?$/, 'smtps://nom:secret@machine').optional(),
  /** The address that these e-mails come from; answers go to the member who sends. */
  MAIL_FROM: z.email('est une adresse e-mail').optional(),
  /** Who gets an e-mail when something is wrong with the server or a pharmacy. */
  ALARM_MAIL: z.email('est une adresse e-mail').optional(),
  /** Simulators of the fiscal platforms: what they certify has no fiscal value. Refused in production. */
  EMECEF_SIMULATOR: address(/^http$/, 'http://127.0.0.1:4901').optional(),
  FNE_SIMULATOR: address(/^http$/, 'http://127.0.0.1:4902').optional(),
  /**
   * Origins of windows served elsewhere (a CDN), separated by commas. Not needed for windows served by this process.
   */
  WINDOW_ORIGINS: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(address(/^https?$/, 'https://officine.example'))),
})

/** Addresses of simulators of fiscal platforms, by family; they answer instead of the platforms. */
export type FiscalSimulators = Readonly<Partial<Record<FiscalFamily, string>>>

export type Config = {
  production: boolean
  host: string
  port: number
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  databaseUrl: string | undefined
  dataDirectory: string
  /** Folder of the programs of the embedded PostgreSQL; undefined: those that npm installed. */
  postgresBin: string | undefined
  /** Undefined: no backup is made. */
  backupDirectory: string | undefined
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
    logLevel: read.data.LOG_LEVEL,
    databaseUrl: read.data.DATABASE_URL,
    dataDirectory: read.data.DATA_DIRECTORY,
    postgresBin: read.data.POSTGRES_BIN,
    backupDirectory: read.data.BACKUP_DIRECTORY && resolve(read.data.BACKUP_DIRECTORY),
    recordsCalls: read.data.RECORD_CALLS === 'true',
    projectId: read.data.FIREBASE_PROJECT_ID,
    emulatorHost: read.data.FIREBASE_AUTH_EMULATOR_HOST,
    pinSecret: read.data.PIN_SECRET,
    secretsKeys: [...(read.data.SECRETS_KEY ? [read.data.SECRETS_KEY] : []), ...read.data.FORMER_SECRETS_KEYS],
    disabledFeatures: read.data.DISABLED_FEATURES,
    trustedProxies: read.data.TRUSTED_PROXIES,
    publicOrigin: read.data.PUBLIC_ORIGIN,
    isTls: isHttps(read.data.PUBLIC_ORIGIN),
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

function faultsOf(env: z.infer<typeof Environment>): string[] {
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
      production && !isHttps(env.PUBLIC_ORIGIN),
      'PUBLIC_ORIGIN manque, ou n’est pas en https : c’est l’adresse que les navigateurs ouvrent, où passent les jetons et les patients.',
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
      production && env.BACKUP_DIRECTORY !== undefined && !isAbsolute(env.BACKUP_DIRECTORY),
      'BACKUP_DIRECTORY est un chemin complet en production.',
    ],
    [
      env.BACKUP_DIRECTORY !== undefined && isWithin(env.BACKUP_DIRECTORY, env.DATA_DIRECTORY),
      'BACKUP_DIRECTORY est hors de DATA_DIRECTORY : ce qui emporte les données emporterait la sauvegarde.',
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
function readServiceAccount(env: z.infer<typeof Environment>): ServiceAccount | string {
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
function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** An address, a range, or a name of ranges that the server knows. */
function isProxy(one: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(one)) return true
  const [host = '', bits, ...more] = one.split('/')
  const family = isIP(host)
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)))
  )
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
