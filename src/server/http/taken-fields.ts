import { AppError } from '#shared/domain/errors.ts'

/**
 * The field that the window shows when a unique index refuses a row: the name, label, number or code that another
 * record has. Every unique index stands here, or `tests/server/unique-names.test.ts` says why no one types its value.
 */
export const fieldOfIndex: Readonly<Record<string, string>> = {
  banks_name: 'name',
  brands_name_key: 'name',
  contract_policies_number: 'number',
  disbursement_reasons_pharmacy_id_label_key: 'label',
  forms_label_key: 'label',
  inns_name_key: 'name',
  own_reports_name: 'name',
  packagings_label_units_key: 'label',
  // The machine that the token names is that of another pharmacy.
  pharmacies_fiscal_nim: 'token',
  product_categories_label_key: 'label',
  product_health_insurances_code: 'code',
  product_views_name: 'name',
  relationships_pharmacy_id_person_id_relative_id_key: 'relativeId',
  roles_pharmacy_id_name_key: 'name',
  storages_pharmacy_id_label_key: 'label',
  suppliers_name: 'name',
  tags_label: 'label',
  units_label_key: 'label',
  wholesalers_name: 'name',
}

/** `requests:taken` at a field of the request: `body.name`. For services that compare names without an index. */
export function taken(path: string): AppError {
  return new AppError('requests:taken', { issues: [{ path, message: 'taken' }] })
}

/**
 * The refusal for a violated unique index: `requests:taken` at its field, `requests:conflict` when the index protects
 * no typed value; undefined for any other error. `path`: where the record stands in the request.
 */
export function refusalOfTwin(error: unknown, path = 'body'): AppError | undefined {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return undefined
  if (typeof constraint !== 'string' || !Object.hasOwn(fieldOfIndex, constraint))
    return new AppError('requests:conflict')
  return taken(`${path}.${fieldOfIndex[constraint]}`)
}

/** Awaits the write of a record that stands deeper in the request than `body`, so that its refusal names this place. */
export async function writtenAt<T>(path: string, writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw refusalOfTwin(error, path) ?? error
  }
}
