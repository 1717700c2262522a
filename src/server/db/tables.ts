import type { ColumnType, Generated } from 'kysely'
import type {
  Banks,
  BillLines,
  Bills,
  Companies,
  ContractPolicies,
  ContractProducts,
  Contracts,
  MemberImportMappings,
  Organizations,
  Persons,
  ProductHealthInsurances,
  Relationships,
  Tags,
} from '#server/db/client-tables.ts'
import type {
  MissedSales,
  ParkedSales,
  PrescriptionEntries,
  SaleEvents,
  SalePhotos,
  SaleRefunds,
  SaleReturnLines,
  SaleReturns,
} from '#server/db/counter-tables.ts'
import type { Json, Optional } from '#server/db/columns.ts'
import type {
  AwaitedParcels,
  DisbursementPhotos,
  DisbursementReasons,
  Disbursements,
  RegisterCounts,
  RegisterEvents,
  WaitingClosings,
} from '#server/db/register-tables.ts'

/**
 * The rows as SQL holds them (db/migrations), column by column. Bigints are numbers, `date` is `YYYY-MM-DD`, `timestamptz` a Date.
 * Who buys and who pays has a file of its own, `client-tables.ts`; what happens around and after a sale `counter-tables.ts`; what is
 * counted, closed and paid out `register-tables.ts`.
 */
export type Countries = {
  code: string
  name: string
  locale: string
  currency_code: string
  currency_symbol: string
  currency_decimals: number
  cash_rounding_step: number
  denominations: number[]
  phone_operators: string[]
  fiscal_platform: Generated<'none' | 'e-mecef'>
  sections: ColumnType<unknown, string | undefined, string>
}
export type Domains = { id: string; name: string }
export type Pharmacies = {
  id: string
  domain_id: string
  country_code: string
  name: string
  address: string
  city: string
  phone: string
  tax_id: Optional<string>
  time_zone: string
  settings: ColumnType<unknown, string | undefined, string>
  epoch: Generated<string>
}

export type Atcs = { code: string; label: string }
export type Forms = { id: string; label: string }
export type Brands = { id: string; name: string }
export type Inns = { id: string; name: string }
export type Packagings = { id: string; label: string; units: number }
export type Products = {
  id: string
  label: string
  form_id: Optional<string>
  brand_id: Optional<string>
  atc_code: Optional<string>
  prescription_list: Generated<'none' | 'list-1' | 'list-2' | 'narcotic'>
  reference_price: Optional<number>
  reference_currency: Optional<string>
  national: ColumnType<unknown, string | undefined, string>
  source: string
  archived: Generated<boolean>
}
export type ProductCodes = { code: string; product_id: string; kind: 'ean13' | 'cip13' | 'cip7' | 'other' }
export type ProductInns = { product_id: string; position: number; inn_id: string; dosage: Optional<string> }
export type ProductPackagings = { product_id: string; packaging_id: string }

