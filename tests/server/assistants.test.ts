import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { assistants } from '#shared/contract/assistants.ts'
import { audit } from '#shared/contract/audit.ts'
import { allCalls } from '#shared/contract/contract.ts'
import { reports, type Report, type ReportMeta } from '#shared/contract/reports.ts'
import { sales } from '#shared/contract/sales.ts'
import { dimensionNames, dimensions, isKnownOf } from '#shared/domain/reports/dimensions.ts'
import { callFixtures } from '#tests/server/support/call-fixtures.ts'
import { aFullShop } from '#tests/server/support/full-shop.ts'
import { aMember } from '#tests/server/support/members.ts'
import { aSale, lineOf } from '#tests/server/support/selling.ts'
import type { Shop } from '#tests/server/support/shop.ts'
import { callApp, testApp } from '#tests/server/support/test-app.ts'

const { app, as, clock, database, openShop } = await testApp()
const base = await app.listen({ host: '127.0.0.1', port: 0 })
const period = { from: '2026-03-01', to: '2026-03-31' }

let shop: Shop
let opened = 0
beforeAll(async () => {
  shop = await openShop(`assistants ${opened++}`)
  clock.now = new Date('2026-03-02T10:00:00Z')
})
const owner = () => as(shop.titulaire.token)
const make = (lastDay = '2026-03-05') => owner().call(assistants.create, { body: { name: 'Mon assistant', lastDay } })
const meta = (token: string) => as(token).call(reports.meta, {})
const over = { message: 'auth:invalidToken' }

test('a token is shown once and kept as a hash; it reads the vocabulary and asks reports', async () => {
  const { token, ...made } = await make()
  expect(made).toMatchObject({ name: 'Mon assistant', lastDay: '2026-03-05', state: 'open', calledAt: null })
  const { items } = await owner().call(assistants.list, { query: {} })
  expect(items).toContainEqual(made)
  const kept = await database.platform((tx) =>
    sql<{ row: string }>`select t::text as row from assistant_tokens t where id = ${made.id}
      union all select e::text from audit_entries e where record_id = ${made.id}`.execute(tx),
  )
  expect(kept.rows.length).toBe(2)
  for (const { row } of kept.rows) expect(row).not.toContain(token.split('.')[1]!)
  const { measures } = await meta(token)
  expect(measures.map(({ name }) => name)).toContain('turnover')
  expect(measures.map(({ name }) => name)).not.toContain('margin')
  expect(await as(token).call(reports.ask, { body: { measures: ['turnover'], period } })).toMatchObject({ groups: 0 })
})

test('it reaches no other call of the contract', async () => {
  const { token } = await make()
  const other = await openShop(`assistants of a full shop ${opened++}`)
  const fixtures = callFixtures(other, await aFullShop(database, other))
  const reached: string[] = []
  for (const { family, name, endpoint } of allCalls) {
    if (endpoint.permission === 'public') continue
    const fixture = fixtures[`${family}.${name}`]!()
    const outcome = await callApp(app, { token }, endpoint, fixture).then(
      () => 'answered',
      (error: { message: string }) => error.message,
    )
    if (outcome !== 'auth:forbidden') reached.push(`${family}.${name}`)
  }
  expect(reached).toEqual(['reports.meta'])
  // The fixture of this one groups by members.
  expect(allCalls.filter(({ endpoint }) => endpoint.byAssistant).map(({ name }) => name)).toEqual(['meta', 'ask'])
})

