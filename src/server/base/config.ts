import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { pharmacyNetwork, type PrinterNetwork } from '#server/base/printer-network.ts'

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
const text = z.string().trim().min(1)

const Key = z.string().regex(/^[\da-f]{64}$/i, 'expected 64 hexadecimal digits')

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4800),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** An external PostgreSQL, version 15 or later. Without it, an embedded PostgreSQL runs in the data directory. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Holds the database (unless DATABASE_URL is set) and the secrets that the server generates. */
  DATA_DIRECTORY: text.default('./data'),
  FIREBASE_PROJECT_ID: text.default('demo-officine'),
  /** `host:port` of the Auth emulator. Allowed only with a `demo-` project and outside production. */
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d+$/, 'expected host:port')
    .optional(),
  /**
   * Key of the HMAC that keeps PINs unique without storing them. After a change of this key, duplicate PINs are no
   * longer detected; existing PINs still work.
   */
  PIN_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  /**
   * The address that browsers open, such as `https://officine.example`. By https, browsers are told to use nothing else.
   */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * Proxies whose word about the caller's address is believed, separated by commas: addresses, ranges, or `loopback`.
   */
  TRUSTED_PROXIES: text.default('loopback').transform(listed),
  /** Key of the texts that the database keeps sealed: 64 hexadecimal digits (« openssl rand -hex 32 »). */
  SECRETS_KEY: Key.optional(),
  /** Former keys, separated by commas, until `npm run secrets:rotate` has sealed everything with the new one. */
  FORMER_SECRETS_KEYS: z.string().default('').transform(listed).pipe(z.array(Key)),
  /** Features whose calls are refused, beside those that the windows were built without, separated by commas. */
  DISABLED_FEATURES: z.string().default('').transform(listed),
  /** `true`: printers may also be on this machine, on any port. Only for a demo, refused in production. */
  LOCAL_PRINTERS: z.enum(['true', 'false']).default('false'),
  /** The mail server that sends orders, claims and bills: `smtp://user:password@host:587`, or `smtps://`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The address that these e-mails come from; answers go to the member who sends. */
  MAIL_FROM: z.email().optional(),
  /**
   * Origins of windows served elsewhere (a CDN), separated by commas. Not needed for windows served by this process.
   */
  WINDOW_ORIGINS: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
})

export type Config = {
  production: boolean
  host: string
  port: number
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  databaseUrl: string | undefined
  dataDirectory: string
  projectId: string
  emulatorHost: string | undefined
  pinSecret: string | undefined
  /** The first one seals; none: the demo makes its own. */
  secretsKeys: readonly string[]
  disabledFeatures: readonly string[]
  windowOrigins: readonly string[]
  trustedProxies: readonly string[]
  /** Browsers reach the server by https. */
  isTls: boolean
  printers: PrinterNetwork
  /** Null: the server sends no e-mail. */
  mail: { url: string; from: string } | null
}

/** Reads the configuration from the environment. Throws one error that lists every invalid variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  // an empty variable counts as not set
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success)
    throw new Error(
      `configuration: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    )
  const faults = faultsOf(read.data)
  if (faults.length > 0) throw new Error(`configuration: ${faults.join('; ')}`)
  return {
    production: read.data.NODE_ENV === 'production',
    host: read.data.HOST,
    port: read.data.PORT,
    logLevel: read.data.LOG_LEVEL,
    databaseUrl: read.data.DATABASE_URL,
    dataDirectory: read.data.DATA_DIRECTORY,
    projectId: read.data.FIREBASE_PROJECT_ID,
    emulatorHost: read.data.FIREBASE_AUTH_EMULATOR_HOST,
    pinSecret: read.data.PIN_SECRET,
    secretsKeys: [...(read.data.SECRETS_KEY ? [read.data.SECRETS_KEY] : []), ...read.data.FORMER_SECRETS_KEYS],
    disabledFeatures: read.data.DISABLED_FEATURES,
    trustedProxies: read.data.TRUSTED_PROXIES,
    isTls: isHttps(read.data.PUBLIC_ORIGIN),
    printers: { ...pharmacyNetwork, allowsThisMachine: read.data.LOCAL_PRINTERS === 'true' },
    mail: read.data.SMTP_URL && read.data.MAIL_FROM ? { url: read.data.SMTP_URL, from: read.data.MAIL_FROM } : null,
    // In development, windows without an API base call a local address, from any local origin.
    windowOrigins:
      read.data.NODE_ENV === 'development'
        ? [...read.data.WINDOW_ORIGINS, 'http://localhost:5173', 'http://127.0.0.1:5173']
        : read.data.WINDOW_ORIGINS,
  }
}

/**
 * Returns the location of the database: the address of an external server, or the folder of the embedded PostgreSQL.
 */
export function databaseOf({
  databaseUrl,
  dataDirectory,
}: Pick<Config, 'databaseUrl' | 'dataDirectory'>): { url: string } | { directory: string } {
  return databaseUrl ? { url: databaseUrl } : { directory: join(resolve(dataDirectory), 'postgresql') }
}

function faultsOf(env: z.infer<typeof Environment>): string[] {
  const production = env.NODE_ENV === 'production'
  const demo = env.FIREBASE_PROJECT_ID.startsWith('demo-')
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST !== undefined
  return [
    ...(production && !env.DATABASE_URL && !isAbsolute(env.DATA_DIRECTORY)
      ? [
          'production needs DATABASE_URL, or DATA_DIRECTORY as an absolute path: a relative one moves with the folder that the program is started from',
        ]
      : []),
    ...(production && emulator
      ? ['production refuses FIREBASE_AUTH_EMULATOR_HOST: tokens of the emulator are unsigned, anyone can forge them']
      : []),
    ...(production && demo ? ['production needs FIREBASE_PROJECT_ID of a real project'] : []),
    ...(production && !env.PIN_SECRET ? ['production needs PIN_SECRET (32 characters or more)'] : []),
    ...(production && env.PIN_SECRET && isGuessable(env.PIN_SECRET)
      ? ['production refuses this PIN_SECRET: take one by chance, as « openssl rand -hex 32 » prints']
      : []),
    ...(production && !env.SECRETS_KEY ? ['production needs SECRETS_KEY (64 hexadecimal digits)'] : []),
    ...(!env.SECRETS_KEY && env.FORMER_SECRETS_KEYS.length > 0 ? ['FORMER_SECRETS_KEYS needs SECRETS_KEY'] : []),
    ...(production && !isHttps(env.PUBLIC_ORIGIN)
      ? ['production needs PUBLIC_ORIGIN, the address in https that browsers open: tokens and patients travel over it']
      : []),
    ...(production && env.WINDOW_ORIGINS.some((origin) => !isHttps(origin))
      ? ['production refuses WINDOW_ORIGINS without https']
      : []),
    ...(production && env.LOCAL_PRINTERS === 'true'
      ? ['production refuses LOCAL_PRINTERS: whoever may change the printers would reach every port of this machine']
      : []),
    ...(Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM) ? ['SMTP_URL and MAIL_FROM go together'] : []),
    ...(!production && emulator && !demo
      ? [
          'FIREBASE_AUTH_EMULATOR_HOST goes only with a project whose id begins with demo-: tokens of the emulator are unsigned',
        ]
      : []),
  ]
}

function isHttps(address: string | undefined): boolean {
  return address?.startsWith('https:') ?? false
}

/** A secret of an example, or one key held down: of few different characters, or with a word that examples use. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || /change.?me|secret|password|example|officine/i.test(secret)
}
