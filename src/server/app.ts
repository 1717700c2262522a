import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import fastify, { type FastifyServerOptions } from 'fastify'
import { familiesOf } from '#shared/contract/features.ts'
import { readBase } from '#shared/contract/base.ts'
import { allCalls } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { openAlarms } from '#server/alarms/alarm-loop.ts'
import type { Engine } from '#shared/contract/engine.ts'
import { allRoutes } from '#server/all-routes.ts'
import { pharmacyNetwork, type PrinterNetwork } from '#server/base/printer-network.ts'
import { noSecrets, type Secrets } from '#server/base/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { openFiscalQueue } from '#server/fiscal-documents/fiscal-queue.ts'
import { answerError, answerNotFound } from '#server/http/errors.ts'
import { openFailures } from '#server/http/failures.ts'
import type { Hints } from '#server/hints/hints.ts'
import { openGenerations, type Generations } from '#server/identity/generations.ts'
import type { Identity } from '#server/identity/identity.ts'
import { openTillQueues } from '#server/identity/till-queues.ts'
import { openContacts } from '#server/identity/contacts.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { openJobLoop, type JobLoop } from '#server/jobs/job-loop.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { openReportClock } from '#server/own-reports/report-clock.ts'
import { docsRoutes } from '#server/openapi/docs.ts'
import { acceptForms } from '#server/http/form-bodies.ts'
import { readJsonBodies } from '#server/http/json-bodies.ts'
import { openQuestions, type Questions } from '#server/http/questions.ts'
import { limitRate, usualRate, type RequestRate } from '#server/http/request-rate.ts'
import { route, type App, type Apart, type StandbyDesk } from '#server/http/route.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { signInProxy } from '#server/http/sign-in-proxy.ts'
import { windowRoutes } from '#server/http/windows.ts'
import { metricsRoute } from '#server/metrics/metrics.ts'
import { openPeers } from '#server/peers/peer-loop.ts'
import { recordCalls } from '#server/recording/record-calls.ts'
import type { Recorder } from '#server/recording/recorder.ts'
import { openRetention } from '#server/retention/retention-loop.ts'

export type AppOptions = {
  database: Database
  identity: Identity
  hints: Hints
  now?: () => Date
  logger?: FastifyServerOptions['logger']
  /** `host:port` of the sign-in emulator. This server forwards calls to it. */
  emulatorHost?: string | undefined
  /** Folder of the built windows. */
  windows?: string
  /** Origins that may call from a browser, besides our own origin. */
  windowOrigins?: readonly string[]
  /** Runs background jobs as long as the app is open. Otherwise another process runs them. */
  runsJobs?: boolean
  /** Limit for the arrival of a whole request: a photo over a slow line takes a minute. */
  receiveWithinMs?: number
  /** Proxies whose word about the caller's address is believed: `loopback`, addresses or ranges. */
  trustedProxies?: readonly string[]
  /** Seals what the database must not show; without it, such a setting is refused. */
  secrets?: Secrets
  /** Features whose calls are refused (`contract/features.ts`). */
  disabledFeatures?: readonly string[]
  /** Browsers reach this server by https. */
  isTls?: boolean
  /** The certificate and key with which this server does https itself, as PEM. */
  tls?: { cert: string; key: string } | undefined
  requestRate?: RequestRate
  questions?: Questions
  printers?: PrinterNetwork
  /** Null: no e-mail is sent. */
  mailer?: Mailer | null
  /** The address that browsers open: links in e-mails lead there. Without it no e-mail with a link is sent. */
  publicOrigin?: string | undefined
  fiscalSimulators?: FiscalSimulators
  /** What the backup says of itself; without it there is none. */
  backupFacts?: () => Promise<Engine['backup']>
  /** What is restored from the backup beside this shop; without it there is no backup. */
  apart?: Apart
  /** What the settings say of https by the authority of this server. */
  shopTls?: NonNullable<Engine['shopTls']> | null
  /** Lets a second computer follow. */
  standby?: StandbyDesk | null
  /** Background work begins after it: until then another computer may be the shop’s server. */
  worksAfter?: Promise<void> | undefined
  /** Serves `/docs` and `/openapi.json`: a map of all calls, which production shows to nobody unasked. */
  opensDocs?: boolean
  /** Who gets an e-mail when an alarm is raised. */
  alarmMail?: string | undefined
  /** Opens `/metrics` to who brings it. */
  metricsToken?: string | undefined
  /** Keeps the calls for the trial of a new version; without it none is kept. */
  recorder?: Recorder | undefined
  /** The windows say on every screen that this is a demo: others than the person at this machine see it. */
  isDemoOnNetwork?: boolean
}

/** A sale of 500 lines and 50 payments is 130 kB. */
const bodyLimit = 1024 * 1024

/**
 * How long a connection is waited for, in ms, and how it is sealed. `receiveWithinMs`: for the whole of a request.
 */
function patience(receiveWithinMs: number, tls: AppOptions['tls']) {
  const waits = {
    headersTimeout: Math.min(receiveWithinMs, 60_000),
    connectionsCheckingInterval: Math.min(receiveWithinMs, 10_000),
  }
  return {
    requestTimeout: receiveWithinMs,
    // Nothing came or went for so long: a stream of hints says something every 20 s.
    connectionTimeout: 150_000,
    keepAliveTimeout: 72_000,
    // Fastify answers https as it answers http; its types tell the two servers apart.
    ...((tls ? { https: { ...waits, ...tls } } : { http: waits }) as { http: typeof waits }),
  }
}

