import { useAtomValue } from 'jotai'
import type { WholesalerClaimDetail } from '#shared/contract/wholesaler-claims.ts'
import { claimReasonWords } from '#shared/domain/statements/claim-reasons.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { Money } from '#shared/ui/money.tsx'
import { claimName } from '#backoffice/claims/claim-words.ts'
import { PaperHead, PrintedPages } from '#backoffice/ui/printed-pages.tsx'
import paper from '#backoffice/ui/signed-paper.module.css'
import { todayAtom } from '#backoffice/ui/today.ts'

/** The letter to the supplier on A4. Visible only in print. */
export function ClaimLetter({ claim, onPrinted }: { claim: WholesalerClaimDetail; onPrinted: () => void }) {
  const today = useAtomValue(todayAtom)
  const { supplier } = claim
  const title = claimName(claim.number)
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
      <p>
        Madame, Monsieur, nous avons constaté les écarts ci-dessous et vous demandons un avoir de{' '}
        <Money amount={claim.claimed} unit />. Merci d’y rappeler le numéro de cette réclamation.
      </p>
      <table className={paper.table}>
        <thead>
          <tr>
            <th>BL</th>
            <th>Produit ou objet</th>
            <th>Cause</th>
            <th>Preuve</th>
            <th className={paper.end}>Montant</th>
          </tr>
        </thead>
        <tbody>
          {claim.lines.map(({ position, noteNumber, label, reason, evidence, amount, photos }) => (
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
            </tr>
          ))}
        </tbody>
      </table>
      <div className={paper.signatures}>
        <span>Le pharmacien</span>
        <span>Reçu par {supplier.name}</span>
      </div>
    </PrintedPages>
  )
}
