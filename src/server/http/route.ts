import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, HandlerInput, ReplyInput } from '#shared/contract/endpoint.ts'
import { familyOf } from '#shared/contract/features.ts'
import { textIssues, withPlainTexts } from '#shared/contract/input-texts.ts'
import { replyTo } from '#shared/contract/values.ts'
import type { Calendar, KeptDay } from '#shared/domain/backup/kept-days.ts'
import { mostSkewMs } from '#shared/domain/clock-skew.ts'
import { AppError } from '#shared/domain/errors.ts'
import type { PrinterNetwork } from '#server/base/printer-network.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { checkAccess, checkCopy, checkUnreadable } from '#server/http/access.ts'
import { actingIn } from '#server/http/acting.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Actor } from '#server/identity/actor.ts'
import { actingAs, type Database } from '#server/db/database.ts'
import { asRequest } from '#server/db/slow-statements.ts'
import { toldOf } from '#server/hints/changes.ts'
import type { Hints } from '#server/hints/hints.ts'
import type { Failures } from '#server/http/failures.ts'
import { isForm, readForm } from '#server/http/form-bodies.ts'
import { isQuestion, type Questions } from '#server/http/questions.ts'
import type { limitRate } from '#server/http/request-rate.ts'
import { readTillQueue, type NoteTill } from '#server/identity/till-queues.ts'
import type { NoteContact } from '#server/identity/contacts.ts'
import type { Engine } from '#shared/contract/engine.ts'
import type { Mailer } from '#server/base/mailer.ts'
import type { Generations } from '#server/identity/generations.ts'
import type { Identity } from '#server/identity/identity.ts'

export type BesideShop = {
  state(): NonNullable<Engine['beside']>['open']
  days(calendar: Calendar): Promise<KeptDay[]>
  begin(wish: { kind: 'exercise' | 'past'; day: string | null; at: Date | null }): boolean
  end(): Promise<void>
}

/** What is restored from the backup beside this shop: tries of it, and a second shop. Null: there is no backup. */
export type Apart = { drills: { isRunning(): boolean; tryNow(): boolean } | null; beside: BesideShop | null }

/** The dependencies of every route; decorated onto the app as `services`. */
export type Services = {
  database: Database
  identity: Identity
  hints: Hints
  now: () => Date
  calls: Set<Endpoint>
  countRequest: Awaited<ReturnType<typeof limitRate>>
  questions: Questions
  printers: PrinterNetwork
  /** Null: the server sends no e-mail. */
  mailer: Mailer | null
  /** The address of the windows in the links of e-mails; null: such e-mails are not sent. */
  mailOrigin: string | null
  noteContact: NoteContact
  noteTill: NoteTill
  generations: Generations
  failures: Failures
  secrets: Secrets
  /** Simulators of fiscal platforms, which answer instead of them. */
  fiscalSimulators: FiscalSimulators
  disabledFamilies: ReadonlySet<string>
  /** What the backup of this server says of itself. */
  backupFacts: () => Promise<Engine['backup']>
  apart: Apart
  /** Null: this server does no https itself. */
  shopTls: NonNullable<Engine['shopTls']> | null
  standby: StandbyDesk | null
}

/** What a member may ask of the second computer; none: it may not come (STANDBY_PORT). */
export type StandbyDesk = {
  facts(): Promise<NonNullable<Engine['standby']>>
  offer(): Promise<{ words: string; until: Date }>
  forget(): Promise<void>
}

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
  interface FastifyRequest {
    actor: Actor | null
    /** What the answer tells of the server (decision 0092). */
    generation: string | null
  }
  interface FastifyContextConfig {
    /** The most values of a JSON body, where it differs from the usual limit. */
    mostValues?: number
  }
}

type Answer<E extends Endpoint> = Promise<ReplyInput<E>> | ReplyInput<E>

/**
 * Serves one call of the contract: checks access before it reads the body, validates the input with the schemas, and
 * sends only the fields that the reply declares. Before the answer is sent, the windows get hints about the touched
 * resources. Throws when the call already has a route.
 */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context) => Answer<E>,
): void {
  register(app, endpoint)
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    ...largeBodyOf(endpoint),
    onRequest: (request) => asRequest(request.id, () => admit(app, endpoint, request)),
    handler: async (request, reply) => {
      if (isForm(request)) request.body = await readForm(request)
      const context = contextOf(app, request)
      const input = inputOf(endpoint, request)
      const run = (): Promise<unknown> =>
        asRequest(request.id, () =>
          actingAs(actingIn(endpoint, request.actor, input.body), () =>
            telling(app, endpoint, context, async () => handler(input, context)),
          ),
        )
      const answer = isQuestion(endpoint) ? await app.services.questions(request, reply, run) : await run()
      const checked = replyTo(endpoint, input.query).safeParse(answer)
      if (!checked.success)
        throw new Error(`the answer of ${endpoint.method} ${endpoint.path} is not what the contract says`, {
          cause: checked.error,
        })
      return reply.code(endpoint.status ?? 200).send(checked.data)
    },
  })
}