test('persons and clients are no group and no filter there, nor is a measure that needs more than reports', async () => {
  const { token } = await make()
  const known = await meta(token)
  const personal = dimensionNames.filter((name) => dimensions[name].isPersonal)
  expect(personal.length).toBeGreaterThan(0)
  const told = [...known.dimensions.map(({ name }) => name), ...known.measures.flatMap((measure) => measure.dimensions)]
  expect(told.filter((name) => personal.includes(name))).toEqual([])
  for (const dimension of personal) {
    const measures = [isKnownOf(dimension, 'turnover') ? ('turnover' as const) : ('paid' as const)]
    for (const asked of [{ dimensions: [dimension] }, { filters: [{ dimension, keys: [shop.vendeur.id] }] }]) {
      const body = { measures, period, ...asked }
      await expect(as(token).call(reports.ask, { body })).rejects.toMatchObject({ message: 'auth:forbidden' })
      await owner().call(reports.ask, { body })
    }
  }
  for (const measure of ['margin', 'gap'] as const)
    await expect(as(token).call(reports.ask, { body: { measures: [measure], period } })).rejects.toMatchObject({
      message: 'auth:forbidden',
    })
})

describe('it ends', () => {
  test('with its last day at the pharmacy', async () => {
    const { token } = await make('2026-03-05')
    clock.now = new Date('2026-03-05T22:59:00Z')
    await meta(token)
    clock.now = new Date('2026-03-05T23:00:00Z')
    await expect(meta(token)).rejects.toMatchObject(over)
    clock.now = new Date('2026-03-02T10:00:00Z')
  })

  test('at once when it is revoked', async () => {
    const { token, id } = await make()
    await meta(token)
    expect(await owner().call(assistants.revoke, { params: { id } })).toMatchObject({ state: 'revoked' })
    await expect(meta(token)).rejects.toMatchObject(over)
  })

  test('when who made it leaves or may see no reports', async () => {
    const maker = await aMember(database, shop, ['user.manage', 'report.see'])
    const { token, id } = await as(maker.token).call(assistants.create, {
      body: { name: 'Assistant', lastDay: '2026-03-05' },
    })
    await meta(token)
    await database.platform((tx) =>
      sql`update roles set permissions = '{user.manage}' where name = ${maker.roles[0]}`.execute(tx),
    )
    await expect(meta(token)).rejects.toMatchObject(over)
    const { items } = await owner().call(assistants.list, { query: {} })
    expect(items.find((each) => each.id === id)).toMatchObject({ state: 'off' })
  })

  test('a secret that was guessed or changed opens nothing', async () => {
    const { token } = await make()
    for (const wrong of [
      'assistant.',
      'assistant.x',
      `${token}x`,
      token.slice(0, -1),
      token.replace('assistant.', 'comptage.'),
    ])
      await expect(meta(wrong)).rejects.toMatchObject(over)
  })
})

test('it is made by who may manage users and see reports, for a day of the next year', async () => {
  const body = { name: 'Assistant', lastDay: '2026-03-05' }
  for (const rights of [['report.see'] as const, ['user.manage'] as const]) {
    const { token } = await aMember(database, shop, rights)
    await expect(as(token).call(assistants.create, { body })).rejects.toMatchObject({ message: 'auth:forbidden' })
  }
  for (const lastDay of ['2026-03-01', '2027-03-10'])
    await expect(owner().call(assistants.create, { body: { ...body, lastDay } })).rejects.toMatchObject({
      message: 'requests:invalid',
    })
})

test('each call stands in the audit with its question, also one that is refused', async () => {
  const { token, id } = await make()
  await meta(token)
  await as(token).call(reports.ask, { body: { measures: ['boxes'], dimensions: ['product'], period } })
  await as(token)
    .call(reports.ask, { body: { measures: ['margin'], period } })
    .catch(() => undefined)
  const { items } = await owner().call(audit.list, { query: { recordId: id } })
  expect(items.map(({ part, call }) => `${part} ${call}`)).toEqual([
    'assistant_calls POST /reports',
    'assistant_calls POST /reports',
    'assistant_calls GET /reports/meta',
    'assistant_tokens POST /assistant-tokens',
  ])
  const questions = items.flatMap(({ changes }) => changes.filter(({ field }) => field === 'question'))
  expect(questions.map(({ after }) => JSON.parse(after!) as object)).toMatchObject([
    { measures: ['margin'] },
    { measures: ['boxes'], dimensions: ['product'] },
  ])
})

