import * as z from 'zod'
import { CancellationEntry } from '#server/inbox/entries/cancellation-entry.ts'
import { DateEntry } from '#server/inbox/entries/date-entry.ts'
import { DisbursementPhotoEntry } from '#server/inbox/entries/disbursement-photo-entry.ts'
import { LateRefusalEntry } from '#server/inbox/entries/late-refusal-entry.ts'
import { MissedSaleEntry } from '#server/inbox/entries/missed-sale-entry.ts'
import { PatientEntry } from '#server/inbox/entries/patient-entry.ts'
import { PhotoEntry } from '#server/inbox/entries/photo-entry.ts'
import { RegisterActEntry } from '#server/inbox/entries/register-act-entry.ts'
import { ReturnEntry } from '#server/inbox/entries/return-entry.ts'
import { SaleEntry } from '#server/inbox/entries/sale-entry.ts'

/** Every kind of thing that a journal keeps. A new kind: its file in `entries/`, its place here, its restorer and its turn in `restorers.ts`. */
export const JournalEntry = z.discriminatedUnion('kind', [
  PatientEntry,
  SaleEntry,
  CancellationEntry,
  ReturnEntry,
  DateEntry,
  MissedSaleEntry,
  PhotoEntry,
  RegisterActEntry,
  LateRefusalEntry,
  DisbursementPhotoEntry,
])
export type JournalEntry = z.infer<typeof JournalEntry>
export type JournalKind = JournalEntry['kind']
export type EntryOf<Kind extends JournalKind> = Extract<JournalEntry, { kind: Kind }>
