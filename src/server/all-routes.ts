import { assistantRoutes } from '#server/assistants/assistant.routes.ts'
import { accountingRoutes } from '#server/accounting/accounting.routes.ts'
import { atcRoutes } from '#server/atcs/atc.routes.ts'
import { auditRoutes } from '#server/audit/audit.routes.ts'
import { bankRoutes } from '#server/banks/bank.routes.ts'
import { billStatementRoutes } from '#server/bill-statements/bill-statement.routes.ts'
import { billRoutes } from '#server/bills/bill.routes.ts'
import { cashRegisterRoutes } from '#server/cash-registers/cash-register.routes.ts'
import { clientRoutes } from '#server/clients/client.routes.ts'
import { companyRoutes } from '#server/companies/company.routes.ts'
import { policyRoutes } from '#server/contract-policies/policy.routes.ts'
import { contractRoutes } from '#server/contracts/contract.routes.ts'
import { countryRoutes } from '#server/countries/country.routes.ts'
import { deliveryRoutes } from '#server/deliveries/delivery.routes.ts'
import { deliveryImportRoutes } from '#server/delivery-imports/delivery-import.routes.ts'
import { destructionRoutes } from '#server/destructions/destruction.routes.ts'
import { disbursementReasonRoutes } from '#server/disbursements/disbursement-reason.routes.ts'
import { disbursementRoutes } from '#server/disbursements/disbursement.routes.ts'
import { dueRoutes } from '#server/dues/due.routes.ts'
import { eventRoutes } from '#server/events/event.routes.ts'
import { expiryRoutes } from '#server/expiries/expiry.routes.ts'
import { expiryTaskRoutes } from '#server/expiry-tasks/expiry-task.routes.ts'
import { exportRoutes } from '#server/exports/export.routes.ts'
import type { App } from '#server/http/route.ts'
import { insuredImportRoutes } from '#server/insured-imports/insured-import.routes.ts'
import { inventoryRoutes } from '#server/inventories/inventory.routes.ts'
import { invitationRoutes } from '#server/invitations/invitation.routes.ts'
import type { JobLoop } from '#server/jobs/job-loop.ts'
import { labelRoutes } from '#server/labels/label.routes.ts'
import { lentRightRoutes } from '#server/lent-rights/lent-right.routes.ts'
import { listLayoutRoutes } from '#server/list-layouts/list-layout.routes.ts'
import { missedSaleRoutes } from '#server/missed-sales/missed-sale.routes.ts'
import { fiscalDocumentRoutes } from '#server/fiscal-documents/fiscal-document.routes.ts'
import { moneyStatementRoutes } from '#server/money-statements/money-statement.routes.ts'
import { movementRoutes } from '#server/movements/movement.routes.ts'
import { orderPreparationRoutes } from '#server/order-preparations/order-preparation.routes.ts'
import { orderRoutes } from '#server/orders/order.routes.ts'
import { organizationRoutes } from '#server/organizations/organization.routes.ts'
import { ownReportRoutes } from '#server/own-reports/own-report.routes.ts'
import { parkedSaleRoutes } from '#server/parked-sales/parked-sale.routes.ts'
import { personRoutes } from '#server/persons/person.routes.ts'
import { pharmacyRoutes } from '#server/pharmacies/pharmacy.routes.ts'
import { pharmacyProductRoutes } from '#server/pharmacy-products/pharmacy-product.routes.ts'
import { pinAlertRoutes } from '#server/pin-alerts/pin-alert.routes.ts'
import { platformRoutes } from '#server/platform/platform.routes.ts'
import { prescriptionRegisterRoutes } from '#server/prescription-register/prescription-register.routes.ts'
import { printJobRoutes } from '#server/print-jobs/print-job.routes.ts'
import { productHealthInsuranceRoutes } from '#server/product-health-insurance/product-health-insurance.routes.ts'
import { productViewRoutes } from '#server/product-views/product-view.routes.ts'
import { productRoutes } from '#server/products/product.routes.ts'
import { recallRoutes } from '#server/recalls/recall.routes.ts'
import { referentialRoutes } from '#server/referential/referential.routes.ts'
import { peerRoutes } from '#server/peers/peer.routes.ts'
import { reportRoutes } from '#server/reports/report.routes.ts'
import { registerImportRoutes } from '#server/register-imports/register-import.routes.ts'
import { roleRoutes } from '#server/roles/role.routes.ts'
import { saleRoutes } from '#server/sales/sale.routes.ts'
import { shortageRoutes } from '#server/shortages/shortage.routes.ts'
import { sisterStockRoutes } from '#server/sister-stock/sister-stock.routes.ts'
import { stockActRoutes } from '#server/stock-acts/stock-act.routes.ts'
import { stockExportRoutes } from '#server/stock-exports/stock-export.routes.ts'
import { stockItemRoutes } from '#server/stock-items/stock-item.routes.ts'
import { storageRoutes } from '#server/storages/storage.routes.ts'
import { supplierPaymentRoutes } from '#server/supplier-payments/supplier-payment.routes.ts'
import { supplierReturnRoutes } from '#server/supplier-returns/supplier-return.routes.ts'
import { supplierRoutes } from '#server/suppliers/supplier.routes.ts'
import { tagRoutes } from '#server/tags/tag.routes.ts'
import { tokenRoutes } from '#server/tokens/token.routes.ts'
import { unprovenParcelRoutes } from '#server/unproven-parcels/unproven-parcel.routes.ts'
import { usageRoutes } from '#server/usage/usage.routes.ts'
import { userRoutes } from '#server/users/user.routes.ts'
import { waitingWorkRoutes } from '#server/waiting-work/waiting-work.routes.ts'
import { wholesalerClaimRoutes } from '#server/wholesaler-claims/wholesaler-claim.routes.ts'
import { wholesalerRoutes } from '#server/wholesalers/wholesaler.routes.ts'

/** Registers every family of the contract. No other place does. */
export function allRoutes(api: App, jobs: JobLoop): void {
  eventRoutes(api)
  tokenRoutes(api)
  pinAlertRoutes(api)
  auditRoutes(api)
  invitationRoutes(api, jobs)
  lentRightRoutes(api)
  supplierReturnRoutes(api)
  inventoryRoutes(api)
  countryRoutes(api)
  platformRoutes(api, jobs)
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
  fiscalDocumentRoutes(api)
  accountingRoutes(api)
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
  peerRoutes(api)
  reportRoutes(api)
  ownReportRoutes(api, jobs)
  assistantRoutes(api)
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