/**
 * Runs a call, then sends hints of its changes to the windows of the pharmacy, or of all those that it changed. Hints are sent even when a step after the
 * commit throws: a repeated call would find no change and send none. Throws when rows of a list changed that the
 * contract does not declare.
 */
async function telling<T>(
  { services: { hints } }: App,
  { method, path, touches }: Endpoint,
  context: Context,
  work: () => Promise<T>,
): Promise<T> {
  const { changes } = context
  try {
    const answer = await work()
    changes.made ??= true
    const unnamed = [...changes.revised].filter((list) => !touches?.includes(list))
    if (unnamed.length > 0)
      throw new Error(
        `${method} ${path} changed rows of ${unnamed.join(', ')}, which its contract does not say it touches`,
      )
    return answer
  } finally {
    for (const resource of toldOf(touches ?? [], changes))
      for (const pharmacyId of changes.pharmacies ?? [pharmacyOf(context)]) hints.publish(pharmacyId, resource)
  }
}

/** Records that a call has its route. Throws for a second route of the same call. */
export function register(app: App, endpoint: Endpoint): void {
  if (app.services.calls.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} has two routes`)
  app.services.calls.add(endpoint)
}

/** Counts the request, and lets in who may make this call. Throws `requests:tooMany` before anything. */
export async function admit(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  await app.services.countRequest(request)
  if (isForm(request) && !endpoint.multipart)
    throw new AppError('requests:invalid', { issues: [{ path: 'body', message: 'must be JSON' }] })
  await authorize(app, endpoint, request)
  // What a till did before is accepted all the same.
  if (!endpoint.deferred && app.services.disabledFamilies.has(familyOf(endpoint.path)))
    throw new AppError('features:disabled')
  noteTerminal(app, request)
  if (request.actor) checkCopy(endpoint, request.actor)
}

/** What a terminal says of itself with each call, also with one that a copy refuses. */
function noteTerminal(app: App, request: FastifyRequest): void {
  const { actor, headers } = request
  const version = headers['x-client-version']
  if (!actor?.pharmacyId) return
  const now = app.services.now()
  if (typeof version === 'string') app.services.noteContact(actor.pharmacyId, version, now)
  const queue = readTillQueue(headers['x-client-queue'], clockSkewOf(request, now), now)
  if (queue) app.services.noteTill(actor.pharmacyId, queue, now)
}

/** The identity token of a request, not verified. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Throws unless the bearer of the request's token may make this call. Sets the actor on the request. */
export async function authorize(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (endpoint.permission === 'public') return
  const { generations, identity, now } = app.services
  const isOlder = await generations.hear(request.headers['x-generation'], now())
  const token = tokenOf(request)
  if (!token) throw new AppError('auth:missingToken')
  request.actor = await identity.actorOf(token, now()).catch((error: unknown) => {
    // The newer server gave this token.
    throw isOlder ? new AppError('server:replaced') : error
  })
  request.generation = await generations.tell(request.actor)
  checkAccess(endpoint, request.actor)
}

export function contextOf(app: App, request: FastifyRequest): Context {
  const { database, identity } = app.services
  const now = app.services.now()
  return {
    database,
    changes: { made: undefined, revised: new Set(), pharmacies: undefined },
    identity,
    now,
    clockSkewMs: clockSkewOf(request, now),
    get actor() {
      // only a public call has no actor here, and its service must not ask for one
      if (!request.actor) throw new AppError('auth:missingToken')
      return request.actor
    },
  }
}

/** A terminal says its own time with each call, because its clock may be wrong. */
function clockSkewOf({ headers }: FastifyRequest, now: Date): number {
  const said = Number(headers['x-client-time'] ?? NaN)
  const skewMs = now.getTime() - said
  return Number.isSafeInteger(said) && Math.abs(skewMs) <= mostSkewMs ? skewMs : 0
}

function largeBodyOf({ largeBody }: Endpoint) {
  if (!largeBody) return {}
  return { bodyLimit: largeBody.megabytes * 1024 * 1024, config: { mostValues: largeBody.values } }
}

/** The address of a call as Fastify writes it. */
export function urlOf(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** A large body with nothing right in it would have an answer larger than itself. */
const mostIssues = 200

/** Parameters, query and body of a request, parsed. Throws `requests:invalid`. */
export function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): HandlerInput<E> {
  const issues: { path: string; message: string }[] = []
  const parse = (part: 'params' | 'query' | 'body'): unknown => {
    const schema = endpoint[part]
    if (!schema) return undefined
    const cleans = endpoint.deferred === true || endpoint.cleansTexts === true
    const result = schema.safeParse(cleans ? withPlainTexts(schema, request[part]) : request[part])
    if (!cleans) issues.push(...textIssues(schema, request[part], part))
    if (!result.success)
      issues.push(
        ...result.error.issues.map((issue) => ({ path: [part, ...issue.path].join('.'), message: issue.message })),
      )
    return result.data
  }
  const input = { params: parse('params'), query: parse('query'), body: parse('body') }
  if (issues.length > 0) {
    checkUnreadable(endpoint, request.actor)
    throw new AppError('requests:invalid', { issues: issues.slice(0, mostIssues) })
  }
  return input as HandlerInput<E>
}
