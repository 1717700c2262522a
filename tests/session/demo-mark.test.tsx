import { afterEach, expect, test, vi } from 'vitest'
import { config } from '#shared/config.ts'
import { markDemo } from '#shared/session/demo-mark.ts'

afterEach(() => document.body.replaceChildren())

const shown = () => document.body.textContent
async function markedAt(address: string, isDemo: boolean | undefined, firebase = config.firebase) {
  vi.stubGlobal('location', new URL(address))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: Request) => {
    asked.push(input.url)
    return Response.json({ name: 'officine', version: '0.1.0', now: new Date().toISOString(), isDemo })
  })
  await markDemo(firebase)
  vi.unstubAllGlobals()
  return asked.length
}

test('a demo that the network can open says so on the machine of the demo too', async () => {
  await markedAt('http://localhost:4800/kiosk/', true)
  expect(shown()).toBe('DÉMONSTRATION')
})

test('a demo that is opened from elsewhere says so whatever its server answers', async () => {
  await markedAt('https://demo.example/kiosk/', undefined)
  expect(shown()).toBe('DÉMONSTRATION')
})

test('a demo of this machine alone does not', async () => {
  await markedAt('http://127.0.0.1:4800/backoffice/', false)
  expect(shown()).toBe('')
})

test('a window of a real project never does, and does not ask', async () => {
  const real = { ...config.firebase, emulator: null }
  expect(await markedAt('https://officine.example/kiosk/', true, real)).toBe(0)
  expect(shown()).toBe('')
})
