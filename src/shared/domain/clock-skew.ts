/** In ms. A larger difference is nonsense: a hundred years, as an empty battery never says. */
export const mostSkewMs = 100 * 366 * 86_400_000

/**
 * The clock reading of a server reply, in ms. `serverAt`: its Date header, truncated to the second; `receivedAt` and
 * `tookMs`: local clock.
 */
type DatedAnswer = { serverAt: number; receivedAt: number; tookMs: number }

/** The Date header is truncated to the second; the mean error is half of it. */
const cutMs = 1000

/**
 * Offset of the server's clock from ours in ms, negative when it is behind. Assumes that the reply was dated in the
 * middle of the round trip.
 */
export function clockSkew({ serverAt, receivedAt, tookMs }: DatedAnswer): number {
  return Math.round(serverAt + cutMs / 2 - (receivedAt - tookMs / 2))
}

/** Maximum error of `clockSkew` in ms: the whole round trip may have been on one side. */
export function skewError({ tookMs }: Pick<DatedAnswer, 'tookMs'>): number {
  return (tookMs + cutMs) / 2
}
