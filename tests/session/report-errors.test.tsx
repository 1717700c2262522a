import * as sentry from '@sentry/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countScreens } from '#shared/session/reports/count-screens.ts'
import { environmentOf, openReports, reportError } from '#shared/session/reports/report-errors.ts'

const secrets = ['AGBOSSOU', '01 97 45 12 30', 'afi@example.bj', '0198a7c2-30b1-7c44-9a2e-0f4c1b2a3d4e']
const [name, phone, mail, id] = secrets as [string, string, string, string]

test('without an address nothing is loaded or sent', async () => {
  expect(await openReports({ sentryDsn: null, apiBase: '/api' })).toBe(false)
})

test('a report says where the program failed, and nothing of the patient', async () => {
  const sent: string[] = []
  reportError(new Error(`early, of "${name}"`))
  await openReports(
    { sentryDsn: 'https://key@errors.example/7', apiBase: 'https://api.preprod.officine.example/api' },
    {
      transport: () => ({
        send: (envelope) => {
          sent.push(JSON.stringify(envelope))
          return Promise.resolve({})
        },
        flush: () => Promise.resolve(true),
      }),
    },
  )
  onTestFinished(() => void sentry.close())
  sentry.setUser({ id, email: mail, username: name })
  sentry.setExtra('patient', name)
  sentry.setContext('sale', { patient: name, phone })
  sentry.addBreadcrumb({ category: 'ui.click', message: `button "${name}"`, data: { text: phone } })
  sentry.addBreadcrumb({
    category: 'fetch',
    data: { url: `https://api/persons/${id}?search=${name}`, method: 'GET', status_code: 500 },
  })
  reportError(new Error(`cannot sell to « ${name} » (${phone}, ${mail})`, { cause: new Error(`of '${name}'`) }))
  sentry.captureMessage(`sold to "${name}", ${phone}`)
  sentry.startSpan({ name: `/clients/${id}`, op: 'navigation', attributes: { patient: name } }, () => undefined)
  await sentry.flush()
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(4)
  const all = sent.join('\n')
  expect(all).toContain('cannot sell to [text]')
  expect(all).toContain('early, of [text]')
  expect(all).toContain('"environment":"preprod"')
  expect(all).toContain('"status_code":500')
  for (const secret of [...secrets, phone.replaceAll(' ', '')]) expect(all).not.toContain(secret)
})

test.each([
  ['/api', 'localhost', 'local'],
  ['/api', 'pharmacie.lan', 'local'],
  ['/api', 'officine.example', 'prod'],
  ['https://api.dev.officine.example/api', 'x', 'dev'],
  ['https://preprod-api.officine.example/api', 'x', 'preprod'],
  ['https://api.officine.example/api', 'localhost', 'prod'],
])('the API %s on %s is %s', (apiBase, host, environment) => {
  expect(environmentOf(apiBase, host)).toBe(environment)
})

test('screens are counted by their pattern, once each; without a host nothing is', () => {
  history.replaceState(null, '', '/')
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('offline'))
  onTestFinished(() => {
    vi.restoreAllMocks()
    history.replaceState(null, '', '/')
  })
  const go = (path: string) => {
    history.pushState(null, '', path)
    window.dispatchEvent(new Event('pushState'))
  }
  countScreens({ analytics: null })()
  expect(fetched).not.toHaveBeenCalled()
  const stop = countScreens({ analytics: { host: 'https://stats.example', key: 'k' } })
  go(`/clients/${id}?search=${name}`)
  go(`/clients/${id}?search=${phone}`)
  go('/ventes')
  stop()
  go('/stock')
  const told = fetched.mock.calls.map(([url, init]) => [
    url,
    (JSON.parse(init?.body as string) as { properties: { $current_url: string } }).properties.$current_url,
  ])
  expect(told).toEqual([
    ['https://stats.example/i/v0/e/', '/'],
    ['https://stats.example/i/v0/e/', '/clients/{id}'],
    ['https://stats.example/i/v0/e/', '/ventes'],
  ])
  const all = JSON.stringify(fetched.mock.calls)
  for (const secret of [id, name, phone]) expect(all).not.toContain(secret)
})
