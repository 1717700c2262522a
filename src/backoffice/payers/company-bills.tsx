import { billFollowUps } from '#shared/contract/bill-follow-ups.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/payers/payers.module.css'
import { useMay } from '#backoffice/ui/rights.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** What an insurer owes on bills, for members who see reports. */
export function CompanyBills({ companyId }: { companyId: string }) {
  const may = useMay(billFollowUps.collection)
  const { data } = useAnswer(billFollowUps.collection, { params: { id: companyId } }, { enabled: may })
  if (!may || !data) return null
  return (
    <PanelSection
      title="Factures"
      fact={data.bills.length > 0 && plural(data.bills.length, 'facture due', 'factures dues')}
    >
      {data.left > 0 ? (
        <span>
          Doit <Money amount={data.left} unit />
          {data.overdue > 0 && (
            <>
              , dont <Money amount={data.overdue} /> en retard
            </>
          )}
          .
        </span>
      ) : (
        <span className={text.quiet}>Ne doit rien sur facture.</span>
      )}
      {data.bills.map(({ id, number, dueOn, late, left }) => (
        <div key={id} className={classes.line}>
          <TextLink to={`/factures/${id}`}>{number}</TextLink>
          {late > 0 && <StatusTag tone="warning">En retard</StatusTag>}
          <span className={text.quiet}>
            échéance {formatShortDay(dueOn)}, <Money amount={left} />
          </span>
        </div>
      ))}
      <div className={classes.line}>
        <TextLink to={`/factures?payeur=${companyId}`}>Toutes ses factures</TextLink>
        <TextLink to={`/factures/suivi/${companyId}`}>Relances et règles</TextLink>
      </div>
    </PanelSection>
  )
}
