/** Counts of a client's open bills and parked sales, and his unbilled credit in minor units. */
export type Unclosed = { bills: number; sales: number; outgoing: number }

export type ArchivingRefusal = {
  message: 'persons:archiveUnclosedBillsOrSales' | 'organizations:archiveUnclosedBillsOrSales'
  details: Unclosed
}

/**
 * A client with open bills, parked sales or unbilled credit cannot be archived: the refusal with the counts, null when
 * archiving is allowed.
 */
export function archivingRefusal(
  kind: 'person' | 'organization',
  { bills, sales, outgoing }: Unclosed,
): ArchivingRefusal | null {
  if (bills === 0 && sales === 0 && outgoing <= 0) return null
  return { message: `${kind}s:archiveUnclosedBillsOrSales`, details: { bills, sales, outgoing } }
}
