import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseOf, readConfig } from '#server/base/config.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'
import { aServiceAccount } from '#tests/server/support/service-account.ts'

const folder = await mkdtemp(join(tmpdir(), 'officine-config-'))
afterAll(() => rm(folder, { recursive: true }))
const accountFile = await aServiceAccount(folder, 'officine-bj')

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://officine@db/officine',
  FIREBASE_PROJECT_ID: 'officine-bj',
  PIN_SECRET: '8c2b6f0e91d74a53b7e0c4f219a86d35',
  PUBLIC_ORIGIN: 'https://officine.example',
  SECRETS_KEY: 'ab01'.repeat(16),
  GOOGLE_APPLICATION_CREDENTIALS: accountFile,
}

test('nothing set is the demo on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 4800,
    projectId: 'demo-officine',
    databaseUrl: undefined,
  })
})

test('an empty variable is one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4800, databaseUrl: undefined })
})

test('production opens with everything it needs', () => {
  expect(readConfig(production)).toMatchObject({ production: true })
})

test('e-mails need a mail server and the address that they come from', () => {
  const mail = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'envois@officine.example' }
  expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
  expect(readConfig({}).mail).toBeNull()
  expect(() => readConfig({ SMTP_URL: mail.SMTP_URL })).toThrow('SMTP_URL et MAIL_FROM vont ensemble')
  expect(() => readConfig({ MAIL_FROM: mail.MAIL_FROM })).toThrow('SMTP_URL et MAIL_FROM vont ensemble')
})

test('a bucket needs a medium and a key, and is Amazon’s of its region unless another store is named', () => {
  const bucket = {
    BACKUP_DIRECTORY: '/media/cle',
    BACKUP_S3: 's3://sauvegardes/camp-guezo/',
    BACKUP_S3_KEY_ID: 'id',
    BACKUP_S3_SECRET: 'secret',
  }
  expect(readConfig(bucket).backupRemote).toEqual({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    bucket: 'sauvegardes',
    prefix: 'camp-guezo/',
    region: 'us-east-1',
    keyId: 'id',
    secret: 'secret',
  })
  expect(
    readConfig({ ...bucket, BACKUP_S3: 's3://sauvegardes', BACKUP_S3_ENDPOINT: 'https://s3.example/' }).backupRemote,
  ).toMatchObject({ endpoint: 'https://s3.example', prefix: '' })
  expect(readConfig({}).backupRemote).toBeUndefined()
  const wrong = (change: Record<string, string>) => () => readConfig({ ...bucket, ...change })
  expect(wrong({ BACKUP_DIRECTORY: '' })).toThrow('BACKUP_S3 demande BACKUP_DIRECTORY')
  expect(wrong({ BACKUP_S3_SECRET: '' })).toThrow('BACKUP_S3 demande BACKUP_S3_KEY_ID et BACKUP_S3_SECRET')
  expect(wrong({ BACKUP_S3: 's3://sauvegardes/../autres' })).toThrow('BACKUP_S3 est une adresse')
  expect(wrong({ BACKUP_S3: 'https://sauvegardes' })).toThrow('BACKUP_S3 est une adresse, comme s3://')
  expect(wrong({ DATABASE_URL: 'postgresql://officine@db/officine' })).toThrow('BACKUP_S3 et DATABASE_URL')
})

test('https by names of the shop needs no other address, listens to the tills, and takes no public name', () => {
  const shop = { ...production, PUBLIC_ORIGIN: '', HOST: '0.0.0.0', TLS_NAMES: 'Officine.local, 192.168.1.10' }
  expect(readConfig(shop)).toMatchObject({
    publicOrigin: 'https://officine.local:4800',
    isTls: true,
    shopTls: { names: ['officine.local', '192.168.1.10'], helpPort: 4802 },
  })
  expect(() => readConfig({ ...shop, HOST: '' })).toThrow('HOST=0.0.0.0')
  expect(() => readConfig({ ...shop, PUBLIC_ORIGIN: production.PUBLIC_ORIGIN })).toThrow('enlevez PUBLIC_ORIGIN')
  expect(() => readConfig({ ...shop, TLS_HELP_PORT: '4800' })).toThrow('un autre port que PORT')
  for (const name of ['officine.example', '8.8.8.8', 'local', 'a b.local', '172.32.0.1'])
    expect(() => readConfig({ ...shop, TLS_NAMES: name })).toThrow('TLS_NAMES')
})

