import type { BillRow } from '#shared/contract/bills.ts'
import type { BillBatchKind } from '#shared/contract/bill-batches.ts'
import { sumInWords } from '#shared/domain/amount-in-words.ts'
import { amountText } from '#shared/domain/amount-text.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import type { PdfPaper } from '#server/base/pdf.ts'
import type { Bordereau } from '#server/bills/bordereau.ts'
import { frenchDay, paperSender } from '#server/locale/paper-words.ts'

/** A bill that the batch left out. */
export type Refused = { bill: BillRow; message: string }

const titles: Record<BillBatchKind, string> = {
  print: 'Factures imprimées',
  export: 'Factures exportées',
  mail: 'Factures envoyées par e-mail',
  mark: 'Factures envoyées',
}

/** The sheet that goes with the bills of a batch: each with its payer and amount, their sum, and those left out. */
export function coverPaper(
  kind: BillBatchKind,
  done: readonly Bordereau[],
  refused: readonly Refused[],
  by: string,
): PdfPaper {
  const { pharmacy, madeAt, madeOn } = done[0]!
  const { decimals, symbol } = pharmacy.currency
  const day = frenchDay(madeOn)
  const sum = done.reduce((total, { bill }) => total + bill.amount, 0)
  let before = 0
  return {
    from: paperSender(pharmacy),
    to: [],
    title: titles[kind],
    facts: [`Bordereau d’envoi du ${day}, par ${by}.`],
    columns: [
      { title: 'Facture', width: 16 },
      { title: 'Payeur', width: 40 },
      { title: 'Du', width: 12, isTight: true },
      { title: 'Au', width: 12, isTight: true },
      { title: 'Payable le', width: 12, isTight: true },
      { title: 'Bons', width: 8, align: 'right', isTight: true },
      { title: 'Montant', width: 14, align: 'right', isTight: true },
    ],
    rows: done.map(({ bill }) => [
      bill.number,
      [bill.payerName, bill.label].filter(Boolean).join(', '),
      frenchDay(bill.billed.from),
      frenchDay(bill.billed.to),
      frenchDay(bill.dueOn),
      String(bill.lines),
      amountText(bill.amount, decimals),
    ]),
    sums: done.map(({ bill }) => {
      before += bill.amount
      return ['', '', '', '', '', '', amountText(before, decimals)]
    }),
    totals: [
      [
        done.length === 1 ? '1 facture' : `${done.length} factures`,
        `${amountText(sum, decimals)}\u00a0${symbol}`,
        true,
      ],
    ],
    closing: [
      `Soit ${sumInWords(sum, pharmacy.currency)}.`,
      ...refused.map(
        ({ bill, message }) =>
          `Non comprise\u00a0: facture ${bill.number}, ${bill.payerName}. ${catalogueEntry(message)?.title ?? message}.`,
      ),
      `Fait ${pharmacy.city ? `à ${pharmacy.city}, ` : ''}le ${day}.`,
    ],
    signatures: ['Le pharmacien', 'Reçu par'],
    footer: titles[kind],
    madeAt,
  }
}
