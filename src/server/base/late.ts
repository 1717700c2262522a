/** A till that is online sends within seconds; after this delay the customer has long left. */
const lateAfterMs = 5 * 60_000

/** Whether what was done at this moment arrives late: what would be refused at the counter is then kept and flagged. */
export function isLate(doneAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(doneAt) > lateAfterMs
}
