import compress from '@fastify/compress'
import cors from '@fastify/cors'
import fastify, { type FastifyServerOptions } from 'fastify'
import { familiesOf } from '#shared/contract/features.ts'
import { readBase } from '#shared/contract/base.ts'
import { allCalls } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { auditRoutes } from '#server/audit/audit.routes.ts'
import { atcRoutes } from '#server/atcs/atc.routes.ts'
import { pharmacyNetwork, type PrinterNetwork } from '#server/base/printer-network.ts'
import { noSecrets, type Secrets } from '#server/base/secrets.ts'
import { billBatchJob, billBatchJobs } from '#server/bills/bill-batch-job.ts'
import { billRunJob } from '#server/bills/bill-run.repo.ts'
import { billRunJobs } from '#server/bills/bill-run-job.ts'
import { billFileJob, billFileJobs } from '#server/bills/bill-file-job.ts'
import { billRoutes } from '#server/bills/bill.routes.ts'
import { noteBillMailed } from '#server/bills/bill.service.ts'
import { bankRoutes } from '#server/banks/bank.routes.ts'
import { cashRegisterRoutes } from '#server/cash-registers/cash-register.routes.ts'
import { clientRoutes } from '#server/clients/client.routes.ts'
import { companyRoutes } from '#server/companies/company.routes.ts'
import { policyRoutes } from '#server/contract-policies/policy.routes.ts'
import { contractRoutes } from '#server/contracts/contract.routes.ts'
import { countryRoutes } from '#server/countries/country.routes.ts'
import type { Database } from '#server/db/database.ts'
import { answerError, answerNotFound } from '#server/http/errors.ts'
import { eventRoutes } from '#server/events/event.routes.ts'
import type { Hints } from '#server/hints/hints.ts'
import type { Identity } from '#server/identity/identity.ts'
import { openContacts } from '#server/identity/contacts.ts'
import { openJobLoop, type JobLoop } from '#server/jobs/job-loop.ts'
import { mailJobs } from '#server/mails/mail-job.ts'
import { mailJob } from '#server/mails/mail.service.ts'
import type { Mailer } from '#server/base/mailer.ts'
import { tokenRoutes } from '#server/tokens/token.routes.ts'
import { labelRoutes } from '#server/labels/label.routes.ts'
import { listLayoutRoutes } from '#server/list-layouts/list-layout.routes.ts'
import { insuredImportRoutes } from '#server/insured-imports/insured-import.routes.ts'
import { disbursementReasonRoutes } from '#server/disbursements/disbursement-reason.routes.ts'
import { disbursementRoutes } from '#server/disbursements/disbursement.routes.ts'
import { moneyStatementRoutes } from '#server/money-statements/money-statement.routes.ts'
import { movementRoutes } from '#server/movements/movement.routes.ts'
import { deliveryImportRoutes } from '#server/delivery-imports/delivery-import.routes.ts'
import { orderPreparationRoutes } from '#server/order-preparations/order-preparation.routes.ts'
import { billStatementRoutes } from '#server/bill-statements/bill-statement.routes.ts'
import { supplierPaymentRoutes } from '#server/supplier-payments/supplier-payment.routes.ts'
import { wholesalerClaimRoutes } from '#server/wholesaler-claims/wholesaler-claim.routes.ts'
import { wholesalerRoutes } from '#server/wholesalers/wholesaler.routes.ts'
import { noteOrderMailed } from '#server/orders/order.service.ts'
import { noteClaimMailed } from '#server/wholesaler-claims/wholesaler-claim.service.ts'
import { orderRoutes } from '#server/orders/order.routes.ts'
import { deliveryRoutes } from '#server/deliveries/delivery.routes.ts'
import { destructionRoutes } from '#server/destructions/destruction.routes.ts'
import { dueRoutes } from '#server/dues/due.routes.ts'
import { docsRoutes } from '#server/openapi/docs.ts'
import { expiryRoutes } from '#server/expiries/expiry.routes.ts'
import { expiryTaskRoutes } from '#server/expiry-tasks/expiry-task.routes.ts'
import { exportRoutes } from '#server/exports/export.routes.ts'
import { unprovenParcelRoutes } from '#server/unproven-parcels/unproven-parcel.routes.ts'
import { missedSaleRoutes } from '#server/missed-sales/missed-sale.routes.ts'
import { organizationRoutes } from '#server/organizations/organization.routes.ts'
import { parkedSaleRoutes } from '#server/parked-sales/parked-sale.routes.ts'
import { personRoutes } from '#server/persons/person.routes.ts'
import { pharmacyProductRoutes } from '#server/pharmacy-products/pharmacy-product.routes.ts'
import { productViewRoutes } from '#server/product-views/product-view.routes.ts'
import { storageRoutes } from '#server/storages/storage.routes.ts'
import { stockExportJob, stockExportJobs } from '#server/stock-exports/stock-export-job.ts'
import { stockExportRoutes } from '#server/stock-exports/stock-export.routes.ts'
import { stockItemRoutes } from '#server/stock-items/stock-item.routes.ts'
import { inventoryRoutes } from '#server/inventories/inventory.routes.ts'
import { supplierReturnRoutes } from '#server/supplier-returns/supplier-return.routes.ts'
import { invitationRoutes } from '#server/invitations/invitation.routes.ts'
import { lentRightRoutes } from '#server/lent-rights/lent-right.routes.ts'
import { pinAlertRoutes } from '#server/pin-alerts/pin-alert.routes.ts'
import { prescriptionRegisterRoutes } from '#server/prescription-register/prescription-register.routes.ts'
import { printJobRoutes } from '#server/print-jobs/print-job.routes.ts'
import { productHealthInsuranceRoutes } from '#server/product-health-insurance/product-health-insurance.routes.ts'
import { productRoutes } from '#server/products/product.routes.ts'
import { recallRoutes } from '#server/recalls/recall.routes.ts'
import { registerImportJob, registerImportJobs } from '#server/register-imports/register-import-job.ts'
import { registerImportRoutes } from '#server/register-imports/register-import.routes.ts'
import { registerUndoJob, registerUndoJobs } from '#server/register-imports/register-undo-job.ts'
import { saleRoutes } from '#server/sales/sale.routes.ts'
import { stockActRoutes } from '#server/stock-acts/stock-act.routes.ts'
import { usageRoutes } from '#server/usage/usage.routes.ts'
import { waitingWorkRoutes } from '#server/waiting-work/waiting-work.routes.ts'
import { platformRoutes } from '#server/platform/platform.routes.ts'
import { pharmacyRoutes } from '#server/pharmacies/pharmacy.routes.ts'
import { roleRoutes } from '#server/roles/role.routes.ts'
import { referentialRoutes } from '#server/referential/referential.routes.ts'
import { acceptForms } from '#server/http/form-bodies.ts'
import { readJsonBodies } from '#server/http/json-bodies.ts'
import { limitRate, usualRate, type RequestRate } from '#server/http/request-rate.ts'
import { route, type App } from '#server/http/route.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { signInProxy } from '#server/http/sign-in-proxy.ts'
import { shortageRoutes } from '#server/shortages/shortage.routes.ts'
import { sisterStockRoutes } from '#server/sister-stock/sister-stock.routes.ts'
import { supplierRoutes } from '#server/suppliers/supplier.routes.ts'
import { tagRoutes } from '#server/tags/tag.routes.ts'
import { userRoutes } from '#server/users/user.routes.ts'
import { windowRoutes } from '#server/http/windows.ts'

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
  printers?: PrinterNetwork
  /** Null: no e-mail is sent. */
  mailer?: Mailer | null
  /** Serves `/docs` and `/openapi.json`: a map of all calls, which production shows to nobody unasked. */
  opensDocs?: boolean
  /** The windows say on every screen that this is a demo: others than the person at this machine see it. */
  isDemoOnNetwork?: boolean
}

