import { expect, onTestFinished, test } from 'vitest'
import { openBus, type Notice } from '#shared/windows/bus.ts'
import { until } from '#tests/support/api-edge.ts'

function aWindow() {
  const bus = openBus()
  const heard: Notice[] = []
  bus.subscribe((notice) => heard.push(notice))
  onTestFinished(() => bus.close())
  return { bus, heard }
}

test('every other window hears a notice, the poster does not', async () => {
  const [kiosk, backoffice, display] = [aWindow(), aWindow(), aWindow()]
  kiosk.bus.post({ kind: 'server-hint', list: 'sales' })
  await until('both heard', () => backoffice.heard.length === 1 && display.heard.length === 1)
  expect(backoffice.heard).toEqual([{ kind: 'server-hint', list: 'sales' }])
  expect(kiosk.heard).toEqual([])
})

test('what another version or a stranger posts is ignored', async () => {
  const { heard, bus: _ } = aWindow()
  const stranger = new BroadcastChannel('officine:v1')
  onTestFinished(() => stranger.close())
  stranger.postMessage({ v: 2, from: 'new', notice: { kind: 'changed', store: 'sales', rev: 0 } })
  stranger.postMessage({ v: 1, from: 'new', notice: { kind: 'erase-all' } })
  stranger.postMessage('hello')
  stranger.postMessage({ v: 1, from: 'new', notice: { kind: 'changed', store: 'a store of tomorrow', rev: 1 } })
  stranger.postMessage({ v: 1, from: 'new', notice: { kind: 'leader', says: 'step down' } })
  // What a later version only adds to is understood as far as this one goes.
  stranger.postMessage({
    v: 1,
    from: 'new',
    at: 'noon',
    notice: { kind: 'changed', store: 'identity', rev: 3, why: 'tomorrow' },
  })
  await until('the understood one arrives', () => heard.length > 0)
  expect(heard).toEqual([{ kind: 'changed', store: 'identity', rev: 3 }])
})

test('a window that has left neither hears nor breaks on a late post', async () => {
  const [left, other] = [aWindow(), aWindow()]
  left.bus.close()
  left.bus.post({ kind: 'server-hint', list: 'all' })
  other.bus.post({ kind: 'server-hint', list: 'users' })
  const third = aWindow()
  other.bus.post({ kind: 'server-hint', list: 'users' })
  await until('the third hears', () => third.heard.length === 1)
  expect([left.heard, other.heard]).toEqual([[], []])
})