test('another PostgreSQL is named by its folder, never beside an address', () => {
  const folder = '/usr/lib/postgresql/18/bin'
  expect(databaseOf(readConfig({ POSTGRES_BIN: folder, DATA_DIRECTORY: '/var/lib/officine' }))).toEqual({
    directory: '/var/lib/officine/postgresql',
    binaries: folder,
  })
  expect(() => readConfig({ POSTGRES_BIN: folder, DATABASE_URL: production.DATABASE_URL })).toThrow(
    'POSTGRES_BIN et DATABASE_URL ne vont pas ensemble',
  )
})

test('production opens on the embedded PostgreSQL where its directory is named whole', () => {
  expect(readConfig({ ...production, DATABASE_URL: '', DATA_DIRECTORY: '/var/lib/officine' })).toMatchObject({
    production: true,
    databaseUrl: undefined,
  })
})

test.each([
  [
    'a data directory that moves with the folder of the start',
    { DATABASE_URL: '', DATA_DIRECTORY: './data' },
    'DATA_DIRECTORY est un chemin complet',
  ],
  [
    'tokens that anyone can forge',
    { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    'FIREBASE_AUTH_EMULATOR_HOST est refusé',
  ],
  ['a demo project', { FIREBASE_PROJECT_ID: 'demo-officine' }, 'FIREBASE_PROJECT_ID'],
  ['a start without a secret', { PIN_SECRET: '' }, 'PIN_SECRET'],
  ['a secret that is short', { PIN_SECRET: 'short' }, 'PIN_SECRET'],
  ['a secret copied from an example', { PIN_SECRET: 'change-me-please-change-me-please' }, 'PIN_SECRET se devine'],
  ['one key held down as a secret', { PIN_SECRET: 'x'.repeat(40) }, 'PIN_SECRET se devine'],
  ['a start without the address that browsers open', { PUBLIC_ORIGIN: '' }, 'PUBLIC_ORIGIN manque'],
  ['an address without TLS', { PUBLIC_ORIGIN: 'http://officine.example' }, 'PUBLIC_ORIGIN manque'],
  ['windows from an origin without TLS', { WINDOW_ORIGINS: 'http://cdn.example' }, 'WINDOW_ORIGINS n’a que'],
  ['a start without the key of sealed texts', { SECRETS_KEY: '' }, 'SECRETS_KEY manque'],
  ['a key that is too short', { SECRETS_KEY: 'abcd' }, 'SECRETS_KEY'],
  ['a demo on the network', { ALLOW_DEMO_ON_NETWORK: 'true' }, 'ALLOW_DEMO_ON_NETWORK est refusé en production'],
  ['printers on its own machine', { LOCAL_PRINTERS: 'true' }, 'LOCAL_PRINTERS est refusé'],
])('production refuses %s', (_, change, why) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(why)
})

