import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { banks } from '#shared/contract/banks.ts'
import { companies } from '#shared/contract/companies.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { contracts } from '#shared/contract/contracts.ts'
import { disbursementReasons } from '#shared/contract/disbursement-reasons.ts'
import type { CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { ownReports } from '#shared/contract/own-reports.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { productHealthInsurance } from '#shared/contract/product-health-insurance.ts'
import { productViews } from '#shared/contract/product-views.ts'
import { brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { tags } from '#shared/contract/tags.ts'
import { roles } from '#shared/contract/users.ts'
import { wholesalers } from '#shared/contract/wholesalers.ts'
import { fieldOfIndex } from '#server/http/taken-fields.ts'
import { aCompany, aContract } from '#tests/server/support/payers.ts'
import { openAdmin, type Shop } from '#tests/server/support/shop.ts'
import { testApp } from '#tests/server/support/test-app.ts'

const { as, database, openShop, rowCounts } = await testApp()
const shop = await openShop('names')
const other = await openShop('names elsewhere')
const admin = await openAdmin(database)

type Kind = {
  calls: { create: Endpoint; patch: Endpoint; remove: Endpoint }
  /** The field that two records may not share. */
  field: string
  /** The unique index behind it; null where only the service compares. */
  index: string | null
  /** The other fields of a new record. */
  rest?: (shop: Shop) => object | Promise<object>
  /** Whether an archived record keeps its name from the others, and comes back. */
  archived: 'keeps its name' | 'frees its name' | 'is deleted'
  /** Of the platform: all pharmacies share it. */
  isShared?: true
}

const ofCompany = once(async (of: Shop) => (await aCompany(as(of.titulaire.token))).id)
const ofContract = once(async (of: Shop) => (await aContract(as(of.titulaire.token))).id)
const referential = { archived: 'keeps its name', isShared: true } as const
const kinds: Record<string, Kind> = {
  bank: { calls: banks, field: 'name', index: 'banks_name', archived: 'keeps its name' },
  tag: {
    calls: tags,
    field: 'label',
    index: 'tags_label',
    rest: () => ({ type: 'person' }),
    archived: 'is deleted',
  },
  storage: {
    calls: pharmacyProductStorages,
    field: 'label',
    index: 'storages_pharmacy_id_label_key',
    archived: 'keeps its name',
  },
  reason: {
    calls: disbursementReasons,
    field: 'label',
    index: 'disbursement_reasons_pharmacy_id_label_key',
    archived: 'keeps its name',
  },
  supplier: { calls: suppliers, field: 'name', index: 'suppliers_name', archived: 'frees its name' },
  role: {
    calls: roles,
    field: 'name',
    index: 'roles_pharmacy_id_name_key',
    rest: () => ({ permissions: [] }),
    archived: 'is deleted',
  },
  view: {
    calls: productViews,
    field: 'name',
    index: 'product_views_name',
    rest: () => ({ list: '/stock', search: '' }),
    archived: 'is deleted',
  },
  'own report': {
    calls: ownReports,
    field: 'name',
    index: 'own_reports_name',
    rest: () => ({ question: { measures: ['turnover'], dimensions: ['day'], period: 'today' } }),
    archived: 'is deleted',
  },
  company: { calls: companies, field: 'name', index: null, archived: 'frees its name' },
  organization: { calls: organizations, field: 'name', index: null, archived: 'frees its name' },
  contract: {
    calls: contracts,
    field: 'label',
    index: null,
    rest: async (of) => ({ companyId: await ofCompany(of), defaultCoverage: 80 }),
    archived: 'frees its name',
  },
  policy: {
    calls: contractPolicies,
    field: 'number',
    index: 'contract_policies_number',
    rest: async (of) => ({ contractId: await ofContract(of), beneficiaryId: of.patientId }),
    archived: 'frees its name',
  },
  'line of the scheme': {
    calls: productHealthInsurance,
    field: 'code',
    index: 'product_health_insurances_code',
    rest: () => ({ label: 'Paracétamol', basePrice: 500, rate: 70 }),
    archived: 'keeps its name',
  },
  inn: { calls: inns, field: 'name', index: 'inns_name_key', ...referential },
  brand: { calls: brands, field: 'name', index: 'brands_name_key', ...referential },
  form: { calls: forms, field: 'label', index: 'forms_label_key', ...referential },
  unit: { calls: units, field: 'label', index: 'units_label_key', ...referential },
  category: { calls: productCategories, field: 'label', index: 'product_categories_label_key', ...referential },
  packaging: {
    calls: packagings,
    field: 'label',
    index: 'packagings_label_units_key',
    rest: () => ({ units: 30 }),
    ...referential,
  },
  wholesaler: {
    calls: wholesalers,
    field: 'name',
    index: 'wholesalers_name',
    rest: () => ({ countryCode: 'BJ' }),
    ...referential,
  },
}

/** A relationship is compared by its persons (`persons-relationships`), a token by its machine (`fiscal-token`). */
const testedElsewhere = ['relationships_pharmacy_id_person_id_relative_id_key', 'pharmacies_fiscal_nim']

/** Unique indexes whose value no one types as the name of a record. */
const notTyped: Record<string, readonly string[]> = {
  'numbers that the server counts': [
    'accounting_exports_pharmacy_id_id_key',
    'accounting_exports_pharmacy_id_number_month_key',
    'bill_payments_pharmacy_id_number_key',
    'bill_statements_pharmacy_id_number_key',
    'bills_pharmacy_id_number_key',
    'deliveries_pharmacy_id_number_key',
    'destructions_pharmacy_id_number_key',
    'disbursements_pharmacy_id_number_key',
    'inventories_pharmacy_id_number_key',
    'orders_pharmacy_id_number_key',
    'register_counts_pharmacy_id_number_key',
    'sale_returns_pharmacy_id_number_key',
    'sales_pharmacy_id_number_key',
    'supplier_payments_pharmacy_id_number_key',
    'supplier_returns_pharmacy_id_number_key',
    'wholesaler_claims_pharmacy_id_number_key',
  ],
  'refused by a message of their own before the row is written': [
    'accounting_exports_pharmacy_id_month_key',
    'bill_statements_reference',
    'deliveries_bl',
    'fiscal_documents_code',
    'pharmacy_products_pharmacy_id_product_id_key',
    'product_health_insurances_product',
    'sale_records_one_levy',
    'bill_payment_returns_disbursement',
    'supplier_payments_disbursement',
    'users_account',
    'users_pin',
  ],
  'one record about another at a time': [
    'bill_lines_held',
    'expiry_tasks_open',
    'fiscal_documents_once',
    'label_queue_waiting',
    'money_matches_movement',
    'money_matches_payment',
    'money_matches_return',
    'open_invitations',
    'register_imports_undo_id_key',
    'sales_replaced_once',
    'unlocks_offline',
    'wholesaler_claims_statement',
  ],
  'what the platform computes once': ['peer_quartiles_pkey'],
  'secrets that the server makes': [
    'assistant_tokens_secret_hash_key',
    'counting_links_secret_hash_key',
    'invitations_secret_hash_key',
  ],
  'keys of rows that a second write replaces or adds to': [
    'atcs_pkey',
    'bill_series_pkey',
    'countries_pkey',
    'file_profiles_pkey',
    'import_changes_pkey',
    'list_layouts_pkey',
    'pharmacy_contacts_pkey',
    'pharmacy_product_codes_pkey',
    'product_codes_pkey',
    'product_texts_pkey',
    'register_import_names_pkey',
    'register_products_pkey',
    'register_profiles_pkey',
    'schema_migrations_pkey',
    'server_alarms_open',
    'server_alarms_pkey',
    'supplier_codes_pkey',
    'tombstones_pkey',
    'wholesaler_product_prices_pkey',
    'wholesaler_products_pkey',
  ],
}

test('every unique index names its field, or says why no one types its value', async () => {
  const { rows } = await database.platform((tx) =>
    sql<{ name: string }>`
      select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
      where x.indisunique and i.relnamespace = 'public'::regnamespace
        and (not x.indisprimary or exists (
          select from pg_attribute a where a.attrelid = i.oid and a.atttypid = 'text'::regtype))`.execute(tx),
  )
  const known = [...Object.keys(fieldOfIndex), ...Object.values(notTyped).flat()]
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('every field is tried below', () => {
  const tried = Object.values(kinds).flatMap(({ index, field }) => (index === null ? [] : [[index, field]]))
  const elsewhere = testedElsewhere.map((index) => [index, fieldOfIndex[index]])
  expect(Object.fromEntries([...tried, ...elsewhere])).toEqual(fieldOfIndex)
})

describe.each(Object.entries(kinds))('a %s', (kind, { calls, field, rest, archived, isShared }) => {
  const call = async (of: Shop, endpoint: Endpoint, input: object) =>
    (await as(isShared ? admin : of.titulaire.token).call(endpoint, input as CallInput<Endpoint>)) as { id: string }
  const make = async (name: string, of = shop) =>
    call(of, calls.create, { body: { ...(await rest?.(of)), [field]: name } })
  const patch = (id: string, body: object) => call(shop, calls.patch, { params: { id }, body })
  const remove = (id: string) => call(shop, calls.remove, { params: { id } })
  const nameOf = (title: string) => `${kind} ${title}`
  const isTaken = {
    message: 'requests:taken',
    status: 409,
    details: { issues: [{ path: `body.${field}`, message: 'taken' }] },
  }

  test('made twice is refused at its field, and is there once', async () => {
    const name = nameOf('twice')
    await make(name)
    const before = await rowCounts()
    await expect(make(name)).rejects.toMatchObject(isTaken)
    expect(await rowCounts()).toEqual(before)
  })

  test('does not take the name of another, and keeps its own', async () => {
    const [one, two] = [await make(nameOf('one')), await make(nameOf('two'))]
    await expect(patch(two.id, { [field]: nameOf('one') })).rejects.toMatchObject(isTaken)
    expect(await patch(one.id, { [field]: nameOf('one') })).toMatchObject({ [field]: nameOf('one') })
    expect(await patch(two.id, { [field]: nameOf('three') })).toMatchObject({ [field]: nameOf('three') })
  })

  test(`is ${isShared ? 'refused' : 'another one'} in another pharmacy`, async () => {
    const name = nameOf('elsewhere')
    await make(name)
    if (isShared) await expect(make(name, other)).rejects.toMatchObject(isTaken)
    else expect(await make(name, other)).toMatchObject({ [field]: name })
  })

  test(`when archived, ${archived}`, async () => {
    const name = nameOf('archived')
    const { id } = await make(name)
    await remove(id)
    if (archived === 'keeps its name') {
      await expect(make(name)).rejects.toMatchObject(isTaken)
      expect(await patch(id, { archived: false })).toMatchObject({ id, [field]: name })
      return
    }
    expect(await make(name)).toMatchObject({ [field]: name })
    if (archived === 'frees its name') await expect(patch(id, { archived: false })).rejects.toMatchObject(isTaken)
  })
})

/** What a shop needs for its records, made once. */
function once(make: (of: Shop) => Promise<string>): (of: Shop) => Promise<string> {
  const made = new Map<string, Promise<string>>()
  return (of) => {
    const known = made.get(of.id) ?? make(of)
    made.set(of.id, known)
    return known
  }
}
