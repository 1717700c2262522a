import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { pinSecretOf } from '#server/base/kept-secrets.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://officine@db/officine',
  FIREBASE_PROJECT_ID: 'officine-bj',
  PIN_SECRET: '8c2b6f0e91d74a53b7e0c4f219a86d35',
  PUBLIC_ORIGIN: 'https://officine.example',
  SECRETS_KEY: 'ab01'.repeat(16),
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
  expect(() => readConfig({ SMTP_URL: mail.SMTP_URL })).toThrow('SMTP_URL and MAIL_FROM go together')
  expect(() => readConfig({ MAIL_FROM: mail.MAIL_FROM })).toThrow('SMTP_URL and MAIL_FROM go together')
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
    'DATA_DIRECTORY as an absolute path',
  ],
  [
    'tokens that anyone can forge',
    { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    'refuses FIREBASE_AUTH_EMULATOR_HOST',
  ],
  ['a demo project', { FIREBASE_PROJECT_ID: 'demo-officine' }, 'FIREBASE_PROJECT_ID'],
  ['a start without a secret', { PIN_SECRET: '' }, 'PIN_SECRET'],
  ['a secret that is short', { PIN_SECRET: 'short' }, 'PIN_SECRET'],
  ['a secret copied from an example', { PIN_SECRET: 'change-me-please-change-me-please' }, 'refuses this PIN_SECRET'],
  ['one key held down as a secret', { PIN_SECRET: 'x'.repeat(40) }, 'refuses this PIN_SECRET'],
  ['a start without the address that browsers open', { PUBLIC_ORIGIN: '' }, 'needs PUBLIC_ORIGIN'],
  ['an address without TLS', { PUBLIC_ORIGIN: 'http://officine.example' }, 'needs PUBLIC_ORIGIN'],
  ['windows from an origin without TLS', { WINDOW_ORIGINS: 'http://cdn.example' }, 'refuses WINDOW_ORIGINS'],
  ['a start without the key of sealed texts', { SECRETS_KEY: '' }, 'needs SECRETS_KEY'],
  ['a key that is too short', { SECRETS_KEY: 'abcd' }, 'SECRETS_KEY'],
  ['printers on its own machine', { LOCAL_PRINTERS: 'true' }, 'refuses LOCAL_PRINTERS'],
])('production refuses %s', (_, change, why) => {
  expect(() => readConfig({ ...production, ...change })).toThrow(why)
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
    /NODE_ENV.*PORT.*DATABASE_URL/,
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
