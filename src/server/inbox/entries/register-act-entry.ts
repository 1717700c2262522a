import * as z from 'zod'
import { RegisterAct } from '#shared/contract/register-acts.ts'
import { Id } from '#shared/contract/values.ts'
import { journalLine } from '#server/inbox/entries/journal-line.ts'

export const RegisterActEntry = journalLine('register-act', { payload: RegisterAct, answer: z.object({ id: Id }) })
