/** An answer of the server as a clock: `serverAt` is its date header, cut to a second; `receivedAt` and `tookMs` are ours. All in milliseconds. */
type DatedAnswer = { serverAt: number; receivedAt: number; tookMs: number }

/** The date header is cut to the second: half of it on average is missing. */
const cutMs = 1000

/** How far the server's clock is ahead of ours (milliseconds, below 0 when it is behind): the answer was dated when half of its way was done. */
export function clockSkew({ serverAt, receivedAt, tookMs }: DatedAnswer): number {
  return Math.round(serverAt + cutMs / 2 - (receivedAt - tookMs / 2))
}

/** How wrong `clockSkew` may be at most, in milliseconds: the way may have been all there or all back. */
export function skewError({ tookMs }: Pick<DatedAnswer, 'tookMs'>): number {
  return (tookMs + cutMs) / 2
}
