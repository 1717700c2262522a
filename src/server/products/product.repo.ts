import { sql, type RawBuilder } from 'kysely'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import type { Product, ProductDetails, products as calls } from '#shared/contract/products.ts'
import { partsOf } from '#shared/domain/search/fold.ts'
import type { Tx } from '#server/db/database.ts'
import { pagedRows, type Page } from '#server/db/paged-rows.ts'
import { sortOrder } from '#server/db/sort-order.ts'

/** Words after the sixth are ignored: they would not narrow the result further. */
const searchedWords = 6

export function findProducts(
  tx: Tx,
  { search, sort, page, size, rowsOnly, ...filter }: HandlerInput<typeof calls.list>['query'],
): Promise<{ items: Product[]; total: number }> {
  const words = partsOf(search ?? '').slice(0, searchedWords)
  const found = sql.join([...words.map(mentions), ...conditionsOf(filter), sql`true`], sql` and `)
  const order = sortOrder(sort, sortColumns, sql`p.label, p.id`)
  return pagedRows(
    tx,
    { page, size, rowsOnly },
    {
      from: sql`products p where ${found}`,
      items: async (limit) => {
        // The page is found first: what is beside a product is read for the page only.
        const { rows } = await sql<Product>`
        with page as materialized (
          select p.id, row_number() over (order by ${order}) as place
          from products p left join brands b on b.id = p.brand_id where ${found} order by place ${limit}
        )
        select x.* from page join (${products(sql`p.id in (select id from page)`)}) x using (id)
          order by page.place`.execute(tx)
        return rows
      },
    },
  )
}

type ListFilter = Omit<HandlerInput<typeof calls.list>['query'], 'search' | 'sort' | 'page' | 'size' | 'rowsOnly'>

/** Each filter of the list as a condition on a product `p`. */
const conditions: { [Key in keyof ListFilter]-?: (value: string) => RawBuilder<unknown> } = {
  atc: (code) => sql`p.atc_code like ${`${code}%`}`,
  formId: (id) => sql`p.form_id = ${id}`,
  brandId: (id) => sql`p.brand_id = ${id}`,
  categoryId: (id) => sql`p.category_id = ${id}`,
  unitId: (id) => sql`p.unit_id = ${id}`,
  innId: (id) => sql`p.id in (select x.product_id from product_inns x where x.inn_id = ${id})`,
  packagingId: (id) => sql`p.id in (select x.product_id from product_packagings x where x.packaging_id = ${id})`,
  section: (code) => sql`p.section = ${code}`,
  list: (list) => sql`p.prescription_list = ${list}`,
  only: (which) => sql`p.archived = ${which === 'archived'}`,
}

function conditionsOf(filter: ListFilter): RawBuilder<unknown>[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    value === undefined ? [] : [conditions[key as keyof ListFilter](value)],
  )
}

const sortColumns = {
  label: sql`p.searched`,
  inn: sql`(select string_agg(n.searched || coalesce(' ' || folded(x.dosage), ''), ' + ' order by x.position)
    from product_inns x join inns n on n.id = x.inn_id where x.product_id = p.id)`,
  brand: sql`folded(b.name)`,
  atc: sql`p.atc_code`,
  // The one of the box, else the first: as a list shows it.
  code: sql`(select c.code from product_codes c where c.product_id = p.id order by length(c.code) <> 13, c.code
    limit 1)`,
  list: sql`nullif(p.prescription_list, 'none')`,
}

function mentions(word: string): RawBuilder<unknown> {
  // A union: of several conditions with « or », PostgreSQL may ask each product for its codes.
  return sql`p.id in (select q.id from products q where strpos(q.searched, ${word}) > 0
    union all select x.product_id from product_inns x join inns n on n.id = x.inn_id where strpos(n.searched, ${word}) > 0
    union all select c.product_id from product_codes c where starts_with(c.code, ${word}))`
}

/** The row of the list with the ids of what it names. */
export type WholeProduct = Product & Pick<ProductDetails, 'inns' | 'packagings' | 'category' | 'unit' | 'section'>

