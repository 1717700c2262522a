import type { ErrorMessage } from '#shared/domain/errors.ts'
import { missingLabels } from '#shared/domain/missing-information.ts'
import { paymentLabels } from '#shared/domain/payment.ts'

/** Money in minor units, formatted by the screen; days as `2026-11-21`; durations in seconds. */
export type FactValue = string | number | { money: number } | { day: string } | { seconds: number }
export type ErrorFact = { label: string; value: FactValue }

/** The facts of a refusal, read from untrusted details: missing or malformed values are left out. */
export function factsOf(message: ErrorMessage, details: unknown): ErrorFact[] {
  return (readers[message]?.(fieldsOf(details)) ?? []).filter((fact): fact is ErrorFact => fact !== null)
}

type Fields = Record<string, unknown>
type Read = (details: Fields) => (ErrorFact | null)[]

const archiving: Read = (details) => [
  count('Factures non clôturées', details.bills),
  count('Ventes non clôturées', details.sales),
  money('Encours à facturer', details.outgoing),
]
const soldItems: Read = (details) => listOf(details.items).map((item) => text('Produit', item.label))
const products: Read = (details) => listOf(details.products).map((product) => text('Produit', product.label))

/** Why a token of the fiscal platform is not taken. */
const tokenFaults: Readonly<Record<string, string>> = {
  form: 'ce n’est pas un jeton, ou il est coupé',
  expired: 'il est échu',
  early: 'il ne vaut pas encore',
  'other-taxpayer': 'il est d’un autre contribuable que la pharmacie',
  'other-pharmacy': 'sa machine est celle d’une autre pharmacie',
  'other-machine': 'la plateforme le connaît pour une autre machine',
  refused: 'la plateforme le refuse',
  missing: 'aucun jeton n’est enregistré',
  'no-platform': 'ce pays n’a pas de plateforme',
}

