/**
 * In ms. A till that is online sends a sale within seconds. A sale that arrives after this delay was sent late: the
 * customer has left with the goods.
 */
const lateAfterMs = 5 * 60_000

/** Whether a sale reaches the server late. Some rules accept and flag a late sale that they would otherwise refuse. */
export function isLate({ soldAt }: { soldAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(soldAt) > lateAfterMs
}
