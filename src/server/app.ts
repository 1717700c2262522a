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
import { billBatchJob, billBatchJobs } from '#server/bills/bill-batch-job.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { billFileJob, billFileJobs } from '#server/bills/bill-file-job.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import type { Database } from '#server/db/database.ts'
import { openFiscalQueue } from '#server/fiscal-documents/fiscal-queue.ts'
import { answerError, answerNotFound } from '#server/http/errors.ts'
import { openFailures } from '#server/http/failures.ts'
import type { Hints } from '#server/hints/hints.ts'
import type { Identity } from '#server/identity/identity.ts'
import { openTillQueues } from '#server/identity/till-queues.ts'
import { openContacts } from '#server/identity/contacts.ts'
import { openJobLoop, type JobLoop } from '#server/jobs/job-loop.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import type { FiscalSimulators } from '#server/base/config.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { openReportClock } from '#server/own-reports/report-clock.ts'
import { reportMailJobs } from '#server/own-reports/report-mail-job.ts'
import { reportMailJob } from '#server/own-reports/report-sending.repo.ts'
import { docsRoutes } from '#server/openapi/docs.ts'
import { stockExportJob, stockExportJobs } from '#server/stock-exports/stock-export-job.ts'
import { registerImportJob, registerImportJobs } from '#server/register-imports/register-import-job.ts'
import { registerUndoJob, registerUndoJobs } from '#server/register-imports/register-undo-job.ts'
import { acceptForms } from '#server/http/form-bodies.ts'
import { readJsonBodies } from '#server/http/json-bodies.ts'
import { openQuestions, type Questions } from '#server/http/questions.ts'
import { limitRate, usualRate, type RequestRate } from '#server/http/request-rate.ts'
import { route, type App } from '#server/http/route.ts'
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
  /** Tries the backup; null: there is none. */
  drills?: { isRunning(): boolean; tryNow(): boolean } | null
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

/** How long a connection is waited for, in ms. `receiveWithinMs`: for the whole of a request. */
function patience(receiveWithinMs: number) {
  return {
    requestTimeout: receiveWithinMs,
    // Nothing came or went for so long: a stream of hints says something every 20 s.
    connectionTimeout: 150_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: Math.min(receiveWithinMs, 60_000),
      connectionsCheckingInterval: Math.min(receiveWithinMs, 10_000),
    },
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
  requestRate = usualRate,
  questions = openQuestions(),
  printers = pharmacyNetwork,
  mailer = null,
  publicOrigin,
  fiscalSimulators = {},
  backupFacts = () => Promise.resolve(null),
  drills = null,
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
    ...patience(receiveWithinMs),
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
    drills,
    disabledFamilies: familiesOf(disabledFeatures),
    failures: openFailures(),
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
    exposedHeaders: ['Date'],
    maxAge: 86_400,
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg)/,
  })
  const jobs = openJobLoop({
    database,
    hints,
    kinds: {
      [stockExportJob]: stockExportJobs(database),
      [billFileJob]: billFileJobs(database),
      [billBatchJob]: billBatchJobs(database, now),
      [billRunJob]: billRunJobs(database),
      [registerImportJob]: registerImportJobs,
      [registerUndoJob]: registerUndoJobs,
      [mailJob]: mailJobs(database, {
        mailer,
        now,
        mailed: { order: noteOrderMailed, claim: noteClaimMailed, bill: noteBillMailed },
      }),
      [reportMailJob]: reportMailJobs({ database, identity, mailer, now }),
    },
    onError: (error) => app.log.error(error),
  })
  for (const loop of [jobs, ...loopsOf(app, jobs, alarmMail)]) {
    if (runsJobs) app.addHook('onReady', async () => loop.start())
    app.addHook('onClose', () => loop.stop())
  }
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

/** Each call has its actor, and an id in its answer and in the log, so that one is found by the other. What fails is counted. */
function nameCalls(app: App, recorder: Recorder | undefined): void {
  const { failures, now } = app.services
  app.decorateRequest('actor', null)
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  app.addHook('onResponse', (_request, reply, next) => {
    if (reply.statusCode === 500) failures.note(now())
    next()
  })
  // Before the answers are compressed.
  if (recorder) recordCalls(app, recorder)
}

/** What the server does by itself, beside the jobs. */
function loopsOf({ services, log }: App, jobs: JobLoop, alarmMail: string | undefined) {
  const { database, hints, secrets, fiscalSimulators: simulators, mailer, now, failures, backupFacts } = services
  const onError = (error: unknown): void => log.error(error)
  return [
    openFiscalQueue({ database, hints, secrets, simulators, now, onError }),
    openRetention({ database, now, onError }),
    openPeers({ database, now, onError }),
    openReportClock({ database, jobs, now, onError }),
    openAlarms({ database, failures, backupFacts, mailer, to: alarmMail, now, onError }),
  ]
}

function refuseMissingRoutes({ services }: App): void {
  const missing = allCalls.filter(({ endpoint }) => !services.calls.has(endpoint))
  if (missing.length > 0)
    throw new Error(
      `calls of the contract without a route: ${missing.map(({ family, name }) => `${family}.${name}`).join(', ')}`,
    )
}
