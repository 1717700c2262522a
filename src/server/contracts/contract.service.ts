import { randomUUID } from 'node:crypto'
import type { ContractDetail, contracts, NewContract } from '#shared/contract/contracts.ts'
import type { HandlerInput } from '#shared/contract/endpoint.ts'
import { AppError } from '#shared/domain/errors.ts'
import { applyChange } from '#server/base/apply-change.ts'
import { contractIssues } from '#server/contracts/contract-issues.ts'
import {
  beneficiariesOf,
  countActivePolicies,
  insertContract,
  isContractKnown,
  isPayer,
  updateContract,
  type ContractTerms,
} from '#server/contracts/contract-write.repo.ts'
import {
  contractsOfPayer,
  findContract,
  pageOfContracts,
  type ContractSummary,
} from '#server/coverage/contract.repo.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { taken } from '#server/http/taken-fields.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { requireRow } from '#server/base/require-row.ts'
import { changing, type Touch } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

export function listContracts(
  context: Context,
  page: HandlerInput<typeof contracts.list>['query'],
): Promise<{ items: ContractSummary[]; total: number }> {
  return reading(context, (tx, pharmacyId, today) => pageOfContracts(tx, pharmacyId, page, today))
}

/**
 * The contracts of a company, or those that an organization pays itself. Throws `requests:notFound` when the id is
 * neither.
 */
export function listContractsOfPayer(context: Context, payerId: string): Promise<ContractSummary[]> {
  return reading(context, async (tx, pharmacyId, today) => {
    if (!(await isPayer(tx, pharmacyId, payerId))) throw new AppError('requests:notFound')
    return contractsOfPayer(tx, pharmacyId, payerId, today)
  })
}

export function readContract(context: Context, id: string): Promise<ContractDetail> {
  return reading(context, (tx, pharmacyId, today) => requireContract(tx, pharmacyId, id, today))
}

/**
 * Throws `requests:invalid` at the field, `requests:taken` for a contract with the same payer, owner, label and
 * number.
 */
export function createContract(context: Context, body: NewContract): Promise<ContractDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const id = await addContract(tx, pharmacyId, touch, body, 'body')
    return requireContract(tx, pharmacyId, id, await pharmacyToday(tx, pharmacyId, context.now))
  })
}

/** Adds a contract inside a transaction and returns its id. `path`: where the contract stands in the request. */
export async function addContract(
  tx: Tx,
  pharmacyId: string,
  touch: Touch,
  body: NewContract,
  path: string,
): Promise<string> {
  const contract = { id: randomUUID(), archived: false, ...body }
  await checkContract(tx, pharmacyId, contract, null, path)
  await insertContract(tx, pharmacyId, contract)
  touchPayer(touch, contract)
  return contract.id
}

/**
 * Throws as `createContract` does. Archiving throws `contracts:archiveActivePolicies` while a policy under the contract
 * covers somebody.
 */
export function changeContract(
  context: Context,
  id: string,
  change: HandlerInput<typeof contracts.patch>['body'],
): Promise<ContractDetail> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const today = await pharmacyToday(tx, pharmacyId, context.now)
    const contract = termsOf(await requireContract(tx, pharmacyId, id, today))
    const changed = applyChange<ContractTerms>(contract, change)
    await checkContract(tx, pharmacyId, changed, contract, 'body')
    if (changed.archived && !contract.archived) await refuseActivePolicies(tx, pharmacyId, id, today)
    await updateContract(tx, pharmacyId, changed)
    touchPayer(touch, contract)
    touchPayer(touch, changed)
    // Lists show only policies under contracts in use: the policies of this contract disappear or return with it.
    // They also hold what a family used, by the year of the contract.
    if (
      changed.archived !== contract.archived ||
      JSON.stringify(familyPart(changed)) !== JSON.stringify(familyPart(contract))
    )
      touch('persons', await beneficiariesOf(tx, pharmacyId, id))
    return requireContract(tx, pharmacyId, id, today)
  })
}

export async function removeContract(context: Context, id: string): Promise<{ id: string }> {
  await changeContract(context, id, { archived: true })
  return { id }
}

/** Throws `requests:notFound`. */
export async function requireContract(tx: Tx, pharmacyId: string, id: string, today: string): Promise<ContractDetail> {
  return requireRow(await findContract(tx, pharmacyId, id, today))
}

async function reading<T>(
  context: Context,
  work: (tx: Tx, pharmacyId: string, today: string) => Promise<T>,
): Promise<T> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    work(tx, pharmacyId, await pharmacyToday(tx, pharmacyId, context.now)),
  )
}

async function checkContract(
  tx: Tx,
  pharmacyId: string,
  contract: ContractTerms,
  before: ContractTerms | null,
  path: string,
): Promise<void> {
  refuseFields(await contractIssues(tx, pharmacyId, contract, before, path))
  if (
    !contract.archived &&
    (!before || isAnotherNow(contract, before)) &&
    (await isContractKnown(tx, pharmacyId, contract))
  )
    throw taken(`${path}.label`)
}

/** Two contracts that an import left identical can still be changed in their other fields. */
function isAnotherNow(contract: ContractTerms, before: ContractTerms): boolean {
  return (
    before.archived ||
    contract.label !== before.label ||
    contract.number !== before.number ||
    contract.owner?.id !== before.owner?.id
  )
}

async function refuseActivePolicies(tx: Tx, pharmacyId: string, id: string, today: string): Promise<void> {
  const policies = await countActivePolicies(tx, pharmacyId, id, today)
  if (policies > 0) throw new AppError('contracts:archiveActivePolicies', { policies })
}

/** The contract belongs to the synced row of its payer, so that row takes a new revision. */
function touchPayer(touch: Touch, { companyId, owner }: ContractTerms): void {
  if (companyId !== null) touch('companies', [companyId])
  else if (owner) touch('organizations', [owner.id])
}

function familyPart({ familyCeilings, ceilingYear, validFrom }: ContractTerms) {
  return { familyCeilings, ceilingYear, validFrom }
}

function termsOf({
  id,
  companyId,
  owner,
  label,
  number,
  defaultCoverage,
  ceilings,
  familyCeilings,
  ceilingYear,
  validFrom,
  validUntil,
  products,
  archived,
}: ContractDetail): ContractTerms {
  return {
    id,
    companyId,
    owner,
    label,
    number,
    defaultCoverage,
    ceilings,
    familyCeilings,
    ceilingYear,
    validFrom,
    validUntil,
    products,
    archived,
  }
}
