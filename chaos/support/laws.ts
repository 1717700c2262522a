import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { campGuezo } from '#server/demo/demo-pharmacies.ts'
import { brokenLedgers } from '#tests/server/support/ledger-laws.ts'
import type { Notebook, Noted } from './notebook.ts'
import type { Shop } from './shop.ts'

/** The sales that this terminal still holds: read from its disk, never written. */
export type Held = {
  /** Ended but not on the server: identifiers by status. */
  waiting: string[]
  /** Refused by the server, with the reason. */
  refused: { identifier: string; reason: string }[]
  /** Rows of the queue that are neither settled nor refused, of any kind. */
  rows: number
  /** Why they wait: failure, attempts and wait of the rows, and the locks of the windows. */
  why: string
  acknowledged: string[]
  /** Sales that froze the difference of the clocks. */
  knewClock: string[]
}

export type Law = { name: string; broken: string[] }
type Accepted = {
  id: string
  identifier: string
  number: number
  total: number
  sold_at: Date
  said_at: Date | null
  received_at: Date
}
/** A busy machine may delay the write after the touch; clock jumps are minutes long. */
const clockToleranceMs = 90_000

/** Asks one window of the terminal for the content of its disk; any window sees all of it. */
export function readHeld(page: Page): Promise<Held> {
  return page.evaluate(async (name) => {
    // A method: named functions would use a helper of the compiler that the page does not have.
    const disk = {
      answer<T>(asked: IDBRequest<T>): Promise<T> {
        return new Promise((done, failed) => {
          asked.onsuccess = () => done(asked.result)
          asked.onerror = () => failed(asked.error ?? new Error('no answer'))
        })
      },
    }
    type Row = { errors?: unknown; attempts: number; lastFailure: string | null; nextAttemptAt: number }
    type Sale = { identifier: string; status: string; errors?: { message: string }[] }
    const database = await disk.answer(indexedDB.open(name))
    try {
      const tx = database.transaction(['sales', 'outbox', 'acknowledged'], 'readonly')
      const [sales, rows, acknowledged] = (await Promise.all(
        ['sales', 'outbox', 'acknowledged'].map((store) => disk.answer(tx.objectStore(store).getAll())),
      )) as [Sale[], Row[], { sale: Sale; payload: string }[]]
      const queue = rows.filter(({ errors }) => !errors)
      const { held: locks = [], pending = [] } = await navigator.locks.query()
      return {
        waiting: sales.filter(({ status }) => status === 'SUBMITTING').map(({ identifier }) => identifier),
        refused: sales
          .filter(({ status }) => status === 'ERROR')
          .map(({ identifier, errors = [] }) => ({
            identifier,
            reason: errors.map(({ message }) => message).join(', '),
          })),
        rows: queue.length,
        why: [
          ...new Set(
            queue.map(
              ({ attempts, lastFailure, nextAttemptAt }) =>
                `${lastFailure} after ${attempts} attempts, ${nextAttemptAt > Date.now() ? 'later' : 'due'}`,
            ),
          ),
          ...locks.map((lock) => `${lock.clientId?.slice(0, 4)} holds ${lock.name?.slice(0, 12)}`),
          ...pending.map((lock) => `${lock.clientId?.slice(0, 4)} waits for ${lock.name?.slice(0, 12)}`),
        ].join('; '),
        acknowledged: acknowledged.map(({ sale }) => sale.identifier),
        knewClock: acknowledged
          .filter(({ payload }) => 'clockSkewMs' in (JSON.parse(payload) as object))
          .map(({ sale }) => sale.identifier),
      }
    } finally {
      database.close()
    }
  }, `officine-sales-${campGuezo.id}`)
}

