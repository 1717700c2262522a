import { assistants } from '#shared/contract/assistants.ts'
import { audit } from '#shared/contract/audit.ts'
import { banks } from '#shared/contract/banks.ts'
import { readBase, readEvents } from '#shared/contract/base.ts'
import { cashRegisters } from '#shared/contract/cash-registers.ts'
import { clients } from '#shared/contract/clients.ts'
import { companies } from '#shared/contract/companies.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import { disbursements } from '#shared/contract/disbursements.ts'
import { deliveries } from '#shared/contract/deliveries.ts'
import { deliveryImports } from '#shared/contract/delivery-imports.ts'
import { dues } from '#shared/contract/dues.ts'
import { destructions } from '#shared/contract/destructions.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { expiries } from '#shared/contract/expiries.ts'
import { expiryTasks } from '#shared/contract/expiry-tasks.ts'
import { invitations } from '#shared/contract/invitations.ts'
import { lentRights } from '#shared/contract/lent-rights.ts'
import { labels } from '#shared/contract/labels.ts'
import { listLayouts } from '#shared/contract/list-layouts.ts'
import { exports } from '#shared/contract/exports.ts'
import { accounting } from '#shared/contract/accounting.ts'
import { fiscalDocuments } from '#shared/contract/fiscal-documents.ts'
import { fiscalReports } from '#shared/contract/fiscal-reports.ts'
import { insuredImports } from '#shared/contract/insured-imports.ts'
import { mecef } from '#shared/contract/mecef.ts'
import { missedSales } from '#shared/contract/missed-sales.ts'
import { moneyStatements } from '#shared/contract/money-statements.ts'
import { movements } from '#shared/contract/movements.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { orderPreparations, orderRecords } from '#shared/contract/order-preparations.ts'
import { billBatches } from '#shared/contract/bill-batches.ts'
import { billFiles } from '#shared/contract/bill-files.ts'
import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { billPayments } from '#shared/contract/bill-payments.ts'
import { bills } from '#shared/contract/bills.ts'
import { billStatements } from '#shared/contract/bill-statements.ts'
import { supplierPayments } from '#shared/contract/supplier-payments.ts'
import { priceListImports, wholesalerProducts, wholesalers } from '#shared/contract/wholesalers.ts'
import { wholesalerClaims } from '#shared/contract/wholesaler-claims.ts'
import { orders } from '#shared/contract/orders.ts'
import { parkedSales } from '#shared/contract/parked-sales.ts'
import { personData } from '#shared/contract/person-data-calls.ts'
import { persons } from '#shared/contract/persons.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import { pinAlerts } from '#shared/contract/pin-alerts.ts'
import { prescriptionRegister } from '#shared/contract/prescription-register.ts'
import { domains, platformAccounts, platformPharmacies } from '#shared/contract/platform.ts'
import { printJobs } from '#shared/contract/print-jobs.ts'
import { productViews } from '#shared/contract/product-views.ts'
import { productHealthInsurance, schemeImports } from '#shared/contract/product-health-insurance.ts'
import { products } from '#shared/contract/products.ts'
import { atcs, brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { registerImports } from '#shared/contract/register-imports.ts'
import { recalls } from '#shared/contract/recalls.ts'
import { sales } from '#shared/contract/sales.ts'
import { stockExports } from '#shared/contract/stock-exports.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { stockActs } from '#shared/contract/stock-acts.ts'
import { shortages } from '#shared/contract/shortages.ts'
import { sisterStock } from '#shared/contract/sister-stock.ts'
import { inventories } from '#shared/contract/inventories.ts'
import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { tags } from '#shared/contract/tags.ts'
import { createGrant, createToken, endSession } from '#shared/contract/tokens.ts'
import { ownReports } from '#shared/contract/own-reports.ts'
import { reports } from '#shared/contract/reports.ts'
import { usage } from '#shared/contract/usage.ts'
import { countries } from '#shared/contract/countries.ts'
import { pharmacies, roles, users } from '#shared/contract/users.ts'
import { unprovenParcels } from '#shared/contract/unproven-parcels.ts'
import { waitingWork } from '#shared/contract/waiting-work.ts'

/**
 * Every call of the API, by family. The server refuses to start when a call has no route. The permission test walks
 * this list.
 */
export const contract = {
  base: { readBase, readEvents },
  tokens: { createToken, endSession, createGrant },
  pinAlerts,
  audit,
  invitations,
  lentRights,
  supplierReturns,
  orders,
  orderPreparations,
  orderRecords,
  bills,
  billBatches,
  billFiles,
  billFollowUps,
  billPayments,
  accounting,
  fiscalDocuments,
  fiscalReports,
  moneyStatements,
  billStatements,
  wholesalerClaims,
  supplierPayments,
  wholesalers,
  wholesalerProducts,
  priceListImports,
  inventories,
  countries,
  platformPharmacies,
  domains,
  platformAccounts,
  pharmacies,
  users,
  roles,
  products,
  productCategories,
  atcs,
  inns,
  brands,
  forms,
  units,
  packagings,
  pharmacyProducts,
  pharmacyProductStorages,
  stockItems,
  stockActs,
  destructions,
  recalls,
  labels,
  suppliers,
  deliveries,
  deliveryImports,
  expiries,
  expiryTasks,
  shortages,
  sisterStock,
  clients,
  persons,
  personData,
  organizations,
  companies,
  contracts,
  contractPolicies,
  productHealthInsurance,
  schemeImports,
  insuredImports,
  registerImports,
  tags,
  banks,
  listLayouts,
  productViews,
  sales,
  parkedSales,
  missedSales,
  dues,
  exports,
  stockExports,
  unprovenParcels,
  prescriptionRegister,
  printJobs,
  cashRegisters,
  movements,
  disbursements,
  mecef,
  disbursementReasons,
  reports,
  ownReports,
  assistants,
  usage,
  waitingWork,
} satisfies Record<string, Record<string, Endpoint>>

export type NamedEndpoint = { family: string; name: string; endpoint: Endpoint }

/** All calls with their family and name. */
export const allCalls: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([family, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, call]) => ({ family, name, endpoint: call })),
)
