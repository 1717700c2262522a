/** What of a client is not closed: bills, parked sales, and credit in minor units that no bill asks for yet. */
export type Unclosed = { bills: number; sales: number; outgoing: number }

export type ArchivingRefusal = {
  message: 'persons:archiveUnclosedBillsOrSales' | 'organizations:archiveUnclosedBillsOrSales'
  details: Unclosed
}

/** Nobody is archived who still has something to be closed or billed: the refusal with its counts, null where nothing stands against it. */
export function archivingRefusal(
  kind: 'person' | 'organization',
  { bills, sales, outgoing }: Unclosed,
): ArchivingRefusal | null {
  if (bills === 0 && sales === 0 && outgoing <= 0) return null
  return { message: `${kind}s:archiveUnclosedBillsOrSales`, details: { bills, sales, outgoing } }
}
