import { useAtomValue } from 'jotai'
import type { WholesalerClaimDetail } from '#shared/contract/wholesaler-claims.ts'
import { claimLetter } from '#shared/domain/statements/claim-letter.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { Money } from '#shared/ui/money.tsx'
import { PaperHead, PrintedPages } from '#shared/papers/printed-pages.tsx'
import paper from '#shared/papers/signed-paper.module.css'
import { todayAtom } from '#backoffice/ui/today.ts'

/** The letter to the supplier on A4. Visible only in print. */
export function ClaimLetter({ claim, onPrinted }: { claim: WholesalerClaimDetail; onPrinted: () => void }) {
  const today = useAtomValue(todayAtom)
  const { supplier } = claim
  const currency = useCurrency()
  const { title, paragraphs, lines, showsAccepted, closing } = claimLetter(claim, {
    money: (amount) => formatMoney(amount, currency),
    day: formatDay,
  })
  return (
    <PrintedPages label={`${title} à imprimer`} onPrinted={onPrinted}>
      <header className={paper.head}>
        <PaperHead title={title} />
      </header>
      <p>
        {supplier.name}
        {supplier.customerNumber && `, client n°\u00a0${supplier.customerNumber}`}
        {[supplier.address, supplier.phone, supplier.email].filter(Boolean).map((line) => ` · ${line}`)}
        <br />
        Le {formatDay(today)}
        {claim.statementReference && `, votre relevé ${claim.statementReference}`}
      </p>
      <p>Madame, Monsieur,</p>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <table className={paper.table}>
        <thead>
          <tr>
            <th>BL</th>
            <th>Produit ou objet</th>
            <th>Cause</th>
            <th>Preuve</th>
            <th className={paper.end}>Réclamé</th>
            {showsAccepted && <th className={paper.end}>Accepté</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ position, noteNumber, label, reason, evidence, amount, accepted, photos }) => (
            <tr key={position}>
              <td>{noteNumber ?? '–'}</td>
              <td>{label}</td>
              <td>{claimReasonWords[reason]}</td>
              <td>
                {[evidence, photos > 0 && `${plural(photos, 'photo')} à l’appui.`].filter(Boolean).join(' ') || '–'}
              </td>
              <td className={paper.end}>
                <Money amount={amount} />
              </td>
              {showsAccepted && <td className={paper.end}>{accepted === null ? '–' : <Money amount={accepted} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {closing.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Reçu par {supplier.name}</span>
      </div>
    </PrintedPages>
  )
}
