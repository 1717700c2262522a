import { zipSync } from 'fflate'
import { AppError } from '#shared/domain/errors.ts'
import { amountText } from '#shared/domain/amount-text.ts'
import { billLetter } from '#shared/domain/billing/bill-letter.ts'
import { displayName } from '#shared/domain/person.ts'
import { pdfOf } from '#server/base/pdf.ts'
import { stableId } from '#server/base/stable-id.ts'
import { endBatchItem, fillBatch, findBatchOrder, type BatchOrder } from '#server/bills/bill-batch.repo.ts'
import { markBillSent } from '#server/bills/bill.repo.ts'
import { checkBill } from '#server/bills/bill.service.ts'
import { bordereauFile, bordereauPaper, readBordereau, type Bordereau } from '#server/bills/bordereau.ts'
import { coverPaper, type Refused } from '#server/bills/cover-sheet.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/job-loop.ts'
import { queueMail } from '#server/mails/mail.service.ts'

export const billBatchJob = 'bill-batch'

/** Share of the progress when each bill was handled, in percent. */
const handled = 80

/**
 * The background job that handles bills together. Each is handled by itself and says at once what became of it; a refused
 * one does not stop the others. A job that another process takes over sends and notes nothing twice.
 */
export function billBatchJobs(database: Database, now: () => Date): JobKind {
  return {
    resource: 'bill-files',
    alsoTells: ['bills', 'mails'],
    async run({ pharmacyId, id }, { report, signal }) {
      const order = await database.read(pharmacyId, (tx) => findBatchOrder(tx, pharmacyId, id))
      if (!order) throw new Error(`the job ${id} has no batch of bills`)
      const done: Bordereau[] = []
      const refused: Refused[] = []
      for (const [at, billId] of order.billIds.entries()) {
        const bordereau = await database.read(pharmacyId, (tx) => readBordereau(tx, pharmacyId, billId, order.askedAt))
        try {
          const mailId = await handleBill(database, pharmacyId, { ...order, id, bordereau, at: now(), signal })
          await database.read(pharmacyId, (tx) => endBatchItem(tx, pharmacyId, id, { billId, at: now(), mailId }))
          done.push(bordereau)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          const { message, details } = error
          await database.read(pharmacyId, (tx) =>
            endBatchItem(tx, pharmacyId, id, { billId, at: now(), error: { message, details } }),
          )
          refused.push({ bill: bordereau.bill, message })
        }
        report((handled * (at + 1)) / order.billIds.length)
      }
      const content =
        done.length === 0 ? null : await papersOf(order, done, refused, { by: displayName(order.by), signal })
      return (tx) => fillBatch(tx, pharmacyId, id, content)
    },
  }
}

type Handling = BatchOrder & { id: string; askedBy: string; bordereau: Bordereau; at: Date; signal: AbortSignal }

/** Handles one bill; returns the id of the e-mail that takes it. Throws what a call would refuse. */
async function handleBill(
  database: Database,
  pharmacyId: string,
  { kind, id, askedBy, bordereau, at, signal }: Handling,
): Promise<string | null> {
  const { bill, payer, pharmacy } = bordereau
  if (bill.state === 'canceled') throw new AppError('bills:notAllowed', { state: bill.state })
  switch (kind) {
    case 'print':
    case 'export':
      return null
    case 'mark':
      await database.write(pharmacyId, async (tx) => {
        const { sentAt } = await checkBill(tx, pharmacyId, bill.id)
        if (sentAt === null) await markBillSent(tx, pharmacyId, bill.id, { userId: askedBy, at })
      })
      return null
    case 'mail': {
      const { email } = payer
      if (!email) throw new AppError('bills:noEmail')
      const mailId = stableId(id, bill.id)
      const files = [
        await bordereauFile(bordereau, 'pdf', { signal }),
        await bordereauFile(bordereau, 'csv', { signal }),
      ]
      const { symbol, decimals } = pharmacy.currency
      const letter = billLetter(
        { ...bill, vouchers: bill.lines, ahead: bordereau.ahead },
        { today: bordereau.madeOn, money: (amount) => `${amountText(amount, decimals)}\u00a0${symbol}` },
      )
      await database.write(pharmacyId, async (tx) => {
        await checkBill(tx, pharmacyId, bill.id)
        const mail = { id: mailId, to: email, ...letter }
        const asking = { actor: { userId: askedBy }, now: at, changes: { made: false } }
        await queueMail(tx, asking, pharmacyId, { about: 'bill', id: bill.id }, { ...mail, files: async () => files })
      })
      return mailId
    }
  }
}

/** The cover sheet, with the bills on paper in the copies of their payers, or as files in an archive. */
async function papersOf(
  { kind, format }: BatchOrder,
  done: readonly Bordereau[],
  refused: readonly Refused[],
  { by, signal }: { by: string; signal: AbortSignal },
): Promise<Buffer> {
  const cover = coverPaper(kind, done, refused, by)
  if (kind === 'print') {
    const copies = done.flatMap((bordereau) =>
      Array.from({ length: bordereau.copies }, () => bordereauPaper(bordereau)),
    )
    return pdfOf([cover, ...copies], { signal })
  }
  const sheet = await pdfOf([cover], { signal })
  if (kind !== 'export') return sheet
  const files: Record<string, Uint8Array> = { '00-recapitulatif.pdf': sheet }
  for (const bordereau of done) {
    const { name, content } = await bordereauFile(bordereau, format!, { signal })
    files[name] = content
  }
  // Not deflated: PDF and Excel files are already, and deflating would stop every till.
  return Buffer.from(zipSync(files, { level: 0 }))
}
