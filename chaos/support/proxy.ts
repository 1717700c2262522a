import {
  createServer,
  request as ask,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Chance } from './chance.ts'
import { freePort } from '#server/db/embedded/free-port.ts'

/** The fault of the next sale that is sent. */
export type SendingFault =
  | 'answer dropped'
  | 'answer cut in half'
  | 'answer turned into 502'
  | 'request lost'
  | 'request delayed'
  | 'request doubled'
  | 'request doubled late'
  | 'request overtaken by its retry'
/**
 * `cut`: no connection is answered; `hanging`: connections are accepted and never answered; `lossy`: requests or
 * answers are lost at random.
 */
export type Network = 'whole' | 'cut' | 'hanging' | 'lossy'
/**
 * Steps of a sale that is being sent: the request has arrived and is not forwarded yet · the server has answered and
 * the answer is not forwarded yet · the answer was forwarded.
 */
export type SendingStep = 'asked' | 'answered' | 'told'
/** `stop`: the request or the answer is not forwarded. */
type StepHook = () => Promise<'go on' | 'stop'>

type Arrived = { method: string; path: string; headers: OutgoingHttpHeaders; body: Buffer }
type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

export type Proxy = {
  url: string
  setNetwork(network: Network): void
  /** Applies one fault to each of the next sales; `befell` is called at each of them. */
  queueFaults(befell: () => void, ...faults: SendingFault[]): void
  /** Number of requests and connections that the network disturbed. */
  spoiled(): number
  /** Runs once, at this step of the next sending; returns a function that cancels it. */
  atNext(step: SendingStep, hook: StepHook): () => void
  /** How often each fault was applied to a sale. */
  faults: ReadonlyMap<SendingFault, number>
  close(): Promise<void>
}

const lateMs = 20_000

/** A proxy between the browser and the shop: forwards everything except what it is told to disturb. */
export async function openProxy(shopPort: number, chance: Chance): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const waiting: { fault: SendingFault; befell: () => void }[] = []
  let spoiledCount = 0
  const faults = new Map<SendingFault, number>()
  const hooks = new Map<SendingStep, StepHook>()
  const timers = new Set<NodeJS.Timeout>()
  let network: Network = 'whole'

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const step = async (at: SendingStep): Promise<boolean> => {
    const hook = hooks.get(at)
    hooks.delete(at)
    return (await hook?.()) !== 'stop'
  }
  /** Forwards the request again and ignores the answer. */
  const repeat = (arrived: Arrived): void => void passOn(shopPort, arrived).catch(() => undefined)

  /** What the browser receives; undefined: no answer at all. */
  const spoil = async (fault: SendingFault | undefined, arrived: Arrived): Promise<Answer | 'half' | undefined> => {
    switch (fault) {
      case 'request lost':
        return undefined
      case 'request delayed':
        await new Promise<void>((done) => later(chance.between(500, 6_000), done))
        return passOn(shopPort, arrived)
      case 'request doubled': {
        const [first, second] = await Promise.all([passOn(shopPort, arrived), passOn(shopPort, arrived)])
        return chance.isTrue(0.5) ? first : second
      }
      case 'request doubled late':
        later(chance.between(200, lateMs), () => repeat(arrived))
        return passOn(shopPort, arrived)
      case 'request overtaken by its retry':
        later(chance.between(1_000, lateMs), () => repeat(arrived))
        return undefined
      case 'answer dropped':
        await passOn(shopPort, arrived)
        return undefined
      case 'answer turned into 502':
        await passOn(shopPort, arrived)
        return { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Bad Gateway</h1>') }
      case 'answer cut in half':
      case undefined:
        return passOn(shopPort, arrived)
    }
  }

  const passSale = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const arrived = await readAll(incoming)
    if (!(await step('asked'))) return void reply.destroy()
    const next = waiting.shift()
    const fault = next?.fault
    if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1)
    next?.befell()
    const answer = await spoil(fault, arrived)
    if (!(await step('answered')) || !answer || answer === 'half' || isLost()) return void reply.destroy()
    reply.writeHead(answer.status, answer.headers)
    if (fault === 'answer cut in half') {
      reply.write(answer.body.subarray(0, answer.body.length / 2))
      return later(50, () => reply.destroy())
    }
    reply.end(answer.body)
    await step('told')
  }
  const isLost = (): boolean => {
    const lost = network === 'cut' || (network === 'lossy' && chance.isTrue(0.3))
    if (lost) spoiledCount++
    return lost
  }

  const server = createServer((incoming, reply) => {
    if (network === 'hanging') return void spoiledCount++
    if (isLost()) return void reply.destroy()
    const isSale =
      incoming.method === 'POST' && (incoming.url === '/api/sales' || incoming.url === '/api/sales/several')
    if (isSale) passSale(incoming, reply).catch(() => reply.destroy())
    else stream(shopPort, incoming, reply, isLost)
  })
  server.on('connection', (socket) => {
    if (network === 'cut') {
      spoiledCount++
      return void socket.destroy()
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  server.keepAliveTimeout = 60_000
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))

  return {
    url: `http://127.0.0.1:${port}`,
    setNetwork(next) {
      network = next
      // A change of the network state closes all existing connections.
      for (const socket of sockets) socket.destroy()
    },
    queueFaults: (befell, ...added) => void waiting.push(...added.map((fault) => ({ fault, befell }))),
    spoiled: () => spoiledCount,
    atNext(at, hook) {
      hooks.set(at, hook)
      return () => void (hooks.get(at) === hook && hooks.delete(at))
    },
    faults,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      const closed = new Promise((done) => server.close(done))
      network = 'cut'
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function readAll(incoming: IncomingMessage): Promise<Arrived> {
  const body = await bytesOf(incoming)
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers: incoming.headers, body }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Rejects when the server does not complete its answer. */
function passOn(port: number, { method, path, headers, body }: Arrived): Promise<Answer> {
  return new Promise((done, failed) => {
    const asking = ask({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
      bytesOf(answer).then(
        (bytes) => done({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
        failed,
      )
    })
    asking.once('error', failed)
    asking.end(body)
  })
}

/** Streams everything else unchanged: pages, lists, and the endless stream of hints. */
function stream(port: number, incoming: IncomingMessage, reply: ServerResponse, isLost: () => boolean): void {
  const asking = ask(
    { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers, agent: false },
    (answer) => {
      if (isLost()) return void reply.destroy()
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => reply.destroy())
      answer.on('aborted', () => reply.destroy())
      answer.pipe(reply)
    },
  )
  asking.once('error', () => reply.destroy())
  reply.once('close', () => asking.destroy())
  incoming.pipe(asking)
}
