import type { ClientStatement } from '#shared/contract/clients.ts'
import { formatDay, formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { entryText } from '#backoffice/clients/statement-words.ts'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'

interface StatementPagesProps {
  statement: ClientStatement
  from: string
  to: string
  /** On a roll of 80 mm: two lines an operation. */
  isRoll: boolean
  onPrinted: () => void
}

/** In mm. A roll is cut where its content ends, so that its height follows from the lines. */
const [rollWidth, rollHead, rollLine] = [80, 70, 11]

/** The account of a client on paper. Visible only in print. */
export function StatementPages({ statement, from, to, isRoll, onPrinted }: StatementPagesProps) {
  const title = `Relevé de ${statement.name}`
  const size = { width: rollWidth, height: rollHead + rollLine * statement.entries.length }
  return (
    <PrintedPages label={`${title} à imprimer`} {...(isRoll ? { paper: size } : {})} onPrinted={onPrinted}>
      <div style={isRoll ? { padding: '4mm' } : undefined}>
        <header className={paper.head}>
          <PaperHead title={title} />
        </header>
        <p>
          Du {formatDay(from)} au {formatDay(to)}
        </p>
        <p>
          Solde avant : <Money amount={statement.before} unit />
        </p>
        {isRoll ? <Roll statement={statement} /> : <Sheet statement={statement} />}
        <p>
          <b>
            Solde au {formatDay(to)} : <Money amount={statement.balance} unit />
          </b>
          {statement.balance < 0 && ', payé d’avance'}
        </p>
      </div>
    </PrintedPages>
  )
}

function Sheet({ statement: { entries } }: Pick<StatementPagesProps, 'statement'>) {
  return (
    <table className={paper.table}>
      <thead>
        <tr>
          <th>Date</th>
          <th>Opération</th>
          <th className={paper.end}>Dû</th>
          <th className={paper.end}>Réglé</th>
          <th className={paper.end}>Solde</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.kind} ${entry.at} ${entry.balance}`}>
            <td>{formatShortDay(entry.at)}</td>
            <td>{entryText(entry)}</td>
            <td className={paper.end}>{entry.amount > 0 && <Money amount={entry.amount} />}</td>
            <td className={paper.end}>{entry.amount < 0 && <Money amount={-entry.amount} />}</td>
            <td className={paper.end}>
              <Money amount={entry.balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Roll({ statement: { entries } }: Pick<StatementPagesProps, 'statement'>) {
  return (
    <table className={paper.table}>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.kind} ${entry.at} ${entry.balance}`}>
            <td>
              {formatShortDay(entry.at)}
              <br />
              {entryText(entry)}
            </td>
            <td className={paper.end}>
              <Money amount={entry.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