export type PharmacyCounters = {
  pharmacy_id: string
  rev: Generated<number>
  sale_number: Generated<number>
  return_number: Generated<number>
  prescription_number: Generated<number>
  count_number: Generated<number>
  disbursement_number: Generated<number>
}
export type Roles = {
  pharmacy_id: string
  id: string
  name: string
  permissions: string[]
  discount_limit: Optional<number>
}
export type Users = {
  pharmacy_id: string | null
  id: string
  first_name: string
  last_name: string
  email: Optional<string>
  firebase_uid: Optional<string>
  kind: 'member' | 'terminal' | 'admin'
  pin_hash: Optional<string>
  pin_mac: Optional<string>
  failed_pins: Generated<number>
  locked_until: Optional<Date>
  active: Generated<boolean>
}
export type UserRoles = { pharmacy_id: string; user_id: string; role_id: string }
export type Unlocks = { pharmacy_id: string; id: string; user_id: string; terminal_id: string; at: Date }
export type Storages = { pharmacy_id: string; id: string; label: string }
export type PharmacyProducts = {
  pharmacy_id: string
  id: string
  product_id: Optional<string>
  private_label: Optional<string>
  storage_id: Optional<string>
  minimum: Generated<number>
  maximum: Generated<number>
  archived: Generated<boolean>
  rev: Generated<number>
}
export type StockItems = {
  pharmacy_id: string
  id: string
  pharmacy_product_id: string
  packaging_id: string
  lot: Optional<string>
  expires_on: Optional<string>
  quantity: Generated<number>
  purchase_price: number
  sale_price: number
  archived: Generated<boolean>
}
export type StockMovements = {
  pharmacy_id: string
  id: string
  stock_item_id: string
  cause:
    'initial' | 'delivery' | 'sale' | 'sale-canceled' | 'inventory' | 'adjustment' | 'unpack' | 'return' | 'destruction'
  quantity: number
  before: number
  after: number
  user_id: Optional<string>
  at: Date
  sale_id: Optional<string>
}
export type CashRegisters = {
  pharmacy_id: string
  id: string
  opened_by: string
  opened_at: Date
  float: Generated<number>
  closed_by: Optional<string>
  closed_at: Optional<Date>
  terminal_id: Optional<string>
  held_by: Optional<string>
  closing_id: Optional<string>
}
export type Sales = {
  pharmacy_id: string
  id: string
  number: number
  identifier: string
  status: Generated<'CLOSED' | 'CANCELED'>
  version: Generated<number>
  terminal_id: string
  session_id: string
  seller_id: string
  seller_roles: string[]
  register_id: string
  patient_id: Optional<string>
  total: number
  rounding: number
  units: number
  sold_at: Date
  received_at: Date
  flags: Generated<string[]>
  replaces: Optional<string>
  replaced_by: Optional<string>
  canceled_at: Optional<Date>
  canceled_by: Optional<string>
  cancel_reason: Optional<string>
  prescription: ColumnType<unknown, string | null | undefined, string | null>
  prepared_by: Optional<string>
  prepared_at: Optional<Date>
  prepared_session: Optional<string>
}
export type SaleRecords = {
  pharmacy_id: string
  sale_id: string
  id: string
  position: number
  stock_item_id: Optional<string>
  label: string
  quantity: number
  price: number
  purchase_price: Optional<number>
  posology: Optional<string>
  opened_item_id: Optional<string>
  opened_boxes: Optional<number>
}
export type SalePayments = {
  pharmacy_id: string
  sale_id: string
  id: string
  position: number
  type: string
  amount: number
  data: Json<unknown>
  client_id: Optional<string>
  policy_id: Optional<string>
}
export type RegisterMovements = {
  pharmacy_id: string
  id: string
  register_id: string
  kind: 'sale' | 'rounding' | 'float' | 'disbursement' | 'cash-in' | 'deposit' | 'collection' | 'refund'
  type: string
  amount: number
  at: Date
  user_id: string
  sale_id: Optional<string>
  seq: ColumnType<number, never, never>
  occurred_at: Date
  operator: Optional<string>
  client_id: Optional<string>
  note: Optional<string>
}
export type ListLayouts = { pharmacy_id: string; user_id: string; list: string; layout: Json<unknown> }
export type Inbox = {
  pharmacy_id: string
  id: string
  kind: string
  revision: number
  hash: string
  accepted: boolean
  answer: Json<unknown>
  at: Date
}
export type Tombstones = { pharmacy_id: string; list: string; id: string; rev: number }

export type Tables = {
  countries: Countries
  domains: Domains
  pharmacies: Pharmacies
  atcs: Atcs
  forms: Forms
  brands: Brands
  inns: Inns
  packagings: Packagings
  products: Products
  product_codes: ProductCodes
  product_inns: ProductInns
  product_packagings: ProductPackagings
  pharmacy_counters: PharmacyCounters
  roles: Roles
  users: Users
  user_roles: UserRoles
  unlocks: Unlocks
  storages: Storages
  companies: Companies
  organizations: Organizations
  persons: Persons
  pharmacy_products: PharmacyProducts
  stock_items: StockItems
  stock_movements: StockMovements
  cash_registers: CashRegisters
  sales: Sales
  sale_records: SaleRecords
  sale_payments: SalePayments
  register_movements: RegisterMovements
  inbox: Inbox
  tombstones: Tombstones
  relationships: Relationships
  tags: Tags
  banks: Banks
  list_layouts: ListLayouts
  contracts: Contracts
  contract_products: ContractProducts
  contract_policies: ContractPolicies
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
  missed_sales: MissedSales
  register_counts: RegisterCounts
  register_events: RegisterEvents
  waiting_closings: WaitingClosings
  awaited_parcels: AwaitedParcels
  disbursement_reasons: DisbursementReasons
  disbursements: Disbursements
  disbursement_photos: DisbursementPhotos
}