/** A sale of 500 lines and 50 payments is 130 kB. */
const bodyLimit = 1024 * 1024

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
  printers = pharmacyNetwork,
  mailer = null,
  opensDocs = true,
  isDemoOnNetwork = false,
}: AppOptions): Promise<App> {
  const app = fastify({
    logger,
    bodyLimit,
    forceCloseConnections: 'idle',
    // An address that cannot be read never reaches the error handler. Fastify's own answer would repeat it.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    trustProxy: [...trustedProxies],
    requestTimeout: receiveWithinMs,
    // Nothing came or went for so long: a stream of hints says something every 20 s.
    connectionTimeout: 150_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: Math.min(receiveWithinMs, 60_000),
      connectionsCheckingInterval: Math.min(receiveWithinMs, 10_000),
    },
  })
  app.decorate('services', {
    database,
    identity,
    hints,
    now,
    calls: new Set<Endpoint>(),
    countRequest: await limitRate(app, requestRate),
    printers,
    mailer,
    secrets,
    disabledFamilies: familiesOf(disabledFeatures),
    noteContact: openContacts(database, (error) => app.log.warn({ err: error }, 'a contact was not noted')),
  })
  app.decorateRequest('actor', null)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  await securityHeaders(app, { isTls })
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
    },
    onError: (error) => app.log.error(error),
  })
  if (runsJobs) app.addHook('onReady', async () => jobs.start())
  app.addHook('onClose', () => jobs.stop())
  await app.register(
    async (api) => {
      // Answers contain patients and prices: the disk of a shared computer must not keep them.
      api.addHook('onRequest', (_request, reply, next) => {
        reply.header('cache-control', 'no-store')
        next()
      })
      readJsonBodies(api)
      await acceptForms(api)
      families(api, jobs)
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

/** Registers every family of the contract. No other place does. */
function families(api: App, jobs: JobLoop): void {
  eventRoutes(api)
  tokenRoutes(api)
  pinAlertRoutes(api)
  auditRoutes(api)
  invitationRoutes(api)
  lentRightRoutes(api)
  supplierReturnRoutes(api)
  inventoryRoutes(api)
  countryRoutes(api)
  platformRoutes(api)
  pharmacyRoutes(api)
  userRoutes(api)
  roleRoutes(api)
  productRoutes(api)
  referentialRoutes(api)
  atcRoutes(api)
  pharmacyProductRoutes(api)
  stockItemRoutes(api)
  stockActRoutes(api)
  destructionRoutes(api)
  recallRoutes(api)
  labelRoutes(api)
  storageRoutes(api)
  supplierRoutes(api)
  deliveryRoutes(api)
  orderRoutes(api, jobs)
  orderPreparationRoutes(api)
  billStatementRoutes(api)
  wholesalerClaimRoutes(api, jobs)
  supplierPaymentRoutes(api)
  billRoutes(api, jobs)
  moneyStatementRoutes(api)
  wholesalerRoutes(api)
  deliveryImportRoutes(api)
  expiryRoutes(api)
  expiryTaskRoutes(api)
  shortageRoutes(api)
  sisterStockRoutes(api)
  productViewRoutes(api)
  clientRoutes(api)
  personRoutes(api)
  organizationRoutes(api)
  companyRoutes(api)
  contractRoutes(api)
  policyRoutes(api)
  productHealthInsuranceRoutes(api)
  insuredImportRoutes(api)
  registerImportRoutes(api, jobs)
  tagRoutes(api)
  bankRoutes(api)
  listLayoutRoutes(api)
  saleRoutes(api)
  parkedSaleRoutes(api)
  missedSaleRoutes(api)
  dueRoutes(api)
  exportRoutes(api)
  stockExportRoutes(api, jobs)
  unprovenParcelRoutes(api)
  prescriptionRegisterRoutes(api)
  printJobRoutes(api)
  cashRegisterRoutes(api)
  movementRoutes(api)
  disbursementRoutes(api)
  disbursementReasonRoutes(api)
  usageRoutes(api)
  waitingWorkRoutes(api)
}

function refuseMissingRoutes({ services }: App): void {
  const missing = allCalls.filter(({ endpoint }) => !services.calls.has(endpoint))
  if (missing.length > 0)
    throw new Error(
      `calls of the contract without a route: ${missing.map(({ family, name }) => `${family}.${name}`).join(', ')}`,
    )
}
