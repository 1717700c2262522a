import { NewQuickPatient, Person } from '#shared/contract/persons.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const PatientEntry = journalLine('patient', { payload: NewQuickPatient, answer: Person })
