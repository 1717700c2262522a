import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { tellFormer } from '#server/standby/tell-former.ts'

test('a server that stops does not wait for the answer of the former one', async () => {
  // it takes the connection and says nothing, as a computer that hangs
  const hung = createServer()
  await new Promise<void>((done) => hung.listen(0, '127.0.0.1', done))
  onTestFinished(() => void hung.close())
  const met = new Promise((done) => hung.once('connection', done))
  const { port } = hung.address() as AddressInfo
  const telling = tellFormer({ of: { host: '127.0.0.1', port }, id: 'id', key: '00'.repeat(32) }, () =>
    Promise.resolve(''),
  )
  await met
  expect(await Promise.race([telling.stop().then(() => 'stopped'), pause(3_000, 'waits')])).toBe('stopped')
}, 20_000)
