import { beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from '@testing-library/react'
import { buildVersion } from '#shared/build.ts'
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
  sessionStorage.setItem('officine:reloadedAt', `${Date.now() - 1_000} an-older-build`)
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

test('a page that came back as the same build shows its error, however long ago: never a loop, not even a slow one', async () => {
  sessionStorage.setItem('officine:reloadedAt', `${Date.now() - 3_600_000} ${buildVersion}`)
  const { reload, stop } = await listening()
  missing()
  await settled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})

test('a later build that lacks a part of its own is asked for once more', async () => {
  sessionStorage.setItem('officine:reloadedAt', `${Date.now() - 3_600_000} an-older-build`)
  const { reload, stop } = await listening()
  missing()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  stop()
})

test('several parts that miss at once ask for one reload', async () => {
  const { reload, stop } = await listening()
  for (let part = 0; part < 5; part++) missing()
  await waitFor(() => expect(reload).toHaveBeenCalled())
  await settled()
  expect(reload).toHaveBeenCalledTimes(1)
  stop()
})

test('a sale that is opened while the network is looked at is not taken away', async () => {
  let isSelling = false
  vi.stubGlobal('fetch', () => {
    isSelling = true
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  const { reload, stop } = await listening({ isBusy: () => isSelling })
  missing()
  await waitFor(() => expect(isSelling).toBe(true))
  await settled()
  expect(reload).not.toHaveBeenCalled()
  stop()
})

test('without a network a part that misses again and again reloads nothing; the first one after it is back does', async () => {
  let isOnline = false
  vi.stubGlobal('fetch', () =>
    isOnline ? Promise.resolve(new Response(null, { status: 204 })) : Promise.reject(new TypeError('fetch failed')),
  )
  const { reload, stop } = await listening()
  for (let again = 0; again < 3; again++) {
    missing()
    await settled()
  }
  expect(reload).not.toHaveBeenCalled()
  isOnline = true
  missing()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  stop()
})
