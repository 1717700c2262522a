import { Writable } from 'node:stream'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '#shared/domain/errors.ts'
import { answerError, answerNotFound } from '#server/http/errors.ts'

const logged: string[] = []
const stream = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged.push(chunk.toString())
    done()
  },
})

async function answerTo(error: unknown): Promise<{ status: number; body: unknown; log: string }> {
  logged.length = 0
  const app = fastify({ logger: { level: 'warn', stream } })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  app.get('/', () => Promise.reject(error as Error))
  const reply = await app.inject('/')
  await app.close()
  return { status: reply.statusCode, body: reply.json(), log: logged.join('') }
}
const ofDatabase = (code: string): Error => Object.assign(new Error('column secret does not exist'), { code })

test('a refusal is its message, its details and the status of the catalogue', async () => {
  expect(await answerTo(new AppError('roles:cannotDeleteRoleWithUsers', { count: 3 }))).toMatchObject({
    status: 409,
    body: { message: 'roles:cannotDeleteRoleWithUsers', details: { count: 3 } },
  })
  expect(await answerTo(new AppError('auth:forbidden'))).toEqual({
    status: 403,
    body: { message: 'auth:forbidden' },
    log: '',
  })
})

test('an error that nobody foresaw is logged whole and says nothing outside', async () => {
  const { status, body, log } = await answerTo(new Error('password of the database: hunter2'))
  expect([status, body]).toEqual([500, { message: 'internal' }])
  expect(log).toContain('hunter2')
  expect(log).toContain('errors.test.ts')
})

test('a message that the catalogue does not know is an error of ours', async () => {
  expect(await answerTo(new AppError('nobody:knowsThis'))).toMatchObject({ status: 500, body: { message: 'internal' } })
})

test.each([
  ['22021', 400, 'requests:invalid'],
  ['22003', 400, 'requests:invalid'],
  ['22P02', 400, 'requests:invalid'],
  ['23503', 400, 'requests:invalid'],
  ['23514', 400, 'requests:invalid'],
  ['23505', 409, 'requests:conflict'],
  ['53100', 507, 'server:diskFull'],
  ['53300', 503, 'server:unavailable'],
  ['57P01', 503, 'server:unavailable'],
  ['57P03', 503, 'server:unavailable'],
  ['08006', 503, 'server:unavailable'],
  ['57014', 503, 'requests:tooLong'],
  ['42501', 500, 'internal'],
  ['42703', 500, 'internal'],
  ['40P01', 500, 'internal'],
])('SQLSTATE %s is answered %d %s, without a word of the database', async (code, status, message) => {
  expect(await answerTo(ofDatabase(code))).toMatchObject({ status, body: { message } })
})

test('a unique index of typed values names the field, any other one is a conflict', async () => {
  const twin = (constraint: string) => Object.assign(ofDatabase('23505'), { constraint })
  expect(await answerTo(twin('banks_name'))).toMatchObject({
    status: 409,
    body: { message: 'requests:taken', details: { issues: [{ path: 'body.name', message: 'taken' }] } },
  })
  for (const index of ['banks_pkey', 'toString'])
    expect((await answerTo(twin(index))).body).toEqual({ message: 'requests:conflict' })
})

test.each([
  ['the port refuses', Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }), 503],
  ['the socket is missing', Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' }), 503],
  ['the connection was cut', new Error('Connection terminated unexpectedly'), 503],
  ['the connection broke before', new Error('Client has encountered a connection error and is not queryable'), 503],
  ['a file of ours is missing', Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }), 500],
  ['any other sentence', new Error('The connection of two rooms'), 500],
])('where %s, the answer tells whether to try again', async (_, error, status) => {
  expect((await answerTo(error)).status).toBe(status)
})
