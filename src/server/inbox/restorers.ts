import type { EntryOf, JournalEntry } from '#server/inbox/journal.ts'
import type { Restorer } from '#server/inbox/restorer.ts'
import { patientRestorer } from '#server/persons/restore-quick-patient.ts'
import { saleRestorer } from '#server/sales/restore-sale.ts'

export const restorers: { [Kind in JournalEntry['kind']]: Restorer<EntryOf<Kind>> } = { patient: patientRestorer, sale: saleRestorer }

/** A sale names its patient, so that patients are there first. */
export const restoringOrder: readonly JournalEntry['kind'][] = ['patient', 'sale']