/** Builds the API over a database, ready to `listen` or `inject`. Throws when a call of the contract has no route. */
export async function buildApp({
  database,
  identity,
  hints,
  now = () => new Date(),
  logger = false,
  emulatorHost,
  windows,
  windowOrigins = [],
  runsJobs = false,
  receiveWithinMs = 120_000,
  trustedProxies = ['loopback'],
  secrets = noSecrets,
  disabledFeatures = [],
  isTls = false,
  tls,
  requestRate = usualRate,
  questions = openQuestions(),
  printers = pharmacyNetwork,
  mailer = null,
  publicOrigin,
  fiscalSimulators = {},
  backupFacts = () => Promise.resolve(null),
  apart = { drills: null, beside: null },
  shopTls = null,
  standby = null,
  worksAfter,
  opensDocs = true,
  metricsToken,
  alarmMail,
  isDemoOnNetwork = false,
  recorder,
}: AppOptions): Promise<App> {
  const app = fastify({
    logger,
    bodyLimit,
    // Unique across restarts.
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // An address that cannot be read never reaches the error handler. Fastify's own answer would repeat it.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    trustProxy: [...trustedProxies],
    ...patience(receiveWithinMs, tls),
  })
  app.decorate('services', {
    database,
    identity,
    hints,
    now,
    calls: new Set<Endpoint>(),
    countRequest: await limitRate(app, requestRate),
    questions,
    printers,
    mailer,
    mailOrigin: mailer && publicOrigin ? new URL(publicOrigin).origin : null,
    secrets,
    fiscalSimulators,
    backupFacts,
    apart,
    shopTls,
    standby,
    disabledFamilies: familiesOf(disabledFeatures),
    failures: openFailures(),
    generations: generationsOf(app, database, identity),
    noteTill: openTillQueues(database, (error) => app.log.warn({ err: error }, 'a queue was not noted')),
    noteContact: openContacts(database, (error) => app.log.warn({ err: error }, 'a contact was not noted')),
  })
  nameCalls(app, recorder)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  await securityHeaders(app, { isTls })
  if (metricsToken !== undefined) metricsRoute(app, metricsToken)
  // The token travels in a header, never in a cookie: a browser shows answers only to the origins listed here.
  // Terminals compare their clocks with the `Date` header of an answer.
  await app.register(cors, {
    origin: [...windowOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    exposedHeaders: ['Date', 'x-generation'],
    maxAge: 86_400,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg)/,
  })
  const jobs = openJobLoop({
    database,
    hints,
    kinds: jobKinds(app.services),
    onError: (error) => app.log.error(error),
  })
  keepWorking(app, [jobs, ...loopsOf(app, jobs, alarmMail)], { runsJobs, worksAfter })
  await app.register(
    async (api) => {
      // Answers contain patients and prices: the disk of a shared computer must not keep them.
      api.addHook('onRequest', (_request, reply, next) => {
        reply.header('cache-control', 'no-store')
        next()
      })
      readJsonBodies(api)
      await acceptForms(api)
      allRoutes(api, jobs)
      route(api, readBase, (_, { now: at }) => ({
        name: 'officine',
        version: '0.1.0',
        now: at.toISOString(),
        isDemo: isDemoOnNetwork,
      }))
    },
    { prefix: '/api' },
  )
  refuseMissingRoutes(app)
  if (opensDocs) await docsRoutes(app)
  if (emulatorHost) await signInProxy(app, emulatorHost)
  if (windows) await windowRoutes(app, windows)
  return app
}

function generationsOf(app: App, database: Database, identity: Identity): Generations {
  return openGenerations({
    database,
    onReplaced(pharmacyId) {
      identity.forget(pharmacyId)
      app.log.error({ pharmacyId }, 'another computer has replaced this server: it takes nothing any more')
    },
  })
}

/** Each call has its actor, and an id in its answer and in the log, so that one is found by the other. What fails is counted. */
function nameCalls(app: App, recorder: Recorder | undefined): void {
  const { failures, now } = app.services
  app.decorateRequest('actor', null)
  app.decorateRequest('generation', null)
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (request.generation !== null) reply.header('x-generation', request.generation)
    next()
  })
  app.addHook('onResponse', (_request, reply, next) => {
    if (reply.statusCode === 500) failures.note(now())
    next()
  })
  // Before the answers are compressed.
  if (recorder) recordCalls(app, recorder)
}

function keepWorking(
  app: App,
  loops: readonly { start(): void; stop(): Promise<void> }[],
  { runsJobs, worksAfter }: Pick<AppOptions, 'runsJobs' | 'worksAfter'>,
): void {
  let isClosing = false
  const start = (): void => {
    if (!isClosing) for (const loop of loops) loop.start()
  }
  if (runsJobs)
    app.addHook('onReady', async () => {
      if (worksAfter) void worksAfter.then(start)
      else start()
    })
  app.addHook('onClose', async () => {
    isClosing = true
    await Promise.all(loops.map((loop) => loop.stop()))
  })
}

/** What the server does by itself, beside the jobs. */
function loopsOf({ services, log }: App, jobs: JobLoop, alarmMail: string | undefined) {
  const {
    database,
    hints,
    secrets,
    fiscalSimulators: simulators,
    mailer,
    now,
    failures,
    backupFacts,
    standby,
  } = services
  const onError = (error: unknown): void => log.error(error)
  return [
    openFiscalQueue({ database, hints, secrets, simulators, now, onError }),
    openRetention({ database, now, onError }),
    openPeers({ database, now, onError }),
    openReportClock({ database, jobs, now, onError }),
    openAlarms({ database, failures, backupFacts, standby, mailer, to: alarmMail, now, onError }),
  ]
}

function refuseMissingRoutes({ services }: App): void {
  const missing = allCalls.filter(({ endpoint }) => !services.calls.has(endpoint))
  if (missing.length > 0)
    throw new Error(
      `calls of the contract without a route: ${missing.map(({ family, name }) => `${family}.${name}`).join(', ')}`,
    )
}
