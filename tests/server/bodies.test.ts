import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allCalls } from '#shared/contract/contract.ts'
import { buildApp } from '#server/app.ts'
import { shapeFault } from '#server/http/json-bodies.ts'
import { runs } from '#tests/support/extent.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, openShop, database, hints } = await testApp()
const shop = await openShop('bodies')
const megabyte = 1024 * 1024

afterEach(() => void vi.restoreAllMocks())

const post = (url: string, payload: string | Buffer) =>
  app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${shop.titulaire.token}`, 'content-type': 'application/json' },
    payload,
  })
/** The lengths of the texts that were parsed meanwhile. */
const parsed = () => {
  const spy = vi.spyOn(JSON, 'parse')
  return () => spy.mock.calls.map(([text]) => text.length).filter((length) => length > 1000)
}

describe('a body that only costs time', () => {
  test.each([
    ['lists in lists', '['.repeat(16 * megabyte - 1), 400, 'requests:invalid'],
    ['objects in objects', '{"a":'.repeat(3 * megabyte), 400, 'requests:invalid'],
    ['deep inside', `{"contractId":"x","rows":${'['.repeat(40)}${' '.repeat(megabyte)}`, 400, 'requests:invalid'],
    ['millions of values', `{"rows":[${'0,'.repeat(8 * megabyte - 8)}0]}`, 413, 'requests:tooLarge'],
    ['millions of empty lists', `{"rows":[${'[],'.repeat(5 * megabyte)}0]}`, 413, 'requests:tooLarge'],
  ])('%s is refused and never parsed', async (_, payload, status, message) => {
    const lengths = parsed()
    const reply = await post('/insured-imports/check', payload)
    expect([reply.statusCode, reply.json<{ message: string }>().message, lengths()]).toEqual([status, message, []])
  })

  test('a body over the size of its call is not read', async () => {
    const lengths = parsed()
    const large = ' '.repeat(4 * megabyte + 1)
    for (const [url, size] of [
      ['/sales', megabyte + 1],
      [`/cash-registers/${shop.registerId}/close`, 4 * megabyte + 1],
    ] as const)
      expect((await post(url, large.slice(0, size))).statusCode).toBe(413)
    expect(lengths()).toEqual([])
  })

  test('the answer about a body with nothing right in it is short', async () => {
    const reply = await post('/insured-imports/check', `{"rows":[${'0,'.repeat(10_000)}0]}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json<{ details: { issues: unknown[] } }>().details.issues).toHaveLength(200)
  })
})

test('only calls of files, and the closing after a week offline, take more than the usual body', () => {
  const large = allCalls.flatMap(({ family, name, endpoint: { largeBody } }) =>
    largeBody ? [`${family}.${name} ${largeBody.megabytes}`] : [],
  )
  expect(large).toEqual([
    'billPayments.create 2',
    'moneyStatements.create 8',
    'billStatements.create 8',
    'wholesalerProducts.takeList 16',
    'productHealthInsurance.importList 8',
    'insuredImports.check 16',
    'insuredImports.run 16',
    'registerImports.check 24',
    'registerImports.create 24',
    'cashRegisters.close 4',
  ])
})

test('signs inside texts do not count', () => {
  const text = '"[[[{{{,,,' + '['.repeat(100) + '\\"[\\\\"'
  expect(shapeFault(Buffer.from(`{"a":${text},"b":[1,2]}`), 4)).toBeUndefined()
  expect(shapeFault(Buffer.from(`{"a":${text},"b":[1,2]}`), 3)).toBe('too many values')
  expect(shapeFault(Buffer.from('["é",'.repeat(33)), 1000)).toBe('too deep')
})

/** Lists, objects and commas: one less comma than members in each that is not empty. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value)
  return 1 + Math.max(0, members.length - 1) + members.reduce((sum: number, member) => sum + valuesOf(member), 0)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('of any JSON, depth and values are those of its content', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 40 }), fc.integer({ min: 0, max: 20 }), (value, most) => {
      const fault = shapeFault(Buffer.from(JSON.stringify(value)), most)
      const [isDeep, isMuch] = [depthOf(value) > 32, valuesOf(value) > most]
      if (fault === undefined) expect([isDeep, isMuch]).toEqual([false, false])
      else expect(isDeep || isMuch).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})

describe('a body that never ends', () => {
  test('the server waits two minutes for a request', () => {
    expect(app.server.requestTimeout).toBe(120_000)
  })

  test('is given up, and its connection closed', async () => {
    const quick = await buildApp({ database, hints, identity: app.services.identity, receiveWithinMs: 300 })
    await quick.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((quick.server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('data', (part) => (answer += part.toString()))
    const auth = `authorization: Bearer ${shop.titulaire.token}`
    socket.write(
      `POST /api/sales HTTP/1.1\r\nhost: x\r\n${auth}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    )
    await once(socket, 'close')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    await quick.close()
  })
})