const readers: Partial<Record<ErrorMessage, Read>> = {
  'organizations:archiveUnclosedBillsOrSales': archiving,
  'persons:archiveUnclosedBillsOrSales': archiving,
  'bills:settled': ({ again, charged, writtenOff, unnoted }) => [
    again === 0 ? null : money('Refusé, à représenter', again),
    charged === 0 ? null : money('Mis au compte de patients', charged),
    writtenOff === 0 ? null : money('Abandonné', writtenOff),
    unnoted === 0 ? null : money('Payé, sans paiement noté', unnoted),
  ],
  'financing:invalidMCFTokenProvided': (details) => [
    text('Motif', tokenFaults[String(details.reason)]),
    text('Contribuable du jeton', details.taxId),
    text('Machine du jeton', details.nim),
    text('Réponse de la plateforme', details.answer),
  ],
  'sales:cannotCloseSaleFromBeninPharmacyWithoutMCFToken': (details) => [
    text('Motif', tokenFaults[String(details.token)]),
  ],
  'roles:cannotDeleteRoleWithUsers': (details) => [count('Membres avec ce rôle', details.count)],
  'companies:archiveOpenContracts': (details) => [count('Contrats en cours', details.contracts)],
  'contracts:archiveActivePolicies': (details) => [count('Polices en cours', details.policies)],
  'insured:invalidRows': (details) => [count('Lignes en erreur', details.errors)],
  'productHealthInsurance:productTaken': (details) => [text('Déjà associé à', details.label)],
  'products:changedMeanwhile': (details) => [text('Modifié par', details.by)],
  'sales:cannotCloseSaleWithInvalidPayment': (details) => listOf(details.payments).map(incompletePayment),
  'sales:cannotCloseSaleWithNotEnoughPaid': (details) => [money('Reste à payer', details.remainder)],
  'sales:overpaid': (details) => [money('Payé en trop', details.excess)],
  'sales:cannotCloseSaleWithCreditLimitExceeded': (details) => [
    money('Encours actuel', details.current),
    money('Dépassement', details.excess),
    money('Limite', details.limit),
  ],
  'cashRegisters:collectionBeyondDebt': (details) => [money('Dette', details.owed), money('En trop', details.excess)],
  'cashRegisters:beyondDrawer': (details) => [money('Montant', details.amount)],
  'sales:largeChange': (details) => [money('Reçu', details.tendered), money('À rendre', details.change)],
  'sales:invalidBuyerTaxId': (details) => [text('Numéro', details.taxId)],
  'sales:discountNotAllowed': (details) => [money('Remise', details.discount)],
  'sales:discountOverLimit': (details) => [money('Remise', details.discount), money('Remise permise', details.allowed)],
  'sales:returnBeyondSold': soldItems,
  'sales:dueBeyondSold': soldItems,
  'sales:reasonForbidsRestock': soldItems,
  'stocks:codeOfAnotherProduct': (details) => [text('Code', details.code), text('Produit', details.label)],
  'stocks:minimumAboveMaximum': (details) => [count('Mini', details.minimum), count('Maxi', details.maximum)],
  'stocks:storageInUse': (details) => [count('Produits', details.products)],
  'stocks:cannotArchiveStocked': (details) => [count('Lots en stock', details.lots)],
  'stocks:priceBelowCost': (details) => [money('Prix', details.price), money('Prix d’achat', details.cost)],
  'stocks:lotAlreadyEntered': (details) => [text('Lot', details.lot)],
  'deliveries:linesWithoutLot': (details) => [count('Lignes', details.lines)],
  'stocks:batchRefused': (details) => listOf(details.refusals).map((refusal) => text('Produit', refusal.label)),
  'deliveries:notControlled': (details) => [count('Lignes', details.lines), count('Boîtes', details.boxes)],
  'parkedSales:taken': (details) => [text('Reprise par', details.byName)],
  'printers:unreachable': (details) => [text('Imprimante', details.name)],
  'sales:totalMismatch': (details) => [money('Total recalculé', details.total)],
  'sales:cannotSaleArchivedStockItem': soldItems,
  'sales:unknownStockItem': soldItems,
  'sales:expiredStockItem': (details) =>
    listOf(details.items).map((item) =>
      isText(item.label) && isText(item.expiresOn) ? { label: item.label, value: { day: item.expiresOn } } : null,
    ),
  'sales:blockedStockItem': (details) =>
    listOf(details.items).map((item) =>
      isText(item.label)
        ? { label: item.label, value: isText(item.lot) ? `lot ${item.lot}` : 'lot mis de côté' }
        : null,
    ),
  'stocks:beyondStock': (details) => [count('Demandé', details.asked), count('En stock', details.quantity)],
  'sales:prescriptionNeeded': soldItems,
  'Error these products do not have category.': products,
  'inventories:cannotInventoryArchivedStockItem': soldItems,
  'inventories:countsDiffer': soldItems,
  'tokens:wrongPin': (details) => [count('Essais restants', details.attemptsLeft)],
  'users:pinLockedOut': (details) => [
    isNumber(details.retryAfterSeconds)
      ? { label: 'Nouvel essai dans', value: { seconds: details.retryAfterSeconds } }
      : null,
  ],
}

function incompletePayment(payment: Fields): ErrorFact | null {
  const label = labelOf(paymentLabels, payment.type)
  const missing = Array.isArray(payment.missing)
    ? payment.missing.flatMap((name) => labelOf(missingLabels, name) ?? [])
    : []
  return label === undefined || missing.length === 0 ? null : { label, value: missing.join(', ') }
}

function labelOf(labels: Record<string, string>, name: unknown): string | undefined {
  return isText(name) && Object.hasOwn(labels, name) ? labels[name] : undefined
}

function money(label: string, value: unknown): ErrorFact | null {
  return isNumber(value) ? { label, value: { money: value } } : null
}

function count(label: string, value: unknown): ErrorFact | null {
  return isNumber(value) ? { label, value } : null
}

function text(label: string, value: unknown): ErrorFact | null {
  return isText(value) ? { label, value } : null
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
