import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { logOptions } from '#server/http/log.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { app, database, hints, openShop } = await testApp()

/** The log of a server while `work` is done with it. */
async function logOf(work: (server: Awaited<ReturnType<typeof buildApp>>) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const logger = { ...logOptions('trace'), stream }
  const server = await buildApp({ database, hints, identity: app.services.identity, logger })
  await work(server)
  await server.close()
  return lines.join('')
}

const patient = {
  lastName: 'AGBOSSOU',
  phone: '+229 01 97 45 12 30',
  email: 'afi.agbossou@example.bj',
  number: 'SU-778812',
}

test('calls are logged by their pattern: neither what was searched nor whose page it was', async () => {
  const { titulaire } = await openShop('logged')
  const headers = { authorization: `Bearer ${titulaire.token}` }
  const id = crypto.randomUUID()
  const log = await logOf(async (server) => {
    await server.inject({ url: `/api/persons?search=${patient.lastName}`, headers })
    await server.inject({ url: `/api/persons/${id}`, headers })
    await server.inject({ url: `/api/nowhere/${patient.lastName}`, headers })
    await server.inject({ method: 'POST', url: '/api/persons', headers, payload: `{"lastName":"${patient.lastName}` })
  })
  expect(log).toContain('"route":"/api/persons"')
  expect(log).toContain('"route":"/api/persons/:id"')
  for (const secret of [patient.lastName, id, titulaire.token]) expect(log).not.toContain(secret)
})

test('what anybody can send wrong is one line, without a stack', async () => {
  const { titulaire } = await openShop('logged wrong')
  const headers = { authorization: `Bearer ${titulaire.token}` }
  const wrong = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/xml' },
    { 'content-type': '*' },
    { 'content-type': 'application/json; charset=' },
    { 'content-type': 'application/json' },
    { 'content-type': 'multipart/form-data' },
  ]
  for (const given of wrong) {
    const log = await logOf((server) =>
      server.inject({ method: 'POST', url: '/api/persons', headers: { ...headers, ...given }, payload: '{' }),
    )
    const warned = log.split('\n').filter((line) => /"level":(40|50|60)/.test(line))
    expect([given, warned.length <= 1, /"stack"|    at /.test(log)]).toEqual([given, true, false])
  }
})

test('a failure is logged with its place, without the values that PostgreSQL and our own errors repeat', async () => {
  const repeats = Object.assign(
    new Error(`duplicate key: "${patient.lastName}" of ${patient.email}, ${patient.phone}`, {
      cause: new Error(`the number '${patient.number}' of « ${patient.lastName} »`),
    }),
    {
      code: 'XX000',
      constraint: 'persons_phone_key',
      detail: `Key (phone)=(${patient.phone}) already exists.`,
      where: `COPY persons, line 1: "${patient.lastName}"`,
      parameters: [patient.lastName],
    },
  )
  const log = await logOf(async (server) => {
    server.log.error({ err: repeats }, 'internal error')
    server.log.error(repeats)
  })
  expect(log).toContain('persons_phone_key')
  expect(log).toContain('log.test.ts')
  for (const secret of [...Object.values(patient), patient.phone.slice(5)]) expect(log).not.toContain(secret)
})
