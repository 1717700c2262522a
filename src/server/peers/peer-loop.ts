import { setTimeout as pause } from 'node:timers/promises'
import { dayOf } from '#shared/domain/dates.ts'
import {
  peerMeasures,
  peerMonth,
  peerQuartiles,
  peerSizeOf,
  peerSizes,
  type Peer,
  type PeerSize,
} from '#shared/domain/reports/peers.ts'
import { openRounds } from '#server/base/rounds.ts'
import type { Database } from '#server/db/database.ts'
import { comparedOwners, insertQuartiles, participants, type Participant } from '#server/peers/peer.repo.ts'
import { totalsOf } from '#server/reports/report.service.ts'

type PeerLoop = {
  start(): void
  /** Compares the last finished month for who was not compared yet; returns how many quartiles were stored. */
  compare(): Promise<number>
  stop(): Promise<void>
}
type Figures = Participant & { size: PeerSize; turnover: number; values: readonly (number | null)[] }

/** In ms, between two pharmacies: the tills go first. */
const restMs = 100
/** In ms. */
const [firstMs, roundMs] = [20 * 60_000, 6 * 3_600_000]
const keyOf = ({ owner, country }: Pick<Participant, 'owner' | 'country'>): string => `${owner} ${country}`

/**
 * The loop of the platform that compares pharmacies with those of other owners. It reads each under its own tenancy, keeps
 * their figures in memory only, and stores quartiles. An owner is compared once for a month: a second time, with a
 * pharmacy more or less, would tell the figure of that one. Whatever ends it in between begins again. It does nothing
 * before `start`.
 */
export function openPeers({
  database,
  now,
  onError,
}: {
  database: Database
  now: () => Date
  onError: (error: unknown) => void
}): PeerLoop {
  const { start, stop, signal } = openRounds(() => compare(), { firstMs, roundMs, onError })
  const compare: PeerLoop['compare'] = async () => {
    const month = peerMonth(dayOf(now()))
    const all = await database.platform(participants)
    const done = new Set((await database.platform((tx) => comparedOwners(tx, month.from))).map(keyOf))
    const waiting = [...new Map(all.map((each) => [keyOf(each), each])).values()].filter(
      (each) => !done.has(keyOf(each)),
    )
    let stored = 0
    for (const country of new Set(waiting.map((each) => each.country))) {
      const figures: Figures[] = []
      for (const participant of all.filter((each) => each.country === country)) {
        if (signal.aborted) return stored
        const { pharmacyId } = participant
        const asked = { measures: ['baskets', 'turnover', ...peerMeasures] as const, period: month, now: now() }
        const [baskets, turnover, ...values] = await totalsOf(database, pharmacyId, asked)
        if (baskets) figures.push({ ...participant, size: peerSizeOf(baskets), turnover: turnover ?? 0, values })
        // Ends at once when the process ends.
        await pause(restMs, undefined, { signal }).catch(() => undefined)
      }
      for (const { owner } of waiting.filter((each) => each.country === country)) {
        const rows = peerSizes.flatMap((size) =>
          peerMeasures.map((measure, at) => {
            const peers = figures
              .filter((each) => each.size === size)
              .map((each): Peer => ({ owner: each.owner, turnover: each.turnover, figure: each.values[at] ?? null }))
            const quartiles = peerQuartiles(measure, peers, owner)
            return { owner, country, month: month.from, size, measure, quartiles }
          }),
        )
        stored += await database.platform((tx) => insertQuartiles(tx, rows))
      }
    }
    return stored
  }
  return { start, stop, compare }
}
