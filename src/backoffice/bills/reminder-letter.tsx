import type { Collection } from '#shared/contract/bill-follow-ups.ts'
import type { ReminderStep } from '#shared/domain/billing/reminder-step.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { remindedBills, reminderText, stepWords } from '#backoffice/bills/reminder-text.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

interface ReminderLetterProps {
  step: ReminderStep
  collection: Collection
  onPrinted: () => void
}

/** The letter of a reminder on A4, with the bills that it is about. Visible only in print. */
export function ReminderLetter({ step, collection, onPrinted }: ReminderLetterProps) {
  const currency = useCurrency()
  const { payerName, address, phone, overdue } = collection
  return (
    <PrintedPages label={`${stepWords[step]} à ${payerName}`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={stepWords[step]} />
      </header>
      <p>
        {[payerName, address, phone].filter(Boolean).map((text) => (
          <span key={text}>
            {text}
            <br />
          </span>
        ))}
      </p>
      {reminderText(step, collection, currency).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <table className={paper.table}>
        <thead>
          <tr>
            <th>Facture</th>
            <th>Du</th>
            <th>Échue le</th>
            <th className={paper.end}>Montant</th>
            <th className={paper.end}>Reste dû</th>
          </tr>
        </thead>
        <tbody>
          {remindedBills(collection).map(({ id, number, issuedOn, dueOn, amount, left }) => (
            <tr key={id}>
              <td>{number}</td>
              <td>{formatShortDay(issuedOn)}</td>
              <td>{formatShortDay(dueOn)}</td>
              <td className={paper.end}>
                <Money amount={amount} />
              </td>
              <td className={paper.end}>
                <Money amount={left} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Total dû&nbsp;:{' '}
        <b>
          <Money amount={overdue} unit />
        </b>
      </p>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
      </div>
    </PrintedPages>
  )
}
