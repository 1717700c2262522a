import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noteOf } from '#shared/build-note.ts'
import { readConfig } from '#shared/settings.ts'
import { buildApp } from '#server/app.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, database, hints } = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'officine-windows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'kiosk.js'), 'export {}')
for (const name of ['kiosk.html', 'backoffice.html']) writeFileSync(join(folder, name), '<!doctype html>')

async function headersOf(url: string, { isTls = true, settings = {} } = {}): Promise<Record<string, unknown>> {
  writeFileSync(join(folder, 'build-note.json'), JSON.stringify(noteOf(readConfig(settings))))
  const served = await buildApp({ database, hints, identity: app.services.identity, windows: folder, isTls })
  const { headers } = await served.inject({ url })
  await served.close()
  return headers
}

/** The sources of one directive. */
function sourcesOf(headers: Record<string, unknown>, directive: string): string[] {
  const found = String(headers['content-security-policy'])
    .split(';')
    .map((each) => each.trim().split(' '))
    .find(([name]) => name === directive)
  return found?.slice(1) ?? []
}

const ownOrigin = { VITE_API_BASE: '/api' }

test.each(['/kiosk/', '/backoffice/clients', '/assets/kiosk.js'])(
  '%s runs no script but our own files, and stands in no frame',
  async (url) => {
    const headers = await headersOf(url, { settings: ownOrigin })
    expect(sourcesOf(headers, 'script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(sourcesOf(headers, 'connect-src')).toEqual(["'self'", 'blob:'])
    expect(sourcesOf(headers, 'frame-ancestors')).toEqual(["'none'"])
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  },
)

test.each(['/api/', '/api/persons'])('an answer of %s loads nothing where it is shown as a page', async (url) => {
  const headers = await headersOf(url)
  expect(sourcesOf(headers, 'default-src')).toEqual(["'none'"])
})

test('a build that calls other origins may call those, and no further one', async () => {
  const settings = {
    VITE_API_BASE: 'https://api.officine.example/api',
    VITE_FIREBASE_PROJECT_ID: 'officine-prod',
    VITE_FIREBASE_AUTH_DOMAIN: 'officine-prod.example',
    VITE_SIGN_IN_PROVIDERS: 'google.com',
    VITE_SENTRY_DSN: 'https://key@errors.example/7',
    VITE_ANALYTICS_HOST: 'https://stats.example/',
    VITE_ANALYTICS_KEY: 'k',
  }
  const headers = await headersOf('/kiosk/', { settings })
  expect(sourcesOf(headers, 'connect-src')).toEqual([
    "'self'",
    'blob:',
    'https://api.officine.example',
    'https://errors.example',
    'https://stats.example',
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://recaptchaenterprise.googleapis.com',
    'https://www.google.com',
  ])
  expect(sourcesOf(headers, 'script-src')).toContain('https://apis.google.com')
  expect(sourcesOf(headers, 'frame-src')).toContain('https://officine-prod.example')
})

test('only a server that is reached by https forbids http, or browsers of a shop’s network would be locked out', async () => {
  expect((await headersOf('/api/'))['strict-transport-security']).toBe('max-age=31536000')
  expect((await headersOf('/api/', { isTls: false }))['strict-transport-security']).toBeUndefined()
})

test('the pages of the documentation run their own files only', async () => {
  const headers = await headersOf('/docs/static/index.html')
  expect(sourcesOf(headers, 'script-src')).toEqual(["'self'"])
})
