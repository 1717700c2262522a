import type { ReactNode } from 'react'
import type { BillDetail, BillLine, BordereauColumn } from '#shared/contract/bills.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { columnWords } from '#backoffice/bills/bill-words.ts'
import { PaperHead, PrintedPages } from '#backoffice/ui/printed-pages.tsx'
import paper from '#backoffice/ui/signed-paper.module.css'

const cellOf: Record<BordereauColumn, (line: BillLine) => ReactNode> = {
  voucher: ({ voucher }) => voucher,
  beneficiary: ({ beneficiary }) => beneficiary,
  'insured-number': ({ insuredNumber }) => insuredNumber,
  employer: ({ employer }) => employer,
  contract: ({ contract }) => contract,
  prescriber: ({ prescriber }) => prescriber,
  sale: ({ saleNumber }) => saleNumber,
}

/** The bill with its vouchers on A4, with the columns that its payer wants, in as many copies. Visible only in print. */
export function Bordereau({ bill, onPrinted }: { bill: BillDetail; onPrinted: () => void }) {
  return (
    <PrintedPages label={`Facture ${bill.number} à imprimer`} onPrinted={onPrinted}>
      {Array.from({ length: bill.rule.copies }, (_, copy) => (
        <section key={copy} style={copy > 0 ? { breakBefore: 'page' } : undefined}>
          <Copy bill={bill} />
        </section>
      ))}
    </PrintedPages>
  )
}

function Copy({ bill }: { bill: BillDetail }) {
  const currency = useCurrency()
  const { payer, rule } = bill
  return (
    <>
      <header className={paper.head}>
        <PaperHead title={`Facture ${bill.number}`} />
      </header>
      <p>
        {[bill.payerName, payer.taxId && `IFU ${payer.taxId}`, payer.address, payer.phone].filter(Boolean).join(' · ')}
        <br />
        Du {formatDay(bill.from)} au {formatDay(bill.to)}
        {bill.label && `, ${bill.label}`}. Payable le {formatDay(bill.dueOn)}.
      </p>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>N°</th>
            <th>Date</th>
            {rule.columns.map((column) => (
              <th key={column}>{columnWords[column]}</th>
            ))}
            <th className={paper.end}>Montant</th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map((line) => (
            <tr key={`${line.saleId} ${line.paymentId}`}>
              <td>{line.position}</td>
              <td>{formatShortDay(line.soldAt)}</td>
              {rule.columns.map((column) => (
                <td key={column}>{cellOf[column](line) ?? '–'}</td>
              ))}
              <td className={paper.end}>
                <Money amount={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {plural(bill.lines.length, 'bon')}, total{' '}
        <b>
          <Money amount={bill.amount} unit />
        </b>
        .{' '}
        {bill.ahead > 0 && (
          <>
            Reçu d’avance, à déduire&nbsp;: <Money amount={bill.ahead} unit />.{' '}
          </>
        )}
        Arrêtée la présente facture à la somme de {bill.amountInWords} {currency.symbol}.
      </p>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Reçu par {bill.payerName}</span>
      </div>
    </>
  )
}
