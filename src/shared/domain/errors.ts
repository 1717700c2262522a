/** Messages of the user's specification (§8), as the API spells them. */
export const specifiedMessages = [
  'financing:invalidMCFTokenProvided',
  'orderPreparation:orderNotFoundForClose',
  'orders:CSVExport',
  'organizations:archiveUnclosedBillsOrSales',
  'persons:archiveUnclosedBillsOrSales',
  'roles:cannotDeleteRoleWithUsers',
  'sales:cannotCloseEmptySale',
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken',
  'sales:cannotCloseSaleWithInvalidPayment',
  'sales:cannotCloseSaleWithNotEnoughPaid',
  'sales:cannotCloseSaleWithoutPharmacyId',
  'sales:cannotCloseSaleWithSameContractPolicyTwice',
  'sales:cannotCreateInvoiceEMECeF',
  'sales:cannotGetInvoiceEMECeF',
  'sales:cannotValidateInvoiceEMECeF',
  'sales:cannotCreateNewVersionOfSaleWithPaidBills',
  'sales:cannotEditCanceledSale',
  'sales:cannotEditClosedSale',
  'sales:cannotSaleArchivedStockItem',
  'sales:cannotCloseSaleWithCreditLimitExceeded',
  'inventories:cannotInventoryArchivedStockItem',
  'users:duplicatePinCode',
  'stocks:privateProductLabelAlreadyExistInReferentiel',
  'stocks:privateProductLabelAlreadyExistOnAnotherPharmacyProduct',
  'deliveries:cannotCancelDeliveryWithValidatedBillStatement',
  'deliveries:deliveryWithThisIdentifierAlreadyExists',
  'Error these products do not have category.',
] as const

/** Messages that the specification lacks. */
export const ownMessages = [
  'requests:invalid',
  'requests:notFound',
  'requests:tooLarge',
  'requests:invalidResponseStatus',
  'requests:conflict',
  'auth:missingToken',
  'auth:invalidToken',
  'auth:sessionEnded',
  'auth:forbidden',
  'auth:unprovenSender',
  'auth:keysUnreachable',
  'tokens:wrongPin',
  'tokens:lacksRight',
  'users:pinLockedOut',
  'users:trivialPinCode',
  'persons:cannotMerge',
  'companies:archiveOpenContracts',
  'contracts:archiveActivePolicies',
  'insured:invalidRows',
  'productHealthInsurance:productTaken',
  'sales:payloadMismatch',
  'sales:supersededRevision',
  'sales:unknownStockItem',
  'sales:expiredStockItem',
  'sales:prescriptionNeeded',
  'sales:totalMismatch',
  'sales:overpaid',
  'sales:unknownSeller',
  'sales:registerClosed',
  'sales:dateOfClosedRegister',
  'sales:discountNotAllowed',
  'sales:discountOverLimit',
  'sales:regularisationNeeded',
  'sales:hasReturns',
  'sales:returnBeyondSold',
  'sales:reasonForbidsRestock',
  'sales:replacedUnknown',
  'stocks:productAlreadyInStock',
  'stocks:codeOfAnotherProduct',
  'stocks:minimumAboveMaximum',
  'stocks:cannotArchiveStocked',
  'stocks:priceBelowCost',
  'stocks:batchRefused',
  'stocks:lotAlreadyEntered',
  'parkedSales:taken',
  'printers:unreachable',
  'cashRegisters:closed',
  'cashRegisters:notClosed',
  'cashRegisters:unfinishedSales',
  'server:unavailable',
  'server:diskFull',
  'internal',
] as const

export type SpecifiedMessage = (typeof specifiedMessages)[number]
export type OwnMessage = (typeof ownMessages)[number]
export type ErrorMessage = SpecifiedMessage | OwnMessage

/** A refusal with its message and details. `status`: the HTTP status when it came over the network. */
export class AppError extends Error {
  override readonly name = 'AppError'
  constructor(
    message: string,
    readonly details?: unknown,
    readonly status?: number,
  ) {
    super(message)
  }
}
