import { beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from '@testing-library/react'
import { configureClient } from '#shared/client/call.ts'
import { reloadOnceOnMissingPart } from '#shared/windows/reload-once.ts'

const missing = () => window.dispatchEvent(new Event('vite:preloadError'))
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  sessionStorage.clear()
  configureClient({ base: 'http://edge', token: () => Promise.resolve(undefined) })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
})

async function listening(given: { isBusy?: () => boolean } = {}) {
  const reload = vi.fn()
  const stop = reloadOnceOnMissingPart({ reload, ...given })
  return { reload, stop }
}

test('a part of the old version is missing: the page is asked for again, once', async () => {
  const { reload, stop } = await listening()
  missing()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  missing()
  await settled()
  expect(reload).toHaveBeenCalledTimes(1)
  stop()
})

test('a page that was just reloaded does not reload again', async () => {
  sessionStorage.setItem('officine:reloadedAt', String(Date.now() - 1_000))
  const { reload, stop } = await listening()
  missing()
  await settled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})

test('never with something on the screen that a reload would take away', async () => {
  const { reload, stop } = await listening({ isBusy: () => true })
  missing()
  await settled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})

test('never without a network: there would be no page to come back to', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  const { reload, stop } = await listening()
  missing()
  await settled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})
