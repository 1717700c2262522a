import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { priceListImports, wholesalerProducts } from '#shared/contract/wholesalers.ts'
import { AppError } from '#shared/domain/errors.ts'
import { changesBetween, undoPlan, type ImportChange } from '#shared/domain/imports/undo-plan.ts'
import { spellingsOf } from '#shared/domain/product-code.ts'
import { joinByHashing } from '#server/db/join-by-hashing.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import type { Tx } from '#server/db/database.ts'
import type { Context } from '#server/http/context.ts'
import { changesOfRun, runsAbout, type ImportKind, type ImportSubject } from '#server/import-runs/import-run.repo.ts'
import { keepRun, readRunRows, undoRun } from '#server/import-runs/import-runs.ts'
import { changingReferential, readingReferential } from '#server/lists/changing-referential.ts'
import {
  deleteCodes,
  everyCodeRow,
  writeCodeRows,
  type CodeRow,
  type KeyedRow,
} from '#server/wholesalers/price-list-journal.repo.ts'
import {
  archiveOthers,
  countUntied,
  isWholesaler,
  keepPriceListProfile,
  tieByCodes,
  writeList,
} from '#server/wholesalers/wholesaler-product.repo.ts'

const ofPlatform = { kind: 'price-list', pharmacyId: null } as const satisfies ImportKind
const listOf = (subjectId: string) => ({ ...ofPlatform, subjectId }) as const satisfies ImportSubject

/**
 * Takes a price list, all of it or nothing; the same list again changes nothing. A list that is older than the last one
 * writes the history only. `refused` are the rows of the file that the window left out: no code leaves then, for one of
 * them may be its row. Throws `requests:invalid` with the codes that stand twice, `requests:notFound` for an unknown
 * wholesaler.
 */
export function takePriceList(
  context: Context,
  id: string,
  { day, isWhole, lines, profile, fileName, refused }: HandlerInput<typeof wholesalerProducts.takeList>['body'],
): Promise<CallReply<typeof wholesalerProducts.takeList>> {
  return changingReferential(context, async (tx) => {
    await joinByHashing(tx)
    await requireWholesaler(tx, id)
    const first = new Map<string, number>()
    refuseFields(
      lines.flatMap(({ code }, index) => {
        if (first.has(code)) return [{ path: `body.lines.${index}.code`, message: 'twice' }]
        first.set(code, index)
        return []
      }),
    )
    const before = await everyCodeRow(tx, id, day)
    const { added, repriced } = await writeList(tx, id, day, lines)
    const codes = lines.map(({ code }) => code)
    const left = isWhole && refused.length === 0 ? await archiveOthers(tx, id, day, codes) : 0
    const tied = await tieByCodes(
      tx,
      id,
      codes.flatMap((code) => spellingsOf(code).map((spelling) => ({ code, spelling }))),
    )
    if (profile) await keepPriceListProfile(tx, id, profile)
    const unchanged = lines.length - added - repriced
    await keepRun(tx, context, listOf(id), {
      fileName,
      refused,
      counts: { added, changed: repriced, same: unchanged, gone: left },
      changes: { codes: changesBetween(before, await everyCodeRow(tx, id, day)) },
    })
    return { added, repriced, unchanged, left, tied, untied: await countUntied(tx, id) }
  })
}

/** Throws `requests:notFound` for an unknown wholesaler. */
export function listPriceListImports(
  context: Context,
  { wholesalerId, ...page }: HandlerInput<typeof priceListImports.history>['query'],
): Promise<CallReply<typeof priceListImports.history>> {
  return readingReferential(context, async (tx) => {
    await requireWholesaler(tx, wholesalerId)
    return runsAbout(tx, listOf(wholesalerId), page)
  })
}

/** Throws `requests:notFound`. */
export function readPriceListImportRows(
  context: Context,
  id: string,
): Promise<CallReply<typeof priceListImports.rows>> {
  return readingReferential(context, (tx) => readRunRows(tx, ofPlatform, id))
}

/**
 * Takes the codes away that the last list added, with their prices, and gives the others the prices that they had, today
 * and in their history. The product to which a code was tied by hand since stays. Throws as `undoRun` does.
 */
export function undoPriceList(context: Context, id: string): Promise<CallReply<typeof priceListImports.undo>> {
  return changingReferential(context, (tx) =>
    undoRun(tx, context, ofPlatform, id, async ({ subjectId }) => {
      await joinByHashing(tx)
      const changes = await changesOfRun<CodeRow>(tx, id, 'codes')
      const day = changes[0]?.after.day
      if (day === undefined) return { removed: 0, restored: 0, kept: [] }
      const { undone, kept } = undoPlan(changes, await everyCodeRow(tx, subjectId, day), { free: ['productId'] })
      const added = undone.filter(({ row }) => row === null).map(({ key }) => key)
      await deleteCodes(tx, subjectId, added)
      await writeCodeRows(
        tx,
        subjectId,
        undone.flatMap(({ key, row }): KeyedRow[] => (row ? [{ ...row, code: key }] : [])),
      )
      return {
        removed: added.length,
        restored: undone.filter((change) => change.row !== null && isTold(change)).length,
        kept: kept
          .filter(({ change }) => isTold(change))
          .map(({ change, why }) => ({ code: change.key, label: change.after.label, why })),
      }
    }),
  )
}

/** Each list says of all its codes that they are on it: the day alone is no change for a reader. */
function isTold({ before, after }: ImportChange<CodeRow>): boolean {
  if (before === null) return true
  const { listedOn: _was, ...former } = before
  const { listedOn: _is, ...latter } = after
  return Object.entries(former).some(([field, value]) => value !== latter[field as keyof typeof latter])
}

async function requireWholesaler(tx: Tx, id: string): Promise<void> {
  if (!(await isWholesaler(tx, id))) throw new AppError('requests:notFound')
}
