import { sql } from 'kysely'
import { codeKind } from '#shared/domain/product-code.ts'
import type { ProductPlan } from '#shared/domain/registers/judge-register.ts'
import { foldName } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { jsonRows } from '#server/db/json-rows.ts'
import {
  findOrCreateNames,
  findOrCreatePackagings,
  packagingKey,
  type Ids,
} from '#server/families/find-or-create-names.repo.ts'
import type { NameTable } from '#server/register-imports/former-values.repo.ts'

/**
 * What an import writes for one row. `keys`: by which the register finds the product again. `returns`: the archived
 * product is in use again.
 */
export type WrittenPlan = {
  productId: string
  plan: ProductPlan
  keys: string[]
  isNew: boolean
  isChanged: boolean
  returns: boolean
}
type Names = { forms: Ids; brands: Ids; inns: Ids; packagings: Ids }
type Register = { countryCode: string; currency: string; source: string }

/** The ids of all names that the plans use; inserts the missing ones. `added`: their ids. */
export async function namesOfPlans(
  tx: Tx,
  plans: readonly WrittenPlan[],
): Promise<{ names: Names; added: Record<NameTable, string[]> }> {
  const of = <T>(pick: (plan: ProductPlan) => readonly T[]): T[] => plans.flatMap(({ plan }) => pick(plan))
  const [forms, brands, inns] = [
    await findOrCreateNames(
      tx,
      'forms',
      of(({ form }) => (form === undefined ? [] : [form])),
    ),
    await findOrCreateNames(
      tx,
      'brands',
      of(({ laboratory }) => (laboratory === undefined ? [] : [laboratory])),
    ),
    await findOrCreateNames(
      tx,
      'inns',
      of((plan) => (plan.inns ?? []).map(({ name }) => name)),
    ),
  ]
  const packagings = await findOrCreatePackagings(
    tx,
    of(({ pack }) => (pack ? [pack] : [])),
  )
  return {
    names: { forms: forms.ids, brands: brands.ids, inns: inns.ids, packagings: packagings.ids },
    added: { forms: forms.added, brands: brands.added, inns: inns.added, packagings: packagings.added },
  }
}

/**
 * Writes products with their codes, DCI and packaging, and the keys of the register. Returns the keys that were added.
 * Needs the lock of the referential.
 */
export async function writePlans(
  tx: Tx,
  plans: readonly WrittenPlan[],
  names: Names,
  { countryCode, currency, source }: Register,
): Promise<{ key: string; productId: string }[]> {
  const products = plans.map(({ productId, plan, isNew, isChanged, returns }) => ({
    id: productId,
    is_new: isNew,
    is_changed: isChanged,
    returns,
    label: plan.label ?? null,
    form_id: plan.form === undefined ? null : names.forms.get(foldName(plan.form)),
    brand_id: plan.laboratory === undefined ? null : names.brands.get(foldName(plan.laboratory)),
    price: plan.price ?? null,
  }))
  const columns = sql`r(id uuid, is_new boolean, is_changed boolean, returns boolean, label text, form_id uuid,
    brand_id uuid, price bigint)`
  await sql`
    insert into products (id, label, form_id, brand_id, reference_price, reference_currency, source)
    select id, label, form_id, brand_id, price, case when price is not null then ${currency}::text end, ${source}
      from ${jsonRows(products.filter(({ is_new }) => is_new))} as ${columns}`.execute(tx)
  await sql`
    update products p set label = coalesce(r.label, p.label), form_id = coalesce(r.form_id, p.form_id),
      brand_id = coalesce(r.brand_id, p.brand_id), reference_price = coalesce(r.price, p.reference_price),
      reference_currency = case when r.price is not null then ${currency}::text else p.reference_currency end,
      archived = p.archived and not r.returns, version = p.version + 1
    from ${jsonRows(products.filter(({ is_new, is_changed }) => !is_new && is_changed))} as ${columns}
      where p.id = r.id`.execute(tx)
  const codes = plans.flatMap(({ productId, plan }) =>
    plan.codes.map((code) => ({ product_id: productId, code, kind: codeKind(code) })),
  )
  await sql`
    insert into product_codes (code, product_id, kind)
    select code, product_id, kind from ${jsonRows(codes)} as r(code text, product_id uuid, kind text)
    on conflict (code, product_id) do nothing`.execute(tx)
  await writeInns(tx, plans, names)
  const packs = plans.flatMap(({ productId, plan: { pack } }) =>
    pack ? [{ product_id: productId, packaging_id: names.packagings.get(packagingKey(pack)) }] : [],
  )
  await sql`
    insert into product_packagings (product_id, packaging_id)
    select product_id, packaging_id from ${jsonRows(packs)} as r(product_id uuid, packaging_id uuid)
    on conflict (product_id, packaging_id) do nothing`.execute(tx)
  const keys = plans.flatMap(({ productId, keys: own }) => own.map((key) => ({ key, product_id: productId })))
  const { rows } = await sql<{ key: string; productId: string; isNew: boolean }>`
    insert into register_products (country_code, key, product_id)
    select ${countryCode}::text, key, product_id from ${jsonRows(keys)} as r(key text, product_id uuid)
    on conflict (country_code, key) do update set product_id = excluded.product_id
    where register_products.product_id <> excluded.product_id
    returning key, product_id as "productId", (xmax = 0) as "isNew"`.execute(tx)
  return rows.filter(({ isNew }) => isNew)
}

async function writeInns(tx: Tx, plans: readonly WrittenPlan[], names: Names): Promise<void> {
  const withInns = plans.filter(({ plan }) => plan.inns !== undefined)
  const rows = withInns.flatMap(({ productId, plan }) =>
    (plan.inns ?? []).map(({ name, dosage }, position) => ({
      product_id: productId,
      position,
      inn_id: names.inns.get(foldName(name)),
      dosage,
    })),
  )
  await sql`delete from product_inns where product_id = any(${withInns.map(({ productId }) => productId)}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into product_inns (product_id, position, inn_id, dosage)
    select product_id, position, inn_id, dosage
      from ${jsonRows(rows)} as r(product_id uuid, position int, inn_id uuid, dosage text)`.execute(tx)
}
