import type { Movement, MovementReport, NewMovement } from '#shared/contract/movements.ts'
import { withheldFrom } from '#server/register-ledger/sight.ts'
import { takeAct } from '#server/register-acts/take-act.ts'
import type { CsvPiece } from '#server/base/csv.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { movementCsv } from '#server/movements/movement-csv.ts'
import { pageOfMovements, sumsOfMovements, type MovementFilters, type Page } from '#server/movements/movement.repo.ts'
import { currencyDecimalsOf } from '#server/locale/pharmacy-country.repo.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'

const rowsAtOnce = 2000

/** Moves money by hand, exactly once. Checks the rights of the member named in the body. */
export async function moveMoney(context: Context, movement: NewMovement): Promise<{ id: string }> {
  const { id, revision } = movement
  // Only the revision of the act counts: a new attempt has the same content.
  await takeAct(context, { act: 'move', id, revision, movement: { ...movement, revision: 1 } })
  return { id }
}

type Asked = Omit<MovementFilters, 'timeZone' | 'withheld'>

/** Sums in minor units, without the drawers that are withheld from the member; hours are in the pharmacy's time zone. */
export function readMovementReport(context: Context, filters: Asked): Promise<MovementReport> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) => {
    const withheld = await withheldFrom(tx, context)
    const timeZone = await timeZoneOf(tx, pharmacyId)
    const sums = await sumsOfMovements(tx, pharmacyId, { ...filters, timeZone, withheld })
    return withheld.length > 0 ? { ...sums, withheld: true } : sums
  })
}

export function listMovements(
  context: Context,
  { cursor, size, ...filters }: Asked & Page,
): Promise<{ items: Movement[]; next: string | null }> {
  const pharmacyId = pharmacyOf(context)
  return context.database.read(pharmacyId, async (tx) =>
    pageOfMovements(
      tx,
      pharmacyId,
      { ...filters, timeZone: await timeZoneOf(tx, pharmacyId), withheld: await withheldFrom(tx, context) },
      { cursor, size },
    ),
  )
}

/**
 * All filtered movements as CSV, newest first; amounts in the major unit of the currency, times in the pharmacy's time
 * zone. Each page has a transaction of its own: a slow download holds no connection.
 */
export async function* exportMovements(context: Context, filters: Asked): AsyncGenerator<CsvPiece> {
  const pharmacyId = pharmacyOf(context)
  const place = await context.database.read(pharmacyId, async (tx) => ({
    decimals: await currencyDecimalsOf(tx, pharmacyId),
    timeZone: await timeZoneOf(tx, pharmacyId),
    withheld: await withheldFrom(tx, context),
  }))
  yield* movementCsv(pagesOf(context, { ...filters, timeZone: place.timeZone, withheld: place.withheld }), place)
}

async function* pagesOf(context: Context, filters: MovementFilters): AsyncGenerator<readonly Movement[]> {
  const pharmacyId = pharmacyOf(context)
  let cursor: string | null | undefined
  do {
    const after = cursor ?? undefined
    const page = await context.database.read(pharmacyId, (tx) =>
      pageOfMovements(tx, pharmacyId, filters, { cursor: after, size: rowsAtOnce }),
    )
    yield page.items
    cursor = page.next
  } while (cursor !== null)
}
