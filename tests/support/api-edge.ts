import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { configureClient } from '#shared/client/call.ts'

export type Asked = { method: string; path: string; query: URLSearchParams; token: string | undefined; body: string }
/** What the API answers: a status and a body, or `hang up` — the connection ends without an answer. */
export type Answer = { status: number; body: unknown } | 'hang up'

export type ApiEdge = {
  base: string
  /** Sales that came in one request are here one by one; `together`: how many came in each such request. */
  asked: Asked[]
  together: number[]
  /** Answers several sales as one, in place of answering each. */
  answerSeveral?: () => Answer
  answer: (asked: Asked) => Answer | Promise<Answer>
  streams: ServerResponse[]
  close: () => Promise<void>
}

/** The network edge of a test: a real HTTP server on this machine that answers what the test says, and the client pointed at it. */
export async function openApiEdge(
  answer: ApiEdge['answer'],
  token: () => Promise<string | undefined> = () => Promise.resolve('a-token'),
): Promise<ApiEdge> {
  const edge: ApiEdge = { base: '', asked: [], together: [], answer, streams: [], close: () => Promise.resolve() }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://edge')
      const asked: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        token: request.headers.authorization?.replace('Bearer ', ''),
        body: Buffer.concat(chunks).toString(),
      }
      if (asked.path === '/sales/several')
        return void answerEach(edge, asked).then((given) => send(request, reply, given))
      edge.asked.push(asked)
      if (asked.path === '/events') {
        reply.writeHead(200, { 'content-type': 'text/event-stream' })
        reply.write(': hello\n\n')
        edge.streams.push(reply)
        return
      }
      void Promise.resolve(edge.answer(asked)).then((given) => send(request, reply, given))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  edge.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  edge.close = () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  configureClient({ base: edge.base, token })
  onTestFinished(() => edge.close())
  return edge
}

function send(request: IncomingMessage, reply: ServerResponse, given: Answer): void {
  if (given === 'hang up') return void request.socket.destroy()
  reply.writeHead(given.status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(given.body))
}

/** Sales that come in one request are asked for and answered each by itself, one after the other; where one of the answers never comes, none does. */
async function answerEach(edge: ApiEdge, asked: Asked): Promise<Answer> {
  const { sales } = JSON.parse(asked.body) as { sales: unknown[] }
  edge.together.push(sales.length)
  if (edge.answerSeveral) return edge.answerSeveral()
  const outcomes: unknown[] = []
  let isLost = false
  for (const sale of sales) {
    const one = { ...asked, path: '/sales', body: JSON.stringify(sale) }
    edge.asked.push(one)
    const given = await edge.answer(one)
    if (given === 'hang up') isLost = true
    else outcomes.push(outcomeOf(given))
  }
  return isLost ? 'hang up' : { status: 200, body: { outcomes } }
}

function outcomeOf({ status, body }: Exclude<Answer, 'hang up'>) {
  return status < 400 ? { kind: 'closed', sale: body } : { kind: 'refused', status, refusal: body }
}

// As they were before a test plays with the clock.
const realSetTimeout = setTimeout
const realNow = performance.now.bind(performance)

/** Waits until something holds, by the machine's own clock, and says what when it never does. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const deadline = realNow() + limitMs
  while (!(await holds())) {
    if (realNow() > deadline) throw new Error(`never happened: ${what}`)
    await new Promise((next) => realSetTimeout(next, 10))
  }
}