export async function findProduct(tx: Tx, id: string): Promise<WholeProduct | undefined> {
  const { rows } = await products(sql`p.id = ${id}`).execute(tx)
  return rows[0]
}

type InsuredProduct = Product & { healthInsurance: { id: string; label: string; basePrice: number; rate: number } }

/** Products with a line in use in this pharmacy's list, by label. */
export function insuredProducts(
  tx: Tx,
  pharmacyId: string,
  page: Page,
): Promise<{ items: InsuredProduct[]; total: number }> {
  const insured = sql`product_health_insurances h where h.pharmacy_id = ${pharmacyId} and not h.archived
    and h.product_id is not null`
  return pagedRows(tx, page, {
    from: insured,
    async items(limit) {
      const { rows } = await sql<InsuredProduct>`
        select x.*,
          json_build_object('id', i.id, 'label', i.label, 'basePrice', i.base_price, 'rate', i.rate) as "healthInsurance"
        from (select h.id, h.label, h.base_price, h.rate, h.product_id from ${insured}) i
          join (${products(sql`p.id in (select h.product_id from ${insured})`)}) x on x.id = i.product_id
        order by x.label, x.id ${limit}`.execute(tx)
      return rows
    },
  })
}

function products(which: RawBuilder<unknown>): RawBuilder<WholeProduct> {
  return sql<WholeProduct>`
    select p.id, p.label, p.atc_code as atc, f.label as form, b.name as brand,
      g.label as category, u.label as unit, p.section, p.prescription_list as "prescriptionList", p.archived,
      array(select c.code from product_codes c where c.product_id = p.id order by c.code) as codes,
      (select coalesce(json_agg(json_build_object('innId', n.id, 'name', n.name, 'dosage', x.dosage) order by x.position), '[]')
        from product_inns x join inns n on n.id = x.inn_id where x.product_id = p.id) as inns,
      (select coalesce(json_agg(json_build_object('id', k.id, 'label', k.label, 'units', k.units) order by k.units desc, k.label),
        '[]')
        from product_packagings y join packagings k on k.id = y.packaging_id where y.product_id = p.id) as packagings
    from products p left join forms f on f.id = p.form_id left join brands b on b.id = p.brand_id
      left join product_categories g on g.id = p.category_id left join units u on u.id = p.unit_id where ${which}`
}

type Edited = Pick<
  ProductDetails,
  'formId' | 'brandId' | 'categoryId' | 'unitId' | 'version' | 'changedBy' | 'mergedInto'
> & { changedAt: Date | null }

/** What a form edits and the list does not show; and who changed the product last. */
export async function editedFields(tx: Tx, id: string): Promise<Edited> {
  const { rows } = await sql<Edited>`
    select p.form_id as "formId", p.brand_id as "brandId", p.category_id as "categoryId", p.unit_id as "unitId",
      p.version, p.changed_at as "changedAt", w.last_name || ' ' || w.first_name as "changedBy",
      case when m.id is not null then json_build_object('id', m.id, 'label', m.label) end as "mergedInto"
    from products p left join users w on w.id = p.changed_by left join products m on m.id = p.merged_into
    where p.id = ${id}`.execute(tx)
  return rows[0]!
}

type NationalData = {
  nationalCodes: Record<string, string>
  referencePrice: { amount: number; currency: string } | null
}

/** Data of a national source about the product: its plain fields, and one code of each kind. */
export async function nationalDataOf(tx: Tx, id: string): Promise<NationalData> {
  const { rows } = await sql<{
    national: Record<string, unknown>
    codes: Record<string, string>
    price: number | null
    currency: string | null
  }>`
    select p.national, p.reference_price as price, p.reference_currency as currency,
      (select coalesce(json_object_agg(c.kind, c.code), '{}')
        from (select kind, min(code) as code from product_codes where product_id = p.id group by kind) c) as codes
    from products p where p.id = ${id}`.execute(tx)
  const { national, codes, price, currency } = rows[0]!
  const facts = Object.entries(national).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [],
  )
  return {
    nationalCodes: { ...Object.fromEntries(facts), ...codes },
    referencePrice: price === null || currency === null ? null : { amount: price, currency },
  }
}
