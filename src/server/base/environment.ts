import { isIP } from 'node:net'
import * as z from 'zod'
import { remoteVariables } from '#server/base/remote-place.ts'
import { isShopName } from '#server/base/shop-names.ts'

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

/** The variables of the environment that the server reads. */
export const Environment = z.object({
  NODE_ENV: z.enum(modes, `est l’un de : ${modes.join(', ')}`).default('development'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).default(4800),
  /** Where a shop to exercise in, or one of the past, listens; default: the port after PORT. */
  TRAINING_PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).optional(),
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
  /** `new`: an empty data directory begins a new platform unasked; `ask`: who sits at this computer chooses (0091). */
  FIRST_START: z.enum(['ask', 'new'], 'est « ask » ou « new »').default('ask'),
  ...remoteVariables,
  /** `false`: the calls of the last days are not kept for the trial of a new version. */
  RECORD_CALLS: z.enum(['true', 'false'], 'est « true » ou « false »').default('true'),
  /** A second computer of the shop may follow this one by this port of HOST (or of STANDBY_HOST); without it none may. */
  STANDBY_PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).optional(),
  STANDBY_HOST: text.optional(),
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
   * Names and addresses by which the tills of a shop reach this server, separated by commas. With them it serves https
   * itself, by an authority of its own, and PUBLIC_ORIGIN is the first one.
   */
  TLS_NAMES: z
    .string()
    .default('')
    .transform((names) => listed(names.toLowerCase()))
    .pipe(
      z.array(
        z
          .string()
          .refine(
            isShopName,
            'ne nomme que des adresses du réseau de la pharmacie, comme 192.168.1.10, ou des noms en .local ; un nom public prend un relais et son certificat',
          ),
      ),
    ),
  /** Where the page listens that explains to a till how to trust the authority; PORT and two, if it is not set. */
  TLS_HELP_PORT: z.coerce.number(port).int(port).min(0, port).max(65_535, port).optional(),
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

export type Environment = z.infer<typeof Environment>

/** The address that browsers open. */
export function originOf(env: Environment): string | undefined {
  return ownOrigin(env) ?? env.PUBLIC_ORIGIN
}

/** The address of a server that does https itself; undefined: it does not. */
export function ownOrigin({ TLS_NAMES: [name], PORT }: Environment): string | undefined {
  return name && `https://${name}:${PORT}`
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
