import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { KeptRow } from '#shared/contract/import-runs.ts'
import type { insuredImports as calls } from '#shared/contract/insured-imports.ts'
import { undoPlan, type ImportChange, type KeptReason } from '#shared/domain/imports/undo-plan.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Tx } from '#server/db/database.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changesOfRun, runsAbout, type KnownRun, type Undone } from '#server/import-runs/import-run.repo.ts'
import { readRunRows, undoRun } from '#server/import-runs/import-runs.ts'
import { joinByHashing } from '#server/db/join-by-hashing.ts'
import {
  archiveUnnamed,
  personRows,
  policiesUsedSince,
  policyRows,
  writePersonRows,
  writePolicyRows,
  type PersonRow,
  type PolicyRow,
} from '#server/insured-imports/insured-journal.repo.ts'
import { changing, type Touch } from '#server/lists/changing.ts'

export function listInsuredImports(
  context: Context,
  { contractId, ...page }: HandlerInput<typeof calls.history>['query'],
): Promise<CallReply<typeof calls.history>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) =>
    runsAbout(tx, { kind: 'insured', pharmacyId, subjectId: contractId }, page),
  )
}

/** Throws `requests:notFound`. */
export function readInsuredImportRows(context: Context, id: string): Promise<CallReply<typeof calls.rows>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readRunRows(tx, { kind: 'insured', pharmacyId }, id))
}

/**
 * Archives the policies and persons that the last import of a contract added, gives back to the others what it changed
 * or ended, and leaves who was changed or used since. Throws as `undoRun` does.
 */
export function undoInsuredImport(context: Context, id: string): Promise<CallReply<typeof calls.undo>> {
  return changing(context, (tx, pharmacyId, touch) =>
    undoRun(tx, context, { kind: 'insured', pharmacyId }, id, (run) => takeBack(tx, pharmacyId, run, touch)),
  )
}

type Left<Row extends PolicyRow | PersonRow> = { change: ImportChange<Row>; why: KeptReason }

async function takeBack(tx: Tx, pharmacyId: string, run: KnownRun, touch: Touch): Promise<Undone> {
  await joinByHashing(tx)
  const policies = await takeBackPolicies(tx, pharmacyId, run)
  const persons = await takeBackPersons(tx, pharmacyId, run)
  const restored = new Set([
    ...policies.undone.flatMap(({ row, after }) => (row ? [after.personId] : [])),
    ...persons.undone.flatMap(({ row, key }) => (row ? [key] : [])),
  ])
  touch('persons', [...policies.undone.map(({ after }) => after.personId), ...persons.undone.map(({ key }) => key)])
  return {
    removed: policies.undone.filter(({ row }) => row === null).length,
    restored: restored.size,
    kept: await keptRows(tx, pharmacyId, policies, persons.kept),
  }
}

async function takeBackPolicies(tx: Tx, pharmacyId: string, run: KnownRun) {
  const changes = await changesOfRun<PolicyRow>(tx, run.id, 'policies')
  const used = await policiesUsedSince(
    tx,
    pharmacyId,
    changes.map(({ key }) => key),
    run.importedAt,
  )
  const plan = undoPlan(changes, await policyRows(tx, pharmacyId, run.subjectId), {
    isUsed: ({ key, after }) => !after.archived && used.has(key),
    claimOf: ({ archived, personId, number }) => (archived ? null : `${personId} ${number}`),
  })
  await writePolicyRows(
    tx,
    pharmacyId,
    plan.undone.map(({ key, row, after }) => ({ id: key, ...(row ?? { ...after, archived: true }) })),
  )
  return plan
}

/** After the policies: who is still named by one stays. */
async function takeBackPersons(tx: Tx, pharmacyId: string, run: KnownRun) {
  const changes = await changesOfRun<PersonRow>(tx, run.id, 'persons')
  const now = await personRows(
    tx,
    pharmacyId,
    changes.map(({ key }) => key),
  )
  const { undone, kept } = undoPlan(changes, now)
  const leaving = undone.filter(({ row, after }) => !after.archived && (row === null || row.archived))
  const archived = await archiveUnnamed(
    tx,
    pharmacyId,
    leaving.map(({ key }) => key),
  )
  const named = new Set(leaving.filter(({ key }) => !archived.has(key)))
  const taken = undone.filter((undoing) => !named.has(undoing))
  await writePersonRows(
    tx,
    pharmacyId,
    taken.flatMap(({ key, row }) => (row ? [{ id: key, ...row }] : [])),
  )
  const used = [...named].map((change): Left<PersonRow> => ({ change, why: 'used' }))
  return { undone: taken, kept: [...kept, ...used] }
}

/** One row a person: his policy says why he was left, else he himself. */
async function keptRows(
  tx: Tx,
  pharmacyId: string,
  policies: { undone: readonly ImportChange<PolicyRow>[]; kept: readonly Left<PolicyRow>[] },
  persons: readonly Left<PersonRow>[],
): Promise<KeptRow[]> {
  const changes = [...policies.undone, ...policies.kept.map(({ change }) => change)]
  const numberOf = new Map(changes.map(({ after }) => [after.personId, after.number]))
  const whyOf = new Map<string, KeptReason>([
    ...persons.map(({ change, why }) => [change.key, why] as const),
    ...policies.kept.map(({ change, why }) => [change.after.personId, why] as const),
  ])
  const names = await personRows(tx, pharmacyId, [...whyOf.keys()])
  return [...whyOf].map(([personId, why]) => {
    const name = names.get(personId)
    return { code: numberOf.get(personId) ?? '', label: name ? displayName(name) : '', why }
  })
}
