import type { AccountingTables } from '#server/db/accounting-tables.ts'
import type { FiscalTables } from '#server/db/fiscal-tables.ts'
import type { InventoryTables } from '#server/db/inventory-tables.ts'
import type {
  Banks,
  Companies,
  ContractPolicies,
  ContractProducts,
  Contracts,
  ImportChanges,
  ImportRuns,
  MemberImportMappings,
  Organizations,
  PersonDistinctPairs,
  Persons,
  ProductHealthInsurances,
  Relationships,
  Tags,
} from '#server/db/client-tables.ts'
import type {
  Dues,
  MissedSales,
  ParkedSales,
  PrescriptionAmendments,
  PrescriptionEntries,
  SaleEvents,
  SalePayments,
  SalePhotos,
  SaleRecords,
  SaleRefunds,
  SaleReturnLines,
  SaleReturns,
  Sales,
} from '#server/db/counter-tables.ts'
import type {
  Deliveries,
  DeliveryImports,
  DeliveryLines,
  NoteProfiles,
  SupplierCodes,
  SupplierReturnCredits,
  SupplierReturnLines,
  SupplierReturns,
  Suppliers,
  Wholesalers,
} from '#server/db/delivery-tables.ts'
import type {
  BillStatementLines,
  BillStatements,
  PriceListProfiles,
  StatementProfiles,
  SupplierPayments,
  WholesalerClaimCredits,
  WholesalerClaimLines,
  WholesalerClaimPhotos,
  WholesalerClaims,
  WholesalerProductPrices,
  WholesalerProducts,
} from '#server/db/statement-tables.ts'
import type {
  BillBatches,
  BillBatchItems,
  BillFiles,
  BillFollowUps,
  BillLines,
  BillPaymentLines,
  BillPaymentReturns,
  BillPayments,
  BillRules,
  BillRuns,
  Bills,
  BillSeries,
  BillSettlements,
  FileProfiles,
  MoneyLineMatches,
  MoneyStatementLines,
  MoneyStatements,
} from '#server/db/bill-tables.ts'
import type { MailAttachments, Mails } from '#server/db/mail-tables.ts'
import type { OrderLines, OrderPreparations, OrderRecords, Orders } from '#server/db/order-tables.ts'
import type {
  Jobs,
  PlatformJobs,
  RegisterImportNames,
  RegisterImportProducts,
  RegisterImports,
  RegisterProducts,
  RegisterProfiles,
  StockExports,
} from '#server/db/job-tables.ts'
import type {
  Domains,
  Exports,
  Grants,
  DiscardedParcels,
  Inbox,
  Invitations,
  ListLayouts,
  Pharmacies,
  GenerationKey,
  PharmacyContacts,
  PharmacyCounters,
  AuditEntries,
  PinAlerts,
  PinGuesses,
  ProductViews,
  Roles,
  Tombstones,
  Unlocks,
  UserRoles,
  Users,
} from '#server/db/pharmacy-tables.ts'
import type { ReportTables } from '#server/db/report-tables.ts'
import type {
  Atcs,
  Brands,
  Countries,
  Forms,
  Inns,
  Packagings,
  ProductCategories,
  ProductCodes,
  ProductInns,
  ProductPackagings,
  ProductTexts,
  Products,
  Units,
} from '#server/db/referential-tables.ts'
import type {
  AwaitedParcels,
  CashRegisters,
  DisbursementPhotos,
  DisbursementReasons,
  Disbursements,
  RegisterCounts,
  RegisterEvents,
  RegisterMovements,
  WaitingClosings,
} from '#server/db/register-tables.ts'
import type {
  DestructionLines,
  Destructions,
  LabelQueue,
  LotBlocks,
  LotCorrections,
  ExpiryTasks,
  PharmacyProductCodes,
  PharmacyProducts,
  PharmacyProductTags,
  PriceChanges,
  ProductDays,
  RecallContacts,
  Recalls,
  StockItems,
  StockMovements,
  StorageMoves,
  Storages,
} from '#server/db/stock-tables.ts'
import type { WatchingTables } from '#server/db/watching-tables.ts'

/**
 * All tables as SQL holds them (db/migrations). Their columns are in one `*-tables.ts` for each area. Bigints are
 * numbers, `date` is `YYYY-MM-DD`, `timestamptz` a Date.
 */
export type Tables = AccountingTables & FiscalTables & InventoryTables & ReportTables & WatchingTables & OtherTables

