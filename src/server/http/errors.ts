import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { ErrorBody } from '#shared/contract/values.ts'
import { AppError, type ErrorMessage } from '#shared/domain/errors.ts'
import { refusalOfTwin } from '#server/http/taken-fields.ts'

/** The HTTP status of every message: a message without a status does not compile. */
const statusOf: Record<ErrorMessage, number> = {
  'financing:invalidMCFTokenProvided': 422,
  'orderPreparation:orderNotFoundForClose': 404,
  'orders:CSVExport': 422,
  'organizations:archiveUnclosedBillsOrSales': 409,
  'persons:archiveUnclosedBillsOrSales': 409,
  'roles:cannotDeleteRoleWithUsers': 409,
  'sales:cannotCloseEmptySale': 422,
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': 422,
  'sales:cannotCloseSaleWithInvalidPayment': 422,
  'sales:cannotCloseSaleWithNotEnoughPaid': 422,
  'sales:cannotCloseSaleWithoutPharmacyId': 422,
  'sales:cannotCloseSaleWithSameContractPolicyTwice': 422,
  'sales:cannotCreateInvoiceEMECeF': 422,
  'sales:cannotGetInvoiceEMECeF': 422,
  'sales:cannotValidateInvoiceEMECeF': 422,
  'sales:cannotCreateNewVersionOfSaleWithPaidBills': 409,
  'sales:cannotEditCanceledSale': 409,
  'sales:cannotEditClosedSale': 409,
  'sales:cannotSaleArchivedStockItem': 422,
  'sales:cannotCloseSaleWithCreditLimitExceeded': 422,
  'inventories:cannotInventoryArchivedStockItem': 422,
  'inventories:notOpen': 409,
  'inventories:nothingCounted': 422,
  'inventories:countsDiffer': 409,
  'users:duplicatePinCode': 409,
  'stocks:privateProductLabelAlreadyExistInReferentiel': 409,
  'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct': 409,
  'deliveries:cannotCancelDeliveryWithValidatedBillStatement': 409,
  'deliveries:deliveryWithThisIdentifierAlreadyExists': 409,
  'Error these products do not have category.': 422,
  'requests:invalid': 400,
  'requests:notFound': 404,
  'requests:tooLarge': 413,
  'requests:tooMany': 429,
  'requests:tooLong': 503,
  'photos:noRoom': 409,
  // Clients use this message for an answer that they cannot parse; the server never sends it.
  'requests:invalidResponseStatus': 502,
  'requests:conflict': 409,
  'requests:taken': 409,
  'auth:missingToken': 401,
  'auth:invalidToken': 401,
  'auth:sessionEnded': 401,
  'auth:forbidden': 403,
  'auth:unprovenSender': 403,
  'auth:keysUnreachable': 503,
  'tokens:wrongPin': 422,
  'tokens:lacksRight': 403,
  'users:pinLockedOut': 429,
  'users:trivialPinCode': 422,
  'invitations:over': 409,
  'invitations:otherAccount': 409,
  'pharmacies:suspended': 403,
  'features:disabled': 403,
  'persons:cannotMerge': 409,
  'persons:eraseOpenDues': 409,
  'companies:archiveOpenContracts': 409,
  'contracts:archiveActivePolicies': 409,
  'insured:invalidRows': 422,
  'productHealthInsurance:productTaken': 409,
  'products:changedMeanwhile': 409,
  'products:cannotMerge': 409,
  'sales:payloadMismatch': 409,
  'sales:supersededRevision': 409,
  'sales:unknownStockItem': 422,
  'sales:expiredStockItem': 422,
  'sales:blockedStockItem': 422,
  'sales:prescriptionNeeded': 422,
  'sales:totalMismatch': 422,
  'sales:overpaid': 422,
  'sales:invalidBuyerTaxId': 422,
  'sales:largeChange': 422,
  'sales:unknownSeller': 422,
  'sales:archivedClient': 422,
  'sales:registerClosed': 422,
  'sales:dateOfClosedRegister': 409,
  'accounting:monthClosed': 409,
  'accounting:monthNotOver': 409,
  'accounting:monthOrder': 409,
  'accounting:openRegister': 409,
  'sales:discountNotAllowed': 422,
  'sales:discountOverLimit': 422,
  'sales:regularisationNeeded': 422,
  'sales:hasReturns': 409,
  'sales:returnBeyondSold': 422,
  'sales:dueBeyondSold': 422,
  'sales:reasonForbidsRestock': 422,
  'sales:replacedUnknown': 422,
  'stocks:productAlreadyInStock': 409,
  'stocks:codeOfAnotherProduct': 409,
  'stocks:minimumAboveMaximum': 400,
  'stocks:cannotArchiveStocked': 409,
  'stocks:priceBelowCost': 409,
  'stocks:batchRefused': 409,
  'stocks:lotAlreadyEntered': 409,
  'stocks:beyondStock': 422,
  'stocks:blockedLot': 422,
  'stocks:recalledLot': 409,
  'stocks:lotChanged': 409,
  'stocks:storageInUse': 409,
  'recalls:alreadyOpen': 409,
  'suppliers:archiveOpenMatters': 409,
  'orders:notAllowed': 409,
  'orders:empty': 422,
  'orders:nothingAwaited': 409,
  'deliveries:notOpen': 409,
  'deliveries:nothingReceived': 422,
  'deliveries:notControlled': 422,
  'deliveries:cannotClose': 422,
  'deliveries:linesWithoutLot': 409,
  'deliveries:boxesGone': 409,
  'billStatements:alreadyEntered': 409,
  'billStatements:notDraft': 409,
  'billStatements:empty': 422,
  'billStatements:sumsDiffer': 422,
  'billStatements:undecided': 422,
  'billStatements:claimSent': 409,
  'wholesalerClaims:notAllowed': 409,
  'wholesalerClaims:creditBeyondClaim': 422,
  'disbursements:used': 409,
  'deliveryImports:unreadableFile': 422,
  'deliveryImports:invalidRows': 422,
  'parkedSales:taken': 409,
  'printers:unreachable': 502,
  'bills:nothingToBill': 422,
  'bills:notAllowed': 409,
  'bills:settled': 409,
  'bills:lineSettled': 409,
  'bills:noPatient': 422,
  'bills:noEmail': 422,
  'billPayments:beyondLine': 422,
  'billPayments:alreadyNoted': 409,
  'billPayments:beyondAhead': 422,
  'billPayments:nothingToAllocate': 422,
  'billPayments:givenBack': 409,
  'fiscalDocuments:stillIncomplete': 422,
  'fiscalDocuments:decided': 409,
  'fiscalDocuments:notOnRequest': 409,
  'moneyStatements:nothingNew': 422,
  'moneyStatements:alreadyMatched': 409,
  'mails:off': 409,
  'mails:tooMany': 429,
  'mails:notSent': 502,
  'wholesalerClaims:tooManyPhotos': 409,
  'unprovenParcels:decided': 409,
  'unprovenParcels:redoOnly': 422,
  'cashRegisters:collectionBeyondDebt': 422,
  'cashRegisters:beyondDrawer': 422,
  'cashRegisters:closed': 409,
  'cashRegisters:notClosed': 409,
  'cashRegisters:receiverCode': 422,
  'cashRegisters:recountReason': 422,
  'cashRegisters:unfinishedSales': 422,
  'server:unavailable': 503,
  'server:diskFull': 507,
  'server:copy': 503,
  // A till that finds such a server keeps what it has, as with a copy.
  'server:past': 503,
  'server:exercise': 409,
  'server:replaced': 503,
  'server:standby': 503,
  'server:noStandby': 409,
  'server:olderThanData': 409,
  // Of the windows alone.
  'terminal:diskFull': 507,
  internal: 500,
}

