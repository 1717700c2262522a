import type { CallReply, HandlerInput } from '#shared/contract/endpoint.ts'
import type { inventories as calls, Inventory, InventoryDetail, InventoryLine } from '#shared/contract/inventories.ts'
import { lineStates, type LineState } from '#shared/domain/inventories/counted-line.ts'
import { AppError } from '#shared/domain/errors.ts'
import { saturated, saturatedSum } from '#shared/domain/money.ts'
import { displayName, type PersonName } from '#shared/domain/person.ts'
import { fold, wordsOf } from '#shared/domain/search/fold.ts'
import { refuseFields } from '#server/base/field-issues.ts'
import { pageOfRows } from '#server/base/page-of-rows.ts'
import { requireRow } from '#server/base/require-row.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { changing } from '#server/lists/changing.ts'
import { pharmacyToday } from '#server/locale/pharmacy-day.repo.ts'
import {
  endInventory,
  findInventories,
  findInventory,
  insertInventory,
  inventoryState,
  type InventoryQuery,
} from '#server/inventories/inventory.repo.ts'
import { countersOf, explainLines } from '#server/inventories/inventory-line.repo.ts'
import { judgedLines, type JudgedRow } from '#server/inventories/judged-lines.ts'
import { insertLines } from '#server/inventories/scope.repo.ts'

/** Newest first unless sorted. */
export async function listInventories(
  context: Context,
  query: InventoryQuery,
): Promise<{ items: Inventory[]; total: number }> {
  const pharmacyId = pharmacyOf(context)
  const { items, total } = await context.database.read(pharmacyId, (tx) => findInventories(tx, pharmacyId, query))
  return { items: items.map((each) => shown(context, each)), total }
}

/** With the number of lots in each state. Throws `requests:notFound`. */
export function readInventory(context: Context, id: string): Promise<InventoryDetail> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const inventory = requireRow(await findInventory(tx, pharmacyId, id))
    const rows = await judgedLines(tx, pharmacyId, id)
    const [toCount, toRecount, counted] = lineStates.map(
      (state) => rows.filter(({ judged }) => judged.state === state).length,
    )
    return { ...shown(context, inventory), progress: { toCount: toCount!, toRecount: toRecount!, counted: counted! } }
  })
}

/** Begins an inventory; a repeated call returns the same one. Throws `requests:invalid` when the scope has no lot. */
export function createInventory(context: Context, body: HandlerInput<typeof calls.create>['body']): Promise<Inventory> {
  return changing(context, async (tx, pharmacyId) => {
    const known = await findInventory(tx, pharmacyId, body.id)
    if (known && known.label !== body.label) throw new AppError('requests:conflict')
    if (!known) {
      await insertInventory(tx, pharmacyId, body, { userId: context.actor.userId, at: context.now })
      const today = await pharmacyToday(tx, pharmacyId, context.now)
      if ((await insertLines(tx, pharmacyId, body.id, body.scope, today)) === 0)
        refuseFields([{ path: 'body.scope', message: 'no lot' }])
    }
    return shown(context, requireRow(await findInventory(tx, pharmacyId, body.id)))
  })
}

/** Throws `inventories:notOpen` when it was closed; canceled twice is canceled once. */
export function cancelInventory(context: Context, id: string, { reason }: { reason: string }): Promise<Inventory> {
  return changing(context, async (tx, pharmacyId) => {
    const state = requireRow(await inventoryState(tx, pharmacyId, id))
    if (state === 'closing' || state === 'closed') throw new AppError('inventories:notOpen', { state })
    if (state === 'open')
      await endInventory(tx, pharmacyId, id, { userId: context.actor.userId, at: context.now, canceled: reason })
    return shown(context, requireRow(await findInventory(tx, pharmacyId, id)))
  })
}

