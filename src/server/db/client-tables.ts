import type { Aib } from '#shared/domain/fiscal/fiscal-document.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Computed, Json, Optional } from '#server/db/columns.ts'

/** Ceilings of a policy or of a contract, in minor units; null: none. */
type Ceilings = {
  ceiling_per_sale: Optional<number>
  ceiling_per_day: Optional<number>
  ceiling_per_month: Optional<number>
  ceiling_per_year: Optional<number>
}
type Validity = { valid_from: Optional<string>; valid_until: Optional<string> }

export type Companies = {
  pharmacy_id: string
  id: string
  name: string
  kind: Generated<'insurer' | 'social-security'>
  tax_id: Optional<string>
  phone: Optional<string>
  email: Optional<string>
  archived: Generated<boolean>
  rev: Generated<number>
  searched: Computed
}
export type Organizations = {
  pharmacy_id: string
  id: string
  name: string
  tax_id: Optional<string>
  phone: Optional<string>
  credit_limit: Optional<number>
  payment_delay_days: Generated<number>
  email: Optional<string>
  address: Optional<string>
  tag_ids: Generated<string[]>
  aib: Optional<Aib>
  archived: Generated<boolean>
  rev: Generated<number>
  searched: Computed
}
export type Persons = {
  pharmacy_id: string
  id: string
  first_name: string
  last_name: string
  birth_date: Optional<string>
  sex: Optional<'F' | 'M'>
  phone: Optional<string>
  social_security_id: Optional<string>
  credit_limit: Optional<number>
  email: Optional<string>
  address: Optional<string>
  note: Optional<string>
  tag_ids: Generated<string[]>
  merged_into: Optional<string>
  created_at: Generated<Date>
  archived: Generated<boolean>
  erased_at: Optional<Date>
  /** Made at the counter, and not looked at by the office yet. */
  to_check: Generated<boolean>
  checked_by: Optional<string>
  checked_at: Optional<Date>
  rev: Generated<number>
  searched: Computed
}
/** Two persons who are no duplicates of each other; `one_id` is the lower id. */
export type PersonDistinctPairs = {
  pharmacy_id: string
  one_id: string
  other_id: string
  told_by: string
  told_at: Date
}
export type Relationships = {
  pharmacy_id: string
  id: string
  person_id: string
  relative_id: string
  kind: 'spouse' | 'child' | 'parent' | 'sibling' | 'guardian' | 'ward' | 'other'
}
export type Tags = {
  pharmacy_id: string
  id: string
  type: 'person' | 'organization' | 'contract-policy' | 'pharmacy-product'
  label: string
  color: string
}
export type Banks = { pharmacy_id: string; id: string; name: string; archived: Generated<boolean> }
export type Contracts = Ceilings &
  Validity & {
    pharmacy_id: string
    id: string
    company_id: Optional<string>
    owner_organization_id: Optional<string>
    owner_person_id: Optional<string>
    label: string
    number: Optional<string>
    default_coverage: number
    family_ceiling_per_sale: Optional<number>
    family_ceiling_per_day: Optional<number>
    family_ceiling_per_month: Optional<number>
    family_ceiling_per_year: Optional<number>
    ceiling_year: Generated<'calendar' | 'contract'>
    archived: Generated<boolean>
  }
export type ContractProducts = {
  pharmacy_id: string
  contract_id: string
  pharmacy_product_id: string
  excluded: Generated<boolean>
  coverage: Optional<number>
  reference_price: Optional<number>
}
export type ContractPolicies = Ceilings &
  Validity & {
    pharmacy_id: string
    id: string
    contract_id: string
    beneficiary_id: string
    holder_id: Optional<string>
    number: string
    coverage: Optional<number>
    rank: Generated<number>
    tag_ids: Generated<string[]>
    archived: Generated<boolean>
    searched: Computed
  }
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>
/** `pharmacy_id` null: of the platform. */
export type ImportRuns = {
  id: string
  n: Generated<number>
  pharmacy_id: Optional<string>
  kind: 'insured' | 'scheme' | 'price-list'
  subject_id: string
  file_name: Optional<string>
  imported_by: string
  imported_at: Date
  added: number
  changed: number
  same: number
  gone: number
  refused: Json<unknown>
  has_changes: Generated<boolean>
  undone_by: Optional<string>
  undone_at: Optional<Date>
  removed: Optional<number>
  restored: Optional<number>
  kept: OptionalJson
}
export type ImportChanges = {
  import_id: string
  pharmacy_id: Optional<string>
  part: 'persons' | 'policies' | 'lines' | 'codes'
  key: string
  before: OptionalJson
  after: Json<unknown>
}
export type MemberImportMappings = { pharmacy_id: string; payer_id: string; mapping: Json<unknown> }
export type ProductHealthInsurances = {
  pharmacy_id: string
  id: string
  code: Optional<string>
  label: string
  inn: Optional<string>
  dosage: Optional<string>
  form: Optional<string>
  base_price: number
  rate: number
  product_id: Optional<string>
  archived: Generated<boolean>
  rev: Generated<number>
  searched: Computed
}
