import { randomUUID } from 'node:crypto'
import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { productHealthInsurance as calls, schemeImports } from '#shared/contract/product-health-insurance.ts'
import { changesBetween, undoPlan } from '#shared/domain/imports/undo-plan.ts'
import { joinByHashing } from '#server/db/join-by-hashing.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { changesOfRun, runsAbout, type ImportSubject } from '#server/import-runs/import-run.repo.ts'
import { keepRun, readRunRows, undoRun } from '#server/import-runs/import-runs.ts'
import { changing } from '#server/lists/changing.ts'
import { importLines } from '#server/product-health-insurance/scheme-import.repo.ts'
import { everyLineRow, writeLineRows, type LineRow } from '#server/product-health-insurance/scheme-journal.repo.ts'

/** A pharmacy has one list of the scheme. */
const listOf = (pharmacyId: string) =>
  ({ kind: 'scheme', pharmacyId, subjectId: pharmacyId }) as const satisfies ImportSubject

/**
 * Imports the scheme's list: lines by code, all or none; `refused` are the rows of the file that the window left out.
 * `archiveOthers` archives the lines whose code is no longer in the list, unless a row was left out; lines without a
 * code were created here and stay. Throws `requests:invalid` at each duplicate code.
 */
export function importList(
  context: Context,
  { lines, archiveOthers, fileName, refused }: HandlerInput<typeof calls.importList>['body'],
): Promise<CallReply<typeof calls.importList>> {
  return changing(context, async (tx, pharmacyId, touch) => {
    await joinByHashing(tx)
    refuseFields(codesThatComeTwice(lines))
    const before = await everyLineRow(tx, pharmacyId)
    const { created, changed, archived } = await importLines(
      tx,
      pharmacyId,
      lines.map((line) => ({ id: randomUUID(), ...line })),
      archiveOthers && refused.length === 0,
    )
    touch('product-health-insurance', [...created, ...changed, ...archived])
    const unchanged = lines.length - created.length - changed.length
    await keepRun(tx, context, listOf(pharmacyId), {
      fileName,
      refused,
      counts: { added: created.length, changed: changed.length, same: unchanged, gone: archived.length },
      changes: { lines: changesBetween(before, await everyLineRow(tx, pharmacyId)) },
    })
    return { created: created.length, changed: changed.length, unchanged, archived: archived.length }
  })
}

export function listSchemeImports(
  context: Context,
  query: HandlerInput<typeof schemeImports.history>['query'],
): Promise<CallReply<typeof schemeImports.history>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => runsAbout(tx, listOf(pharmacyId), query))
}

/** Throws `requests:notFound`. */
export function readSchemeImportRows(context: Context, id: string): Promise<CallReply<typeof schemeImports.rows>> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, (tx) => readRunRows(tx, listOf(pharmacyId), id))
}

/**
 * Archives the lines that the last import added, and gives the others what they had. The product that a line was given
 * by hand since stays with it. Throws as `undoRun` does.
 */
export function undoSchemeImport(context: Context, id: string): Promise<CallReply<typeof schemeImports.undo>> {
  return changing(context, (tx, pharmacyId, touch) =>
    undoRun(tx, context, listOf(pharmacyId), id, async (run) => {
      await joinByHashing(tx)
      const { undone, kept } = undoPlan(
        await changesOfRun<LineRow>(tx, run.id, 'lines'),
        await everyLineRow(tx, pharmacyId),
        { free: ['productId'], claimOf: ({ archived, productId }) => (archived ? null : productId) },
      )
      await writeLineRows(
        tx,
        pharmacyId,
        undone.map(({ key, row, after }) => ({ id: key, ...(row ?? { ...after, archived: true }) })),
      )
      touch(
        'product-health-insurance',
        undone.map(({ key }) => key),
      )
      const removed = undone.filter(({ row }) => row === null).length
      return {
        removed,
        restored: undone.length - removed,
        kept: kept.map(({ change: { after }, why }) => ({ code: after.code ?? '', label: after.label, why })),
      }
    }),
  )
}

function codesThatComeTwice(lines: readonly { code: string }[]): { path: string; message: string }[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ code }, index) => {
    const before = first.get(code)
    if (before === undefined) first.set(code, index)
    return before === undefined ? [] : [{ path: `body.lines.${index}.code`, message: `the code of line ${before}` }]
  })
}
