import { randomUUID } from 'node:crypto'
import type { companies, Company, NewCompany } from '#shared/contract/companies.ts'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { applyChange } from '#server/base/apply-change.ts'
import {
  companiesInUse,
  companyReader,
  findCompany,
  insertCompany,
  isCompanyNameTaken,
  updateCompany,
  updateCompanyEmail,
  type CompanyHead,
} from '#server/companies/company.repo.ts'
import { countOpenContracts } from '#server/coverage/contract-links.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { taken } from '#server/http/taken-fields.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { readList } from '#server/lists/synced-list.ts'
import { keptPhone } from '#server/locale/kept-phone.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

/** Lists companies by page, or by cursor those that changed since. */
export function listCompanies(
  context: Context,
  query: HandlerInput<typeof companies.list>['query'],
): Promise<CallReply<typeof companies.list>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    readList(tx, pharmacyId, companyReader(await pharmacyToday(tx, pharmacyId, context.now)), query),
  )
}

export function everyCompany(context: Context): Promise<Company[]> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    companiesInUse(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

export function readCompany(context: Context, id: string): Promise<Company> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => requireCompany(tx, context, id))
}

/** Throws `requests:taken` when a company in use already has this name. */
export function createCompany(context: Context, body: NewCompany): Promise<Company> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const id = await addCompany(tx, pharmacyId, body, 'body')
    touch('companies', [id])
    return requireCompany(tx, context, id)
  })
}

/** Adds a company inside a transaction and returns its id. `path`: where the company stands in the request. */
export async function addCompany(tx: Tx, pharmacyId: string, body: NewCompany, path: string): Promise<string> {
  const company = {
    id: randomUUID(),
    archived: false,
    ...body,
    phone: await keptPhone(tx, pharmacyId, body.phone, `${path}.phone`),
  }
  await refuseTakenName(tx, pharmacyId, company, path)
  await insertCompany(tx, pharmacyId, company)
  return company.id
}

/**
 * Returns the id of the company that `body.company` names, or of the new company that it describes. Throws
 * `requests:invalid` when the company is unknown or archived, `requests:taken` when the new one exists.
 */
export async function companyNamed(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  company: { id: string } | NewCompany,
  today: string,
): Promise<string> {
  if ('id' in company) {
    const found = await findCompany(tx, pharmacyId, company.id, today)
    refuseFields(
      !found
        ? [{ path: 'body.company.id', message: 'unknown' }]
        : found.archived
          ? [{ path: 'body.company.id', message: 'archived' }]
          : [],
    )
    return company.id
  }
  const id = await addCompany(tx, pharmacyId, company, 'body.company')
  touch('companies', [id])
  return id
}

/** Archiving throws `companies:archiveOpenContracts` while the company has contracts that are not archived. */
export function changeCompany(
  context: Context,
  id: string,
  change: HandlerInput<typeof companies.patch>['body'],
): Promise<Company> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const { contracts: _, rev: __, ...company } = await requireCompany(tx, context, id)
    const changed = applyChange<CompanyHead>(company, change)
    if (changed.phone !== company.phone) changed.phone = await keptPhone(tx, pharmacyId, changed.phone, 'body.phone')
    if (changed.archived && !company.archived) await refuseOpenContracts(tx, pharmacyId, id)
    if (changed.name !== company.name || company.archived) await refuseTakenName(tx, pharmacyId, changed, 'body')
    await updateCompany(tx, pharmacyId, changed)
    touch('companies', [id])
    return requireCompany(tx, context, id)
  })
}

/** The address to which its bills go. */
export async function keepCompanyEmail(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  id: string,
  email: string,
): Promise<void> {
  await updateCompanyEmail(tx, pharmacyId, id, email)
  touch('companies', [id])
}

export async function removeCompany(context: Context, id: string): Promise<{ id: string }> {
  await changeCompany(context, id, { archived: true })
  return { id }
}

/** A payer of contracts (company or organization) cannot be archived before its contracts. */
export async function refuseOpenContracts(tx: Tx, pharmacyId: string, payerId: string): Promise<void> {
  const contracts = await countOpenContracts(tx, pharmacyId, payerId)
  if (contracts > 0) throw new AppError('companies:archiveOpenContracts', { contracts })
}

async function requireCompany(tx: Tx, context: Context, id: string): Promise<Company & { rev: number }> {
  const pharmacyId = pharmacyOf(context)
  return requireRow(await findCompany(tx, pharmacyId, id, await pharmacyToday(tx, pharmacyId, context.now)))
}

async function refuseTakenName(
  tx: Tx,
  pharmacyId: string,
  { id, name, archived }: CompanyHead,
  path: string,
): Promise<void> {
  if (!archived && (await isCompanyNameTaken(tx, pharmacyId, name, id))) throw taken(`${path}.name`)
}
