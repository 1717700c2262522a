import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { printJobs } from '#shared/contract/print-jobs.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { checkedAddress, pharmacyNetwork, printerIssues } from '#server/base/printer-network.ts'
import { openPaper } from '#tests/server/support/paper.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const failsAfterMs = 150
const { as, clock, database, openShop } = await testApp({ printers: { ...pharmacyNetwork, failsAfterMs } })

const printer = (host: string, port = 9100) => ({ id: randomUUID(), name: host.slice(0, 40), host, port })
const save = (shop: Shop, host: string, port?: number) =>
  as(shop.titulaire.token).call(pharmacies.changePrinters, { body: { printers: [printer(host, port)] } })

const careless = await openShop('careless')
const refusedHost = {
  message: 'requests:invalid',
  details: { issues: [{ path: 'body.printers.0.host', message: 'not in the network' }] },
}

describe('the address of a printer', () => {
  test.each(['10.1.2.3', '172.16.0.9', '172.31.255.1', '192.168.1.50', 'fd12:3456::1', 'fc00::9', 'imprimante-1'])(
    '%s is taken',
    async (host) => {
      const shop = await openShop(`printers ${host}`)
      expect((await save(shop, host)).settings.printers).toMatchObject([{ host, port: 9100 }])
    },
  )

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '8.8.8.8',
    '172.32.0.1',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
  ])('%s is refused at its field', async (host) => {
    await expect(save(careless, host)).rejects.toMatchObject(refusedHost)
  })

  test('no address that this machine has now is taken', async () => {
    for (const host of pharmacyNetwork.ownAddresses())
      await expect(save(careless, host), host).rejects.toMatchObject(refusedHost)
  })

  test('an own address in a private range is refused too', () => {
    const network = { ...pharmacyNetwork, ownAddresses: () => ['192.168.77.7', 'fd77::7'] }
    expect(printerIssues([printer('192.168.77.7'), printer('192.168.77.8'), printer('fd77::7')], network)).toEqual([
      { path: 'body.printers.0.host', message: 'not in the network' },
      { path: 'body.printers.2.host', message: 'not in the network' },
    ])
  })

  test.each([22, 80, 443, 5432, 9099, 9110])('port %i is refused at its field', async (port) => {
    const shop = await openShop(`ports ${port}`)
    await expect(save(shop, '192.168.1.50', port)).rejects.toMatchObject({
      details: { issues: [{ path: 'body.printers.0.port', message: 'no printer port' }] },
    })
  })
})

describe('a connection', () => {
  test.each(['localhost', '2130706433', '127.1', '0x7f.1', '0'])(
    '%s leads to this machine, and is not followed',
    async (host) => {
      await expect(checkedAddress({ host, port: 9100 }, pharmacyNetwork)).rejects.toThrow()
    },
  )

  test('goes to the checked address, not to the name', async () => {
    expect(
      await checkedAddress({ host: 'localhost', port: 1 }, { ...pharmacyNetwork, allowsThisMachine: true }),
    ).toEqual({
      host: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) as string,
      port: 1,
    })
  })

  test('to an open port of this machine is never made; what is answered, and when, is the same as for a closed one', async () => {
    const paper = await openPaper()
    const shop = await openShop('stored before')
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const closedPort = (closed.address() as AddressInfo).port
    closed.close()
    const stored = [
      { ...printer('127.0.0.1', paper.port), name: 'X' },
      { ...printer('127.0.0.1', closedPort), name: 'X' },
      { ...printer('no-such-printer.invalid'), name: 'X' },
    ]
    // an earlier version stored any address
    await database.platform((tx) =>
      tx
        .updateTable('pharmacies')
        .set({ settings: JSON.stringify({ printers: stored }) })
        .where('id', '=', shop.id)
        .execute(),
    )
    for (const { id: printerId } of stored) {
      const startedAt = performance.now()
      await expect(
        as(shop.terminal.token).call(printJobs.create, { body: { id: randomUUID(), printerId, data: 'eA==' } }),
      ).rejects.toMatchObject({ message: 'printers:unreachable', status: 502, details: { name: 'X' } })
      // never earlier than the others; how much later is the machine's affair
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(failsAfterMs - 1)
    }
    expect(paper.lines()).toBe(0)
  })

  test('is not tried to more addresses in an hour than a pharmacy has printers', async () => {
    const shop = await openShop('searching')
    const tryOne = async (n: number) => {
      const one = { ...printer('127.0.0.1', 9100), name: `X${n}`, host: `no-such-${n}.invalid` }
      await as(shop.titulaire.token).call(pharmacies.changePrinters, { body: { printers: [one] } })
      return as(shop.terminal.token)
        .call(printJobs.create, { body: { id: randomUUID(), printerId: one.id, data: 'eA==' } })
        .catch((error: unknown) => (error as { message: string }).message)
    }
    const answers = new Set<unknown>()
    for (let n = 0; n < 40; n++) answers.add(await tryOne(n))
    expect([...answers]).toEqual(['printers:unreachable'])
    expect(await tryOne(40)).toBe('requests:tooMany')
    expect(await tryOne(3)).toBe('printers:unreachable')
    clock.now = new Date(clock.now.getTime() + 3_601_000)
    expect(await tryOne(40)).toBe('printers:unreachable')
  })
})
