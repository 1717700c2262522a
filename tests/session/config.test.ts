import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#shared/settings.ts'

test('without any setting: the API of this machine, the demo project, the emulator through our own origin', () => {
  expect(readConfig({})).toEqual({
    apiBase: 'http://localhost:4800/api',
    functionsBase: 'http://localhost:4800/api',
    firebase: { apiKey: 'demo-key', authDomain: 'localhost', projectId: 'demo-officine', emulator: 'same-origin' },
    signInProviders: [],
    tokenSyncPath: null,
    disabledFeatures: [],
    helpUrl: 'https://aide.officine.example/',
    analytics: null,
    sentryDsn: null,
  })
})

test('an empty line in .env is the same as none', () => {
  const names = [...readFileSync('.env.example', 'utf8').matchAll(/^(VITE_\w+)=/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(8)
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

test('a real project has no emulator; lists and addresses are read as meant', () => {
  const config = readConfig({
    VITE_API_BASE: 'https://api.officine.example/api/',
    VITE_FIREBASE_PROJECT_ID: 'officine-prod',
    VITE_DISABLED_FEATURES: 'inventories, claims,',
    VITE_SIGN_IN_PROVIDERS: 'google.com, apple.com',
    VITE_TOKEN_SYNC_PATH: '/session',
    VITE_ANALYTICS_HOST: 'https://stats.example',
    VITE_ANALYTICS_KEY: 'k',
  })
  expect(config).toMatchObject({
    apiBase: 'https://api.officine.example/api',
    functionsBase: 'https://api.officine.example/api',
    firebase: { emulator: null },
    signInProviders: ['google.com', 'apple.com'],
    tokenSyncPath: '/session',
    disabledFeatures: ['inventories', 'claims'],
    analytics: { host: 'https://stats.example', key: 'k' },
  })
})

test('a setting that makes no sense stops the start and names itself', () => {
  expect(() => readConfig({ VITE_HELP_URL: 'not an address' })).toThrow(/VITE_HELP_URL/)
  for (const elsewhere of ['https://elsewhere.example/session', '//elsewhere.example', '/\\elsewhere.example'])
    expect(() => readConfig({ VITE_TOKEN_SYNC_PATH: elsewhere })).toThrow(/VITE_TOKEN_SYNC_PATH/)
})
