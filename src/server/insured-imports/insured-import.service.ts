import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { insuredImports as calls } from '#shared/contract/insured-imports.ts'
import { AppError } from '#shared/domain/errors.ts'
import {
  judgeInsured,
  insuredWithoutPolicy,
  type JudgedRow,
  type KnownPolicy,
} from '#shared/domain/insured/judge-insured.ts'
import { changesBetween } from '#shared/domain/imports/undo-plan.ts'
import { readInsured } from '#shared/domain/insured/read-insured.ts'
import { joinByHashing } from '#server/db/join-by-hashing.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import type { Tx } from '#server/db/database.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { withoutOrphans } from '#server/insured-imports/good-rows.ts'
import { keepRun } from '#server/import-runs/import-runs.ts'
import { personRows, policyRows, reviveUndone } from '#server/insured-imports/insured-journal.repo.ts'
import { changing } from '#server/lists/changing.ts'
import {
  importedContract,
  importingPharmacy,
  isPayer,
  keepMapping,
  mappingOf,
  policiesOfContract,
  possiblePersons,
  writeInsured,
  type ImportedContract,
} from '#server/insured-imports/insured-import.repo.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'

type Body = HandlerInput<typeof calls.check>['body']
type Counts = CallReply<typeof calls.run>

/** Maximum number of invalid rows in a refusal. */
const namedRows = 20

/** Throws `requests:notFound` when the pharmacy has no such payer. */
export function readMapping(context: Context, payerId: string): Promise<CallReply<typeof calls.readMapping>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    if (!(await isPayer(tx, pharmacyId, payerId))) throw new AppError('requests:notFound')
    return { mapping: await mappingOf(tx, pharmacyId, payerId) }
  })
}

/** The result that an import would have now; writes nothing. */
export function checkInsured(context: Context, body: Body): Promise<CallReply<typeof calls.check>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    await requireContract(tx, pharmacyId, body.contractId)
    const { rows, ended } = await judge(tx, pharmacyId, body, context.now)
    return { ...countsOf(rows, ended), rows }
  })
}

/**
 * Imports all rows or none; with `onlyGood`, the rows without errors. Judges them again under the pharmacy's lock, and
 * keeps what became of the file. Throws `insured:invalidRows` with the first faults, or when no row is good.
 */
export function runImport(context: Context, body: HandlerInput<typeof calls.run>['body']): Promise<Counts> {
  return changing(context, async (tx, pharmacyId, touch) => {
    const contract = await requireContract(tx, pharmacyId, body.contractId)
    const { rows, ended } = await judge(tx, pharmacyId, body, context.now)
    const counts = countsOf(rows, ended)
    const faulty = rows.filter(({ outcome }) => outcome === 'error')
    if (faulty.length > 0 && !(body.onlyGood && rows.some(({ plan }) => plan !== null)))
      throw new AppError('insured:invalidRows', {
        errors: faulty.length,
        rows: faulty.slice(0, namedRows).map(({ line, name, number, errors }) => ({ line, name, number, errors })),
      })
    const plans = rows.flatMap(({ plan }) => plan ?? [])
    const snapshot = async () => ({
      policies: await policyRows(tx, pharmacyId, contract.id),
      persons: await personRows(
        tx,
        pharmacyId,
        plans.map(({ personId }) => personId),
      ),
    })
    const before = await snapshot()
    touch('persons', await writeInsured(tx, pharmacyId, contract.id, rows, ended))
    const named = plans.flatMap(({ policy, personId }) => (policy ? [personId] : []))
    touch('persons', await reviveUndone(tx, pharmacyId, named))
    await keepMapping(tx, pharmacyId, contract.payerId, body.mapping)
    const after = await snapshot()
    await keepRun(
      tx,
      context,
      { kind: 'insured', pharmacyId, subjectId: contract.id },
      {
        fileName: body.fileName,
        refused: faulty.map(({ line, name, number, errors }) => ({ line, code: number, label: name, errors })),
        counts: { added: counts.created, changed: counts.changed, same: counts.same, gone: counts.ended },
        changes: {
          policies: changesBetween(before.policies, after.policies),
          persons: changesBetween(before.persons, after.persons),
        },
      },
    )
    return counts
  })
}

async function judge(
  tx: Tx,
  pharmacyId: string,
  { contractId, rows, endOthers, onlyGood = false }: Body & { onlyGood?: boolean },
  now: Date,
): Promise<{ rows: JudgedRow[]; ended: KnownPolicy[] }> {
  await joinByHashing(tx)
  const options = { ...(await importingPharmacy(tx, pharmacyId)), today: await pharmacyToday(tx, pharmacyId, now) }
  const read = rows.map(({ line, fields }) => ({
    line,
    reading: readInsured(fields, options),
    newPersonId: randomUUID(),
    newPolicyId: randomUUID(),
  }))
  const policies = await policiesOfContract(tx, pharmacyId, contractId)
  const strangers = insuredWithoutPolicy(
    read.flatMap(({ reading }) => (reading.ok ? [reading.insured] : [])),
    policies,
  )
  const persons = await possiblePersons(tx, pharmacyId, strangers)
  const judged = judgeInsured(read, { policies, persons })
  // A file without any valid row is not a complete list, so it ends no policies.
  const namesSomebody = judged.rows.some(({ outcome }) => outcome !== 'aside')
  if (!onlyGood) return { rows: judged.rows, ended: endOthers && namesSomebody ? judged.unnamed : [] }
  const good = withoutOrphans(read, judged.rows)
  const isComplete = namesSomebody && good.every(({ outcome }) => outcome !== 'error')
  return { rows: good, ended: endOthers && isComplete ? judged.unnamed : [] }
}

async function requireContract(tx: Tx, pharmacyId: string, id: string): Promise<ImportedContract> {
  const contract = await importedContract(tx, pharmacyId, id)
  if (!contract || contract.archived)
    refuseFields([{ path: 'body.contractId', message: contract ? 'archived' : 'unknown' }])
  return contract!
}

function countsOf(rows: readonly JudgedRow[], ended: readonly KnownPolicy[]): Counts {
  const of = (outcome: JudgedRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length
  return { created: of('create'), changed: of('change'), same: of('same'), ended: ended.length, errors: of('error') }
}