/** Compares the whole shop with what was seen at the counter. */
export async function judge(
  database: Database,
  { notebook, held, soldBefore }: { notebook: Notebook; held: Held; soldBefore: number },
): Promise<{ laws: Law[]; counts: { accepted: number; refused: number; lost: number; doubled: number } }> {
  // A new database has no statistics, and the plans for the ledgers would be guesses.
  await database.platform((tx) => sql`analyze`.execute(tx))
  const accepted = await database.read(campGuezo.id, (tx) =>
    tx
      .selectFrom('sales')
      .select(['id', 'identifier', 'number', 'total', 'sold_at', 'said_at', 'received_at'])
      .where('number', '>', soldBefore)
      .orderBy('number')
      .execute(),
  )
  const byIdentifier = new Map<string, Accepted[]>()
  for (const sale of accepted) byIdentifier.set(sale.identifier, [...(byIdentifier.get(sale.identifier) ?? []), sale])
  const refused = new Map(held.refused.map((sale) => [sale.identifier, sale.reason]))
  const shown = [...notebook.sales.values()].filter(({ shownAt }) => shownAt !== null)
  const lost = shown.filter(({ identifier }) => !byIdentifier.has(identifier) && !refused.get(identifier))
  const doubled = [...byIdentifier].filter(([identifier, sales]) => sales.length + Number(refused.has(identifier)) > 1)
  return {
    laws: [
      {
        name: 'every sale that was shown is accepted, or stands in error with its reason',
        broken: lost.map(
          (sale) =>
            `${sale.identifier}, shown in window ${sale.window}, ${held.acknowledged.includes(sale.identifier) ? 'acknowledged at the terminal and not at the server' : 'is nowhere'}`,
        ),
      },
      {
        name: 'no sale is accepted twice, nor accepted and in error',
        broken: doubled.map(
          ([identifier, sales]) =>
            `${identifier}: ${sales.map(({ id, number }) => `n° ${number} ${id}`).join(', ')}${refused.has(identifier) ? ' and in error' : ''}`,
        ),
      },
      {
        name: 'no sale is accepted that nobody ended',
        broken: accepted
          .filter(({ identifier }) => !notebook.sales.has(identifier))
          .map(({ identifier, number }) => `${identifier}, n° ${number}`),
      },
      {
        name: 'what is accepted is what was shown',
        broken: shown.flatMap((sale) => otherThan(sale, byIdentifier.get(sale.identifier)?.[0], notebook.wentBackAt())),
      },
      { name: 'no receipt is shown of a sale whose end the disk refused', broken: notebook.receiptsOfRefused },
      {
        name: 'a sale says the time of the clock at the counter',
        broken: shown.flatMap((sale) => atAnotherTime(sale, byIdentifier.get(sale.identifier)?.[0])),
      },
      {
        name: 'a sale stands at its true time, whatever its clock said',
        broken: shown.flatMap((sale) =>
          offItsTime(sale, byIdentifier.get(sale.identifier)?.[0], {
            knew: held.knewClock.includes(sale.identifier),
            movedAt: notebook.clockMovedAt,
          }),
        ),
      },
      { name: 'no identifier is given to two sales', broken: notebook.broken },
      {
        name: 'nothing waits when the network is whole',
        broken: [
          ...held.waiting.map((identifier) => `${identifier} waits`),
          ...(held.rows > 0 ? [`${held.rows} rows wait`] : []),
        ],
      },
      { name: 'numbers follow each other without gap or double', broken: gapsIn(accepted, soldBefore) },
      { name: 'stock, registers and numbers equal their ledgers', broken: await brokenLedgers(database, campGuezo.id) },
    ],
    counts: { accepted: accepted.length, refused: refused.size, lost: lost.length, doubled: doubled.length },
  }
}

function otherThan(sale: Noted, accepted: Accepted | undefined, wentBackAt: number): string[] {
  if (!accepted) return []
  // A server that lost a sale gives it a new number.
  const isNumberKept = sale.number === null || accepted.number === sale.number || sale.endedAt < wentBackAt
  return [
    ...(accepted.total === sale.total
      ? []
      : [`${sale.identifier} was shown for ${sale.total} and accepted for ${accepted.total}`]),
    ...(isNumberKept ? [] : [`${sale.identifier} was shown as n° ${sale.number} and stands as n° ${accepted.number}`]),
  ]
}

function atAnotherTime(sale: Noted, accepted: Accepted | undefined): string[] {
  if (
    !accepted ||
    [sale.playedAt, sale.playedShownAt ?? NaN].some(
      (played) => Math.abs((accepted.said_at ?? accepted.sold_at).getTime() - played) <= clockToleranceMs,
    )
  )
    return []
  return [
    `${sale.identifier} was ended at ${new Date(sale.playedAt).toISOString()} of its clock and says ${(accepted.said_at ?? accepted.sold_at).toISOString()}`,
  ]
}

/**
 * A sale that knew the difference is dated by it; another one by what its till says when it sends, which holds as long as
 * the clock was not moved between.
 */
function offItsTime(
  { identifier, endedAt, shownAt }: Noted,
  accepted: Accepted | undefined,
  { knew, movedAt }: { knew: boolean; movedAt: readonly number[] },
): string[] {
  if (!accepted) return []
  const arrivedAt = accepted.received_at.getTime()
  const isUnsaid = !knew && movedAt.some((at) => at >= endedAt - clockToleranceMs && at <= arrivedAt + clockToleranceMs)
  const [from, to] = [endedAt - clockToleranceMs, (shownAt ?? endedAt) + clockToleranceMs]
  const soldAt = accepted.sold_at.getTime()
  if (isUnsaid || (soldAt >= from && soldAt <= to)) return []
  return [
    `${identifier} was ended at ${new Date(endedAt).toISOString()} and stands at ${accepted.sold_at.toISOString()}${knew ? ', although its till knew the difference' : ''}`,
  ]
}

/**
 * Whether the server has all that this terminal believes it has: after a restored backup, it asks for the rest little
 * by little.
 */
export async function isAllAtServer(shop: Shop, held: Held): Promise<boolean> {
  const there = new Set(await shop.identifiers().catch(() => []))
  return held.acknowledged.every((identifier) => there.has(identifier))
}

function gapsIn(accepted: readonly Accepted[], soldBefore: number): string[] {
  return accepted
    .flatMap(({ number }, index) =>
      number === soldBefore + index + 1 ? [] : [`n° ${number} stands where n° ${soldBefore + index + 1} belongs`],
    )
    .slice(0, 5)
}
