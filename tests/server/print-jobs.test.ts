import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { printJobs } from '#shared/contract/print-jobs.ts'
import { pharmacies } from '#shared/contract/users.ts'
import { sendToPrinter } from '#server/print-jobs/send-to-printer.ts'
import { openPaper } from '#tests/server/support/paper.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, clock, openShop } = await testApp()
let shop: Shop
let count = 0
/** Below those that a system gives away: nobody listens there, whatever runs beside. */
const nobodys = 1

beforeEach(async () => {
  shop = await openShop(`paper ${count++}`)
})

async function aPrinter(port: number, of = shop): Promise<string> {
  const printer = { id: randomUUID(), name: 'Caisse 1', host: '127.0.0.1', port }
  await as(of.titulaire.token).call(pharmacies.changePrinters, { body: { printers: [printer] } })
  return printer.id
}
const print = (printerId: string, bytes: Uint8Array, { id = randomUUID(), token = shop.terminal.token } = {}) =>
  as(token).call(printJobs.create, { body: { id, printerId, data: Buffer.from(bytes).toString('base64') } })
const unreachable = { message: 'printers:unreachable', status: 502, details: { name: 'Caisse 1' } }

describe('a print job', () => {
  test('arrives byte for byte, and the line is closed', async () => {
    const paper = await openPaper()
    const [receipt, long] = [Buffer.from('\u001b@Pharmacie\n\u001dV\u0000', 'latin1'), randomBytes(370_000)]
    const printer = await aPrinter(paper.port)
    const id = randomUUID()
    expect(await print(printer, receipt, { id })).toEqual({ id })
    await print(printer, long)
    expect(paper.prints.map((bytes) => bytes.length)).toEqual([receipt.length, long.length])
    expect(Buffer.concat(paper.prints).equals(Buffer.concat([receipt, long]))).toBe(true)
  })

  test('is printed once within the hour, also when it is asked for while it prints', async () => {
    const paper = await openPaper()
    const printer = await aPrinter(paper.port)
    const id = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => print(printer, Buffer.from('one'), { id })))
    clock.now = new Date(clock.now.getTime() + 3_599_000)
    await print(printer, Buffer.from('one'), { id })
    expect(paper.prints.map(String)).toEqual(['one'])
    clock.now = new Date(clock.now.getTime() + 2_000)
    await print(printer, Buffer.from('again'), { id })
    expect(paper.prints.map(String)).toEqual(['one', 'again'])
  })

  test('waits for the one before it: a printer takes one line at a time', async () => {
    let [open, most] = [0, 0]
    const paper = await openPaper((socket) => {
      most = Math.max(most, ++open)
      socket.resume()
      socket.on('close', () => open--)
    })
    const printer = await aPrinter(paper.port)
    await Promise.all(Array.from({ length: 6 }, (_, index) => print(printer, Buffer.from(`job ${index}`))))
    expect([paper.lines(), most]).toEqual([6, 1])
  })

  test('is tried again after a printer that was off, and holds up no other', async () => {
    const paper = await openPaper()
    const id = randomUUID()
    await expect(print(await aPrinter(nobodys), Buffer.from('x'), { id })).rejects.toMatchObject(unreachable)
    expect(await print(await aPrinter(paper.port), Buffer.from('x'), { id })).toEqual({ id })
    expect(paper.prints.map(String)).toEqual(['x'])
  })

  test('fails when the printer hangs up in the middle', async () => {
    const paper = await openPaper((socket) => socket.once('data', () => socket.destroy()))
    await expect(print(await aPrinter(paper.port), randomBytes(370_000))).rejects.toMatchObject(unreachable)
  })

  test('goes to a printer of the pharmacy’s own settings, never to an address that a terminal names', async () => {
    const paper = await openPaper()
    const other = await openShop(`paper elsewhere ${count}`)
    const foreign = await aPrinter(paper.port, other)
    await aPrinter(paper.port)
    for (const printer of [foreign, randomUUID()])
      await expect(print(printer, Buffer.from('x'))).rejects.toMatchObject({
        message: 'requests:notFound',
        status: 404,
      })
    expect(paper.lines()).toBe(0)
    // the same id is another job there
    const id = randomUUID()
    await print(await aPrinter(paper.port), Buffer.from('ours'), { id })
    await print(foreign, Buffer.from('theirs'), { id, token: other.terminal.token })
    expect(paper.prints.map(String)).toEqual(['ours', 'theirs'])
  })
})

describe('the line to a printer', () => {
  const quick = { connectMs: 30_000, writeMs: 30_000, closeMs: 100 }

  test('is given up when it takes no more', async () => {
    // more than the buffers of both sides hold
    const paper = await openPaper((socket) => socket.pause())
    await expect(
      sendToPrinter({ host: '127.0.0.1', port: paper.port }, Buffer.alloc(50_000_000), { ...quick, writeMs: 300 }),
    ).rejects.toThrow('the printer takes no more')
  })

  test('is closed by us where the printer keeps it open', async () => {
    let ended = false
    const paper = await openPaper((socket) => {
      socket.allowHalfOpen = true
      socket.on('data', () => {})
      socket.on('end', () => {
        ended = true
      })
    })
    await sendToPrinter({ host: '127.0.0.1', port: paper.port }, Buffer.from('x'), quick)
    await expect.poll(() => ended, { timeout: 15_000 }).toBe(true)
  })

  test('is given up when nobody answers, or the name is none', async () => {
    await expect(sendToPrinter({ host: '127.0.0.1', port: nobodys }, Buffer.from('x'), quick)).rejects.toThrow(
      'ECONNREFUSED',
    )
    await expect(
      sendToPrinter({ host: 'no-such-printer.invalid', port: 9100 }, Buffer.from('x'), quick),
    ).rejects.toThrow()
  })

  test('is not torn by what the printer says of itself', async () => {
    const heard: Buffer[] = []
    const paper = await openPaper((socket) => {
      socket.write(Buffer.alloc(1000, 0x14))
      socket.on('data', (part) => heard.push(part))
    })
    const bytes = randomBytes(200_000)
    await sendToPrinter({ host: '127.0.0.1', port: paper.port }, bytes, quick)
    expect(Buffer.concat(heard).equals(bytes)).toBe(true)
  })
})
