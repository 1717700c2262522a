import { registerActRestorer } from '#server/cash-registers/restore-act.ts'
import { lateRefusalRestorer } from '#server/cash-registers/restore-late-refusal.ts'
import { disbursementPhotoRestorer } from '#server/disbursements/restore-photo.ts'
import type { EntryOf, JournalKind } from '#server/inbox/journal-entry.ts'
import type { Restorer } from '#server/inbox/restorer.ts'
import { missedSaleRestorer } from '#server/missed-sales/restore-missed-sale.ts'
import { patientRestorer } from '#server/persons/restore-quick-patient.ts'
import { cancellationRestorer } from '#server/sales/restore-cancellation.ts'
import { dateRestorer } from '#server/sales/restore-date.ts'
import { salePhotoRestorer } from '#server/sales/restore-photo.ts'
import { returnRestorer } from '#server/sales/restore-return.ts'
import { saleRestorer } from '#server/sales/restore-sale.ts'

export const restorers: { [Kind in JournalKind]: Restorer<EntryOf<Kind>> } = {
  patient: patientRestorer,
  sale: saleRestorer,
  cancellation: cancellationRestorer,
  return: returnRestorer,
  date: dateRestorer,
  'missed-sale': missedSaleRestorer,
  photo: salePhotoRestorer,
  'register-act': registerActRestorer,
  'late-refusal': lateRefusalRestorer,
  'disbursement-photo': disbursementPhotoRestorer,
}

/** A sale names its patient, so that patients are there first. Kinds of one turn come back together, in the order in which they happened. */
export const restoringTurns: readonly (readonly JournalKind[])[] = [
  ['patient'],
  ['sale', 'cancellation', 'return', 'date', 'register-act', 'late-refusal'],
  ['missed-sale', 'photo', 'disbursement-photo'],
]
