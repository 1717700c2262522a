import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openHints } from '#server/hints/hints.ts'
import { openIdentity } from '#server/identity/identity.ts'
import { testProject } from '#tests/server/support/shop.ts'
import { pinSecret } from '#tests/server/support/test-app.ts'
import { testDatabaseUrl } from '#tests/server/support/test-database.ts'

export type Answer<Reply = object> = { status: number; body: Reply & { message?: string } }
export type Server = {
  database: Database
  post<Reply = object>(path: string, payload: object, token: string): Promise<Answer<Reply>>
  patch<Reply = object>(path: string, payload: object, token: string): Promise<Answer<Reply>>
  get<Reply = object>(path: string, token: string): Promise<Answer<Reply>>
}

/** Two servers with one database, as behind a load balancer. They end with the running test. */
export async function twoServers(): Promise<[Server, Server]> {
  const url = await testDatabaseUrl()
  return [await serverOver(await openDatabase({ url })), await serverOver(await openDatabase({ url }))]
}

async function serverOver(database: Database): Promise<Server> {
  const identity = openIdentity({ database, projectId: testProject, emulatorHost: '127.0.0.1:9', pinSecret })
  const app = await buildApp({ database, identity, hints: await openHints() })
  onTestFinished(async () => {
    await app.close()
    await database.close()
  })
  const send = async <Reply>(
    method: 'POST' | 'PATCH',
    path: string,
    payload: object,
    token: string,
  ): Promise<Answer<Reply>> => {
    const reply = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  return {
    database,
    post: (path, payload, token) => send('POST', path, payload, token),
    patch: (path, payload, token) => send('PATCH', path, payload, token),
    async get(path, token) {
      const reply = await app.inject({
        method: 'GET',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: reply.statusCode, body: reply.json() }
    },
  }
}

/** Builds `count` items, for concurrent calls. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
