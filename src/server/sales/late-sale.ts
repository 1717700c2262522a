/** A till that is online sends a sale within seconds; after this delay the customer has long left with the goods. */
const lateAfterMs = 5 * 60_000

/** Whether a sale arrives after its customer has left: what would be refused at the counter is then kept and flagged. */
export function isLate({ soldAt }: { soldAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(soldAt) > lateAfterMs
}
