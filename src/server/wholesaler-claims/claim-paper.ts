import { amountText } from '#shared/domain/amount-text.ts'
import { localDayOf } from '#shared/domain/dates.ts'
import { claimLetter } from '#shared/domain/statements/claim-letter.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { pdfOf } from '#server/base/pdf.ts'
import { requireRow } from '#server/base/require-row.ts'
import type { Tx } from '#server/db/database.ts'
import { paperHeadOf } from '#server/locale/paper-head.repo.ts'
import { frenchDay, paperSender, written } from '#server/locale/paper-words.ts'
import { timeZoneOf } from '#server/locale/pharmacy-day.repo.ts'
import type { MailFile } from '#server/base/mailer.ts'
import { findClaim } from '#server/wholesaler-claims/wholesaler-claim.repo.ts'

/** In ms. */
const drawnWithin = 60_000

/** The letter of a claim as it stands now, `reclamation-12.pdf`. Throws `requests:notFound`. */
export async function claimPaperFile(tx: Tx, pharmacyId: string, id: string, madeAt: Date): Promise<MailFile> {
  const claim = requireRow(await findClaim(tx, pharmacyId, id))
  const pharmacy = await paperHeadOf(tx, pharmacyId)
  const timeZone = await timeZoneOf(tx, pharmacyId)
  const { symbol, decimals } = pharmacy.currency
  const money = (amount: number) => `${amountText(amount, decimals)}\u00a0${symbol}`
  const day = (at: string) => frenchDay(at.length > 10 ? localDayOf(new Date(at), timeZone) : at)
  const letter = claimLetter(claim, { money, day })
  const { supplier } = claim
  const content = await pdfOf(
    [
      {
        from: paperSender(pharmacy),
        to: written(supplier.name, supplier.address, supplier.phone),
        title: letter.title,
        facts: [`Le ${day(madeAt.toISOString())}`, ...letter.paragraphs],
        columns: [
          { title: 'BL', width: 14 },
          { title: 'Produit ou objet', width: 30, isWhole: true },
          { title: 'Cause', width: 20 },
          { title: 'Preuve', width: 36, isWhole: true },
          { title: 'Réclamé', width: 12, align: 'right', isTight: true },
          ...(letter.showsAccepted ? [{ title: 'Accepté', width: 12, align: 'right', isTight: true } as const] : []),
        ],
        rows: letter.lines.map(({ noteNumber, label, reason, evidence, photos, amount, accepted }) => [
          noteNumber ?? '–',
          label,
          claimReasonWords[reason],
          [evidence, photos > 0 && `${photos === 1 ? '1 photo' : `${photos} photos`} à l’appui.`]
            .filter(Boolean)
            .join(' ') || '–',
          amountText(amount, decimals),
          ...(letter.showsAccepted ? [accepted === null ? '–' : amountText(accepted, decimals)] : []),
        ]),
        sums: [],
        totals: [
          claim.awaited > 0
            ? ['Avoir encore attendu', money(claim.awaited), true]
            : ['Avoir demandé', money(claim.claimed), true],
        ],
        closing: letter.closing,
        signatures: ['Le pharmacien', `Reçu par ${supplier.name}`],
        footer: letter.title,
        madeAt,
      },
    ],
    { signal: AbortSignal.timeout(drawnWithin) },
  )
  return { name: `reclamation-${claim.number}.pdf`, mime: 'application/pdf', content }
}
