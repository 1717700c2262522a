import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import * as z from 'zod'
import { RestoreRefusal } from '#server/backup/choose-base.ts'
import { readRecoveryKey } from '#server/backup/recovery-key.ts'
import type { RestoreProgress } from '#server/backup/restore.ts'
import { isLoopback, type Config } from '#server/base/config.ts'
import { findBackups } from '#server/first-start/found-backups.ts'
import { restoreHere } from '#server/first-start/restore-here.ts'
import { securityHeaders } from '#server/http/security-headers.ts'

/** What the page shows: nothing chosen yet, a restore that runs, why one was refused, or what is there now. */
type State =
  | { kind: 'asking' }
  | { kind: 'running'; progress: RestoreProgress | null }
  | { kind: 'refused'; sentence: string }
  | { kind: 'restored'; until: string; skipped: number; notes: string[] }
  | { kind: 'new' }

export type FirstStart = {
  url: string
  /** Resolves when a new pharmacy was chosen, or a backup is restored and the page has been told. */
  chosen: Promise<void>
  close(): Promise<void>
}

/** In ms: how long the page may take to ask for the end before the server goes on without it. */
const toldWithin = 10_000
const pages = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.mjs', 'page.mjs', 'text/javascript; charset=utf-8'],
] as const
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const Order = z.object({
  folder: z.string().trim().min(1, 'Choisissez une sauvegarde, ou indiquez son dossier.').max(1000),
  at: z.iso.datetime({ error: 'Indiquez le jour et l’heure.' }).nullable(),
  key: z.string().max(1000),
})

/**
 * The page of a server that has no database yet: a new pharmacy, or a backup to restore. It listens on this computer
 * alone (decision 0091), on the port of the server that follows.
 */
export async function openFirstStart({
  dataDirectory,
  backupDirectory,
  backupRemote,
  port,
  shopTls,
  publicOrigin,
}: Pick<
  Config,
  'dataDirectory' | 'backupDirectory' | 'backupRemote' | 'port' | 'shopTls' | 'publicOrigin'
>): Promise<FirstStart> {
  const app = fastify({ bodyLimit: 10_000, forceCloseConnections: true })
  let state: State = { kind: 'asking' }
  let choose: () => void = () => undefined
  const chosen = new Promise<void>((done) => (choose = done))
  /** The page is told before the server goes on. */
  const isOver = (): boolean => state.kind === 'restored' || state.kind === 'new'
  const end = (over: State): void => {
    state = over
    setTimeout(choose, toldWithin).unref()
  }

  await securityHeaders(app, { isTls: false })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('cache-control', 'no-store')
    if (isOfThisComputer(request)) return next()
    void reply.code(403).send({ sentence: 'La première installation se fait sur cet ordinateur même.' })
  })
  app.setErrorHandler((error: Error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    return reply
      .code(statusCode)
      .send({ sentence: statusCode < 500 ? 'Cette demande n’est pas lisible.' : error.message })
  })
  await servePages(app)
  app.get('/first-start/backups', async (request) => {
    const { folder } = z.object({ folder: z.string().max(1000).optional() }).parse(request.query)
    return findBackups([...(backupDirectory ? [backupDirectory] : []), ...(folder?.trim() ? [folder.trim()] : [])])
  })
  app.get('/first-start/state', (_request, reply) => {
    if (isOver()) reply.raw.once('finish', choose)
    // The server that follows answers this port by https alone: the page cannot see it come.
    return reply.send({ ...state, origin: shopTls ? publicOrigin : null })
  })
  app.post('/first-start/new', (_request, reply) => {
    if (state.kind === 'running' || isOver()) return reply.code(409).send(refusal(tooLate))
    end({ kind: 'new' })
    return reply.send(state)
  })
  app.post('/first-start/restore', async (request, reply) => {
    if (state.kind === 'running' || isOver()) return reply.code(409).send(refusal(tooLate))
    const order = Order.safeParse(request.body)
    if (!order.success) return reply.code(400).send(refusal(order.error.issues[0]!.message))
    state = { kind: 'running', progress: null }
    const onProgress = (progress: RestoreProgress): void => void (state = { kind: 'running', progress })
    void restoreInto({ dataDirectory, backupRemote }, order.data, onProgress).then(end, (error: unknown) => {
      state = { kind: 'refused', sentence: sentenceOf(error) }
    })
    return reply.code(202).send(state)
  })
  const url = await app.listen({ host: '127.0.0.1', port })
  return { url, chosen, close: () => app.close() }
}

const tooLate = 'Une restauration est déjà en cours, ou Officine démarre.'

function refusal(sentence: string): { sentence: string } {
  return { sentence }
}

async function restoreInto(
  { dataDirectory, backupRemote }: Pick<Config, 'dataDirectory' | 'backupRemote'>,
  { folder, at, key }: z.infer<typeof Order>,
  onProgress: (progress: RestoreProgress) => void,
): Promise<State> {
  const moment = at === null ? undefined : new Date(at)
  const restored = await restoreHere(dataDirectory, {
    from: folder,
    at: moment,
    key: await readRecoveryKey(key),
    place: backupRemote && (() => backupRemote),
    onProgress,
  })
  const { loggedUntil, skipped, erased, unread, fault } = restored
  const notes = [
    ...(erased > 0 ? [`Effacées de nouveau, parce qu’elles l’avaient été depuis : ${erased} personnes.`] : []),
    ...unread.map((path) => `La liste des personnes effacées ${path} est abîmée : effacez-les de nouveau vous-même.`),
    ...(fault === null
      ? []
      : [`Les personnes effacées que le stockage distant connaît n’ont pas été lues : ${fault}.`]),
  ]
  return { kind: 'restored', until: loggedUntil.toISOString(), skipped, notes }
}

/** The refusals of a restore name the options of its command. */
function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return error instanceof RestoreRefusal
    ? said.replaceAll(/« --at (\S+) »/g, '« Jusqu’à un moment », $1,').replace(' avec --at', '')
    : said
}

async function servePages(app: FastifyInstance): Promise<void> {
  for (const [path, name, type] of pages) {
    const content = await readFile(join(import.meta.dirname, 'page', name))
    app.get(path, (_request, reply) => reply.header('content-security-policy', pagePolicy).type(type).send(content))
  }
}

/**
 * Whether a person at this computer asks, with its browser: no proxy stands between, no other name leads here, and no
 * page of another site sends it.
 */
function isOfThisComputer({ ip, headers, host }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => name in headers,
  )
  const isNamed = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
  const { origin, 'sec-fetch-site': site } = headers
  const isOwnPage =
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || ['same-origin', 'none'].includes(String(site)))
  return isLoopback(ip) && !isForwarded && isNamed && isOwnPage
}