/**
 * The one place that turns an error into an answer. Errors other than refusals are logged in full and answered with
 * `internal`.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (!refusal) {
    request.log.error({ err: error }, 'internal error')
    return reply.code(500).send({ message: 'internal' })
  }
  // The request's own fault, which anybody can repeat: a line, without a stack. A refusal of the database may be ours.
  if (isOfFastify(error)) request.log.warn({ code: error.code }, refusal.message)
  else if (refusal !== error) request.log.warn({ err: error }, refusal.message)
  const { status, body } = answerOf(refusal)
  const { retryAfterSeconds } = (refusal.details ?? {}) as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send(body)
}

/** The HTTP status and the body of a refusal. */
export function answerOf({ message, details }: AppError): { status: number; body: z.infer<typeof ErrorBody> } {
  return { status: statusOf[message as ErrorMessage], body: details === undefined ? { message } : { message, details } }
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ message: 'requests:notFound' })
}

/** The catalogue's error for a refusal; undefined for a failure. */
export function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError)
    return Object.hasOwn(statusOf, error.message) && error.message !== 'internal' ? error : undefined
  return refusalOfDatabase(error) ?? refusalOfFastify(error)
}

/**
 * The last check after schemas and rules: data that the database rejects (SQLSTATE class 22) or a violated constraint
 * (class 23) came with the request. A missing permission (42501) did not: row-level security stopped one of our own
 * queries.
 */
function refusalOfDatabase(error: unknown): AppError | undefined {
  if (isUnreachable(error)) return new AppError('server:unavailable')
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !/^[\dA-Z]{5}$/.test(code)) return undefined
  // The time of a question is over, or its caller left.
  if (code === '57014') return new AppError('requests:tooLong')
  if (code === '53100') return new AppError('server:diskFull')
  // Migrations 0170 and 0178: what a till sends waits until a person confirms the copy.
  if (code === 'OF001') return new AppError('server:copy')
  // Migration 0179: the server has met a newer one.
  if (code === 'OF002') return new AppError('server:replaced')
  if (code === '23505') return refusalOfTwin(error)
  return code.startsWith('22') || code.startsWith('23') ? new AppError('requests:invalid') : undefined
}

/**
 * Whether PostgreSQL is down or stopping: errors of the system on its socket or port, SQLSTATE classes 08, 53 (no free
 * connection) and 57P (stopped, crashed, starting), and messages of the driver, which have no code.
 */
function isUnreachable(error: unknown): boolean {
  const { code, syscall, message = '' } = error as { code?: unknown; syscall?: unknown; message?: string }
  // the socket file is missing while PostgreSQL is down
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|53300|57P0[1-5])$/.test(code)
  return /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(message)
}

function isOfFastify(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
}

/** Refusals of Fastify itself: a body that is not JSON, that is too long or of an unknown type. */
function refusalOfFastify(error: unknown): AppError | undefined {
  const { statusCode = 500 } = error as FastifyError
  if (statusCode === 413) return new AppError('requests:tooLarge')
  if (statusCode === 404) return new AppError('requests:notFound')
  return statusCode >= 400 && statusCode < 500 ? new AppError('requests:invalid') : undefined
}
