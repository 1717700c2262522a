import type { ColumnType, Generated } from 'kysely'
import type { FiscalPlatform } from '#shared/domain/fiscal/profiles.ts'
import type { Tracing } from '#shared/domain/lot-tracing.ts'
import type { Optional } from '#server/db/columns.ts'

/** Products and countries that all pharmacies share, column by column (see `tables.ts`). */
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
  fiscal_platform: Generated<FiscalPlatform>
  sections: ColumnType<unknown, string | undefined, string>
}
export type Atcs = { code: string; label: string; archived: Generated<boolean> }
export type Forms = { id: string; label: string; archived: Generated<boolean> }
export type Brands = { id: string; name: string; archived: Generated<boolean> }
export type Inns = { id: string; name: string; archived: Generated<boolean> }
export type Packagings = { id: string; label: string; units: number; archived: Generated<boolean> }
export type ProductCategories = {
  id: string
  label: string
  archived: Generated<boolean>
  traced_by: Generated<Tracing>
  section: Optional<string>
}
export type Units = { id: string; label: string; archived: Generated<boolean> }
export type ProductTexts = { product_id: string; kind: 'notice' | 'spc'; text: string }
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
  category_id: Optional<string>
  unit_id: Optional<string>
  section: Optional<string>
  merged_into: Optional<string>
  version: Generated<number>
  changed_by: Optional<string>
  changed_at: Optional<Date>
  archived: Generated<boolean>
}
export type ProductCodes = { code: string; product_id: string; kind: 'ean13' | 'cip13' | 'cip7' | 'other' }
export type ProductInns = { product_id: string; position: number; inn_id: string; dosage: Optional<string> }
export type ProductPackagings = { product_id: string; packaging_id: string }
