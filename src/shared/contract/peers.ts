import * as z from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day } from '#shared/contract/values.ts'
import { peerMeasures, peerSizes } from '#shared/domain/reports/peers.ts'

const PeerComparison = z.object({
  /** Whether the pharmacy takes part. Who does not sees nothing of others. */
  takesPart: z.boolean(),
  /** The newest month that was compared; null: none yet. */
  compared: z
    .object({
      month: z.object({ from: Day, to: Day }),
      /** Of the pharmacy in this month: with whom it is compared. */
      size: z.enum(peerSizes),
      figures: z.array(
        z.object({
          measure: z.enum(peerMeasures),
          /** In the unit of the measure; null: nothing to compute it of. */
          own: z.number().nullable(),
          /** Of the pharmacies of at least five other owners; null: there are not so many, or one weighs too much. */
          quartiles: z.object({ lower: z.number(), median: z.number(), upper: z.number() }).nullable(),
        }),
      ),
      /** True: one's own figures are without drawers that the member sees only after their count. */
      withheld: z.literal(true).optional(),
    })
    .nullable(),
})
export type PeerComparison = z.infer<typeof PeerComparison>

export const peers = {
  peers: endpoint({
    method: 'GET',
    path: '/reports/peers',
    summary:
      'The pharmacy’s figures of the newest compared month beside the quartiles of pharmacies of its country and size of other owners',
    permission: 'report.see',
    reply: PeerComparison,
  }),
}