type Rpc = { id: number; result?: Record<string, unknown>; error?: { code: number } }
type Told = { content: { text: string }[]; structuredContent?: unknown; isError?: boolean }

/** A client of the MCP server, which runs as its users run it and speaks over its standard input and output. */
function aClient(token: string) {
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/server/start/mcp.ts'], {
    env: { ...process.env, OFFICINE_URL: base, OFFICINE_TOKEN: token },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill())
  const waiting = new Map<number | null, (answer: Rpc) => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Rpc
    waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const say = (line: string) => server.stdin.write(`${line}\n`)
  const hear = (id: number | null) => new Promise<Rpc>((resolve) => waiting.set(id, resolve))
  const ask = (method: string, params?: object): Promise<Rpc> => {
    const id = ++last
    const answer = hear(id)
    say(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }))
    return answer
  }
  const call = async (name: string, given: object = {}): Promise<Told> =>
    (await ask('tools/call', { name, arguments: given })).result as Told
  return { ask, call, say, hear }
}

test('over stdio a client finds two tools that only read, and asks with them', { timeout: 60_000 }, async () => {
  const { token } = await make()
  const sale = aSale(shop, { soldAt: clock.now.toISOString(), lines: [lineOf(shop, 0, 2)] })
  await as(shop.vendeur.token).call(sales.close, { body: sale })
  const client = aClient(token)
  const { result } = await client.ask('initialize', {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  expect(result).toMatchObject({ protocolVersion: '2025-03-26', serverInfo: { name: 'officine' } })
  client.say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  const { tools } = (await client.ask('tools/list')).result as {
    tools: { name: string; annotations: object; inputSchema: { type: string; required?: string[] } }[]
  }
  expect(tools.map(({ name }) => name)).toEqual(['report_meta', 'report_ask'])
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toEqual({ readOnlyHint: true })
    expect(inputSchema.type).toBe('object')
  }
  expect(tools[1]!.inputSchema.required).toEqual(['measures', 'period'])

  const known = (await client.call('report_meta')).structuredContent as ReportMeta
  expect(known.measures.find(({ name }) => name === 'boxes')!.formula).toMatch(/Unités vendues/)
  const told = await client.call('report_ask', { measures: ['turnover', 'boxes'], dimensions: ['product'], period })
  const report = told.structuredContent as Report
  expect(report.totals.values).toEqual([2000, 2])
  expect(JSON.parse(told.content[0]!.text)).toEqual(report)
  expect(
    await as(token).call(reports.ask, { body: { measures: ['turnover', 'boxes'], dimensions: ['product'], period } }),
  ).toEqual(report)

  const refused = await client.call('report_ask', { measures: ['margin'], period })
  expect(refused).toMatchObject({ isError: true })
  expect(refused.content[0]!.text).toMatch(/^auth:forbidden/)
  expect(await client.call('report_ask', { measures: ['boxes'] })).toMatchObject({ isError: true })
  expect(await client.ask('tools/call', { name: 'sales' })).toMatchObject({ error: { code: -32_602 } })
  expect(await client.ask('resources/list')).toMatchObject({ error: { code: -32_601 } })
  const unread = client.hear(null)
  client.say('not a message')
  expect(await unread).toMatchObject({ error: { code: -32_700 } })
  expect(await client.ask('ping')).toMatchObject({ result: {} })
})

test('over stdio a key that cannot be sent is not told in the refusal', { timeout: 60_000 }, async () => {
  const told = await aClient('assistant.half\nother').call('report_meta')
  expect(told).toMatchObject({ isError: true })
  expect(told.content[0]!.text).not.toContain('half')
})

test('over stdio a token that ended is said in words', { timeout: 60_000 }, async () => {
  const { token, id } = await make()
  await owner().call(assistants.revoke, { params: { id } })
  const told = await aClient(token).call('report_meta')
  expect(told).toMatchObject({ isError: true })
  expect(told.content[0]!.text).toMatch(/^auth:invalidToken/)
})