describe('the service account that signs the tokens of unlocks', () => {
  const file = (name: string, content: string) => writeFile(join(folder, name), content).then(() => join(folder, name))

  test('is read from its file, whole', () => {
    expect(readConfig(production).serviceAccount).toMatchObject({
      projectId: 'officine-bj',
      privateKey: expect.stringContaining('BEGIN PRIVATE KEY'),
    })
  })

  test('is not asked for outside production', () => {
    expect(readConfig({ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere.json' }).serviceAccount).toBeNull()
  })

  test.each([
    ['is missing', () => '', /CREDENTIALS manque : c’est le fichier du compte de service/],
    ['cannot be read', () => join(folder, 'nowhere.json'), /nowhere\.json ne peut pas être lu \(ENOENT\)/],
    ['is a folder', () => folder, /ne peut pas être lu \(EISDIR\)/],
    ['is no JSON', () => file('text.json', 'AIzaSy'), /text\.json n’est pas un fichier JSON/],
    [
      'is another JSON',
      () => file('web.json', '{"web":{}}'),
      /web\.json n’est pas la clé d’un compte de service \(type/,
    ],
    [
      'has a key that was cut',
      () =>
        file(
          'cut.json',
          JSON.stringify({
            type: 'service_account',
            project_id: 'officine-bj',
            client_email: 'officine@officine-bj.iam.gserviceaccount.com',
            private_key: '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----\n',
          }),
        ),
      /cut\.json n’est pas la clé d’un compte de service \(private_key\)/,
    ],
    ['is of another project', () => aServiceAccount(folder, 'other'), /est du projet other, FIREBASE_PROJECT_ID dit/],
  ])('production refuses to start when it %s, and names it', async (_, given, why) => {
    const change = { GOOGLE_APPLICATION_CREDENTIALS: await given() }
    expect(() => readConfig({ ...production, ...change })).toThrow(why)
  })
})

describe('a demo, into which anyone can come', () => {
  const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }

  test.each(['0.0.0.0', '::', '192.168.1.20', 'officine.local', '10.127.0.1'])('is refused on %s', (HOST) => {
    expect(() => readConfig({ ...emulator, HOST })).toThrow(`HOST ${HOST} ouvre la démonstration à d’autres machines`)
    expect(readConfig({ ...emulator, HOST, ALLOW_DEMO_ON_NETWORK: 'true' }).isDemoOnNetwork).toBe(true)
  })

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('stays on this machine with %s', (HOST) => {
    expect(readConfig({ ...emulator, HOST, ALLOW_DEMO_ON_NETWORK: 'true' }).isDemoOnNetwork).toBe(false)
  })

  test('is no production server on the network', () => {
    expect(readConfig({ ...production, HOST: '0.0.0.0' }).isDemoOnNetwork).toBe(false)
  })
})

test('the map of all calls is closed in production unless it is opened', () => {
  expect(readConfig({}).opensDocs).toBe(true)
  expect(readConfig(production).opensDocs).toBe(false)
  expect(readConfig({ ...production, OPEN_DOCS: 'true' }).opensDocs).toBe(true)
})

test.each([
  ['NODE_ENV', 'prod'],
  ['PORT', '70000'],
  ['PORT', 'many'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://x'],
  ['FIREBASE_AUTH_EMULATOR_HOST', 'here'],
  ['PIN_SECRET', 'short'],
  ['PUBLIC_ORIGIN', 'officine.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/40'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['SECRETS_KEY', 'abcd'],
  ['FORMER_SECRETS_KEYS', 'abcd,abcd'],
  ['LOCAL_PRINTERS', 'yes'],
  ['OPEN_DOCS', 'yes'],
  ['ALLOW_DEMO_ON_NETWORK', 'yes'],
  ['SMTP_URL', 'mail.example'],
  ['MAIL_FROM', 'officine'],
  ['WINDOW_ORIGINS', 'cdn.example'],
])('%s=%s is refused in French, by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^Officine ne démarre pas, ces réglages sont à corriger :\n- ${name} (a|est|nomme) [^\n]+\\.(\n|$)`),
  )
})

test('the ranges of a proxy are read', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,loopback, 192.168.1.7' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    'fd00::/8',
    'loopback',
    '192.168.1.7',
  ])
})

test('printers on this machine are only for a demo that asks for them', () => {
  expect(readConfig({}).printers.allowsThisMachine).toBe(false)
  expect(readConfig(production).printers.allowsThisMachine).toBe(false)
  expect(readConfig({ LOCAL_PRINTERS: 'true' }).printers.allowsThisMachine).toBe(true)
})

test('the emulator goes with a demo project only', () => {
  expect(() =>
    readConfig({ FIREBASE_PROJECT_ID: 'officine-bj', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }),
  ).toThrow('demo-')
})

test('all that is wrong is told at once', () => {
  expect(() => readConfig({ PORT: 'many', NODE_ENV: 'nowhere', DATABASE_URL: 'mysql://x' })).toThrow(
    /- NODE_ENV .*\n- PORT .*\n- DATABASE_URL /,
  )
})

test('the demo makes its PIN secret once', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'officine-secret-'))
  const [one, two] = await Promise.all([
    pinSecretOf({ pinSecret: undefined, dataDirectory }),
    pinSecretOf({ pinSecret: undefined, dataDirectory }),
  ])
  expect([one.length, two, await pinSecretOf({ pinSecret: undefined, dataDirectory })]).toEqual([64, one, one])
  await rm(dataDirectory, { recursive: true })
})
