import type { PeerComparison } from '#shared/contract/peers.ts'
import { periodOfMonth, peerMeasures, peerSizeOf } from '#shared/domain/reports/peers.ts'
import { pharmacyOf, type Context } from '#server/http/context.ts'
import { newestQuartiles, takesPart } from '#server/peers/peer.repo.ts'
import { allowedMeasures, askReport } from '#server/reports/report.service.ts'

/** One's own figures, as the reports tell them to this member, beside the quartiles that the platform stored. */
export async function readPeers(context: Context): Promise<PeerComparison> {
  const pharmacyId = pharmacyOf(context)
  const stored = await context.database.read(pharmacyId, async (tx) => ({
    takesPart: await takesPart(tx, pharmacyId),
    rows: await newestQuartiles(tx, pharmacyId),
  }))
  const [newest] = stored.rows
  if (!stored.takesPart || !newest) return { takesPart: stored.takesPart, compared: null }
  const month = periodOfMonth(newest.month)
  const allowed = allowedMeasures(context, peerMeasures)
  const { totals, withheld } = await askReport(context, {
    measures: ['baskets', ...allowed],
    dimensions: [],
    filters: [],
    period: month,
    comparison: null,
    order: null,
    limit: 1,
  })
  const [baskets, ...values] = totals.values
  const size = peerSizeOf(baskets ?? 0)
  return {
    takesPart: true,
    compared: {
      month,
      size,
      figures: peerMeasures.flatMap((measure) => {
        const at = allowed.indexOf(measure)
        if (at < 0) return []
        const row = stored.rows.find((each) => each.size === size && each.measure === measure)
        return { measure, own: values[at] ?? null, quartiles: row?.quartiles ?? null }
      }),
      ...(withheld && { withheld }),
    },
  }
}