/** Throws `inventories:notOpen`. */
export function explainDifferences(
  context: Context,
  id: string,
  body: HandlerInput<typeof calls.explain>['body'],
): Promise<{ changed: number }> {
  return changing(context, async (tx, pharmacyId) => {
    const state = requireRow(await inventoryState(tx, pharmacyId, id))
    if (state !== 'open') throw new AppError('inventories:notOpen', { state })
    return { changed: await explainLines(tx, pharmacyId, id, body) }
  })
}

/** The lots with what was counted, for who closes; others see no figure, so that a count stays blind. */
export async function listLines(
  context: Context,
  id: string,
  query: HandlerInput<typeof calls.lines>['query'],
): Promise<CallReply<typeof calls.lines>> {
  const pharmacyId = pharmacyOf(context)
  const { rows, names } = await context.database.read(pharmacyId, async (tx) => {
    requireRow(await inventoryState(tx, pharmacyId, id))
    return {
      rows: await judgedLines(tx, pharmacyId, id),
      names: await countersOf(tx, pharmacyId, id),
    }
  })
  const seesFigures = context.actor.permissions.has('inventory.close')
  const seesCosts = seesFigures && context.actor.permissions.has('stock.see-cost')
  const lines = rows.map((row) => lineOf(row, names, { seesFigures, seesCosts })).filter((line) => matches(line, query))
  const values = lines.map(({ value }) => value ?? 0)
  return {
    ...pageOfRows(lines, query, sortKeys),
    missing: seesCosts ? 0 - saturatedSum(values.filter((value) => value < 0)) : null,
    surplus: seesCosts ? saturatedSum(values.filter((value) => value > 0)) : null,
  }
}

function lineOf(
  { judged, ...row }: JudgedRow,
  names: ReadonlyMap<string, PersonName>,
  { seesFigures, seesCosts }: { seesFigures: boolean; seesCosts: boolean },
): InventoryLine {
  const { state, rounds, at, by } = judged
  const name = by === null ? undefined : names.get(by)
  const { counted, expected, difference } = seesFigures ? judged : { counted: null, expected: null, difference: null }
  return {
    ...row,
    state,
    rounds,
    counted,
    expected,
    difference,
    countedAt: at === null ? null : new Date(at).toISOString(),
    countedByName: name ? displayName(name) : null,
    value: seesCosts && difference !== null ? saturated(difference * row.purchasePrice) : null,
    reason: seesFigures ? row.reason : null,
    note: seesFigures ? row.note : null,
  }
}

function matches(line: InventoryLine, { search, state, only }: HandlerInput<typeof calls.lines>['query']): boolean {
  if (state && !state.includes(line.state)) return false
  if (only === 'differing' && !line.difference) return false
  const text = fold([line.label, line.lot, line.storage].filter(Boolean).join(' '))
  return wordsOf(search ?? '').every((word) => text.includes(word))
}

const stateOrder = (state: LineState) => lineStates.indexOf(state)
const sortKeys = {
  label: ({ label }: InventoryLine) => label,
  lot: ({ lot }: InventoryLine) => lot,
  storage: ({ storage }: InventoryLine) => storage,
  state: ({ state }: InventoryLine) => stateOrder(state),
  rounds: ({ rounds }: InventoryLine) => rounds,
  counted: ({ counted }: InventoryLine) => counted,
  expected: ({ expected }: InventoryLine) => expected,
  difference: ({ difference }: InventoryLine) => difference,
  value: ({ value }: InventoryLine) => value,
  reason: ({ reason }: InventoryLine) => reason,
  user: ({ countedByName }: InventoryLine) => countedByName,
}

/** Values at cost need their right; what differed, the right to close. */
export function shown({ actor }: Context, inventory: Inventory): Inventory {
  const seesFigures = actor.permissions.has('inventory.close')
  const seesCosts = seesFigures && actor.permissions.has('stock.see-cost')
  return {
    ...inventory,
    differing: seesFigures ? inventory.differing : null,
    missing: seesCosts ? inventory.missing : null,
    surplus: seesCosts ? inventory.surplus : null,
  }
}