type OtherTables = {
  countries: Countries
  domains: Domains
  pharmacies: Pharmacies
  generation_key: GenerationKey
  pharmacy_contacts: PharmacyContacts
  atcs: Atcs
  forms: Forms
  brands: Brands
  inns: Inns
  packagings: Packagings
  products: Products
  product_codes: ProductCodes
  product_inns: ProductInns
  product_packagings: ProductPackagings
  product_categories: ProductCategories
  units: Units
  product_texts: ProductTexts
  pharmacy_counters: PharmacyCounters
  roles: Roles
  users: Users
  user_roles: UserRoles
  unlocks: Unlocks
  pin_guesses: PinGuesses
  pin_alerts: PinAlerts
  audit_entries: AuditEntries
  grants: Grants
  storages: Storages
  storage_moves: StorageMoves
  companies: Companies
  organizations: Organizations
  persons: Persons
  person_distinct_pairs: PersonDistinctPairs
  pharmacy_products: PharmacyProducts
  pharmacy_product_codes: PharmacyProductCodes
  pharmacy_product_tags: PharmacyProductTags
  suppliers: Suppliers
  wholesalers: Wholesalers
  supplier_codes: SupplierCodes
  note_profiles: NoteProfiles
  delivery_imports: DeliveryImports
  deliveries: Deliveries
  delivery_lines: DeliveryLines
  order_records: OrderRecords
  order_preparations: OrderPreparations
  orders: Orders
  order_lines: OrderLines
  bill_statements: BillStatements
  bill_statement_lines: BillStatementLines
  statement_profiles: StatementProfiles
  wholesaler_claim_photos: WholesalerClaimPhotos
  mails: Mails
  bill_batches: BillBatches
  bill_batch_items: BillBatchItems
  bill_files: BillFiles
  bill_follow_ups: BillFollowUps
  bill_rules: BillRules
  bill_runs: BillRuns
  file_profiles: FileProfiles
  money_statements: MoneyStatements
  money_statement_lines: MoneyStatementLines
  money_line_matches: MoneyLineMatches
  bill_series: BillSeries
  bill_payments: BillPayments
  bill_payment_returns: BillPaymentReturns
  bill_payment_lines: BillPaymentLines
  bill_settlements: BillSettlements
  mail_attachments: MailAttachments
  wholesaler_claims: WholesalerClaims
  wholesaler_claim_lines: WholesalerClaimLines
  wholesaler_claim_credits: WholesalerClaimCredits
  supplier_payments: SupplierPayments
  wholesaler_products: WholesalerProducts
  wholesaler_product_prices: WholesalerProductPrices
  price_list_profiles: PriceListProfiles
  supplier_returns: SupplierReturns
  supplier_return_credits: SupplierReturnCredits
  supplier_return_lines: SupplierReturnLines
  invitations: Invitations
  recalls: Recalls
  price_changes: PriceChanges
  product_days: ProductDays
  label_queue: LabelQueue
  recall_contacts: RecallContacts
  lot_blocks: LotBlocks
  lot_corrections: LotCorrections
  destructions: Destructions
  destruction_lines: DestructionLines
  expiry_tasks: ExpiryTasks
  stock_items: StockItems
  stock_movements: StockMovements
  cash_registers: CashRegisters
  sales: Sales
  sale_records: SaleRecords
  sale_payments: SalePayments
  register_movements: RegisterMovements
  inbox: Inbox
  discarded_parcels: DiscardedParcels
  tombstones: Tombstones
  relationships: Relationships
  tags: Tags
  banks: Banks
  list_layouts: ListLayouts
  product_views: ProductViews
  exports: Exports
  jobs: Jobs
  platform_jobs: PlatformJobs
  register_products: RegisterProducts
  register_profiles: RegisterProfiles
  register_imports: RegisterImports
  register_import_products: RegisterImportProducts
  register_import_names: RegisterImportNames
  stock_exports: StockExports
  contracts: Contracts
  contract_products: ContractProducts
  contract_policies: ContractPolicies
  import_runs: ImportRuns
  import_changes: ImportChanges
  member_import_mappings: MemberImportMappings
  product_health_insurances: ProductHealthInsurances
  bills: Bills
  bill_lines: BillLines
  parked_sales: ParkedSales
  sale_events: SaleEvents
  sale_returns: SaleReturns
  sale_return_lines: SaleReturnLines
  sale_refunds: SaleRefunds
  sale_photos: SalePhotos
  prescription_entries: PrescriptionEntries
  prescription_amendments: PrescriptionAmendments
  missed_sales: MissedSales
  dues: Dues
  register_counts: RegisterCounts
  register_events: RegisterEvents
  waiting_closings: WaitingClosings
  awaited_parcels: AwaitedParcels
  disbursement_reasons: DisbursementReasons
  disbursements: Disbursements
  disbursement_photos: DisbursementPhotos
}
