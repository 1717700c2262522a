import { expect, test } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { Environment } from '#server/base/environment.ts'
import { environmentBeside } from '#server/open-parts.ts'

const hex = '0123456789abcdef'.repeat(4)
/** A value of each variable that a server of a shop may have, all at once; those that no other allows are apart. */
const everything: Record<string, string> = {
  NODE_ENV: 'development',
  HOST: '0.0.0.0',
  PORT: '4800',
  TRAINING_PORT: '4890',
  LOG_LEVEL: 'warn',
  DATA_DIRECTORY: '/var/lib/officine',
  POSTGRES_BIN: '/usr/lib/postgresql/17/bin',
  BACKUP_DIRECTORY: '/media/stick',
  FIRST_START: 'new',
  BACKUP_S3: 's3://sauvegardes/officine',
  BACKUP_S3_ENDPOINT: 'https://s3.example',
  BACKUP_S3_REGION: 'eu-west-3',
  BACKUP_S3_KEY_ID: 'id',
  BACKUP_S3_SECRET: 'secret',
  RECORD_CALLS: 'true',
  STANDBY_PORT: '4810',
  STANDBY_HOST: '0.0.0.0',
  FIREBASE_PROJECT_ID: 'demo-officine',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
  PIN_SECRET: hex,
  TLS_NAMES: '192.168.1.10, officine.local',
  TLS_HELP_PORT: '4802',
  TRUSTED_PROXIES: 'loopback',
  SECRETS_KEY: hex,
  FORMER_SECRETS_KEYS: hex,
  DISABLED_FEATURES: 'x',
  GOOGLE_APPLICATION_CREDENTIALS: '/etc/officine/account.json',
  OPEN_DOCS: 'true',
  METRICS_TOKEN: hex,
  SLOW_STATEMENT_MS: '500',
  ALLOW_DEMO_ON_NETWORK: 'true',
  LOCAL_PRINTERS: 'true',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'officine@mail.example',
  ALARM_MAIL: 'owner@mail.example',
  EMECEF_SIMULATOR: 'http://127.0.0.1:4901',
  FNE_SIMULATOR: 'http://127.0.0.1:4902',
  WINDOW_ORIGINS: 'https://windows.example',
  PUBLIC_ORIGIN: 'https://192.168.1.10:4800',
}
/** The other choice of variables that do not go together. */
const external = { DATABASE_URL: 'postgresql://officine@db/officine' }

test('with everything set, the shop beside reads its settings, and nothing of them leaves the house', () => {
  const known = Object.keys(Environment.shape)
  expect(Object.keys({ ...everything, ...external }).toSorted()).toEqual(known.toSorted())
  const beside = environmentBeside(readConfig(everything), everything)
  expect(readConfig(beside)).toMatchObject({
    port: 4890,
    publicOrigin: 'https://192.168.1.10:4890',
    backupDirectory: undefined,
    backupRemote: undefined,
    databaseUrl: undefined,
    standby: undefined,
    mail: null,
    alarmMail: undefined,
    metricsToken: undefined,
    fiscalSimulators: {},
    printers: { allowsThisMachine: false },
  })
  expect(Object.entries(beside).flatMap(([name, value]) => (value && /S3|SMTP/.test(name) ? [name] : []))).toEqual([])
})
