import type { AgedRow } from '#shared/contract/bill-reports.ts'
import { bills } from '#shared/contract/bills.ts'
import { clients } from '#shared/contract/clients.ts'
import { receivablesOf } from '#shared/domain/billing/receivables.ts'
import { saturatedSum } from '#shared/domain/money.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { Answered, Box } from '#backoffice/dashboard/box.tsx'
import classes from '#backoffice/dashboard/debts.module.css'
import { useOpens } from '#backoffice/dashboard/opens.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shownPayers = 3
/** So many debtors are added up; of more, only their number is shown. */
const addedDebtors = 200

const ages = [
  ['upTo30', 'Moins de 31\u00a0j'],
  ['upTo60', '31 à 60\u00a0j'],
  ['upTo90', '61 à 90\u00a0j'],
  ['over90', 'Plus de 90\u00a0j'],
] as const
const isOld = (age: string) => age === 'upTo90' || age === 'over90'
const groups = [
  { name: 'Assureurs et organismes', isOf: ({ payerKind }: AgedRow) => payerKind !== 'person' },
  { name: 'Clients', isOf: ({ payerKind }: AgedRow) => payerKind === 'person' },
]

/** All that payers and clients owe, billed or not, by the date of the sales: the figures of the aged balance. */
export function DebtsBox() {
  const opens = useOpens()
  const [hasBills, hasClients] = [opens('/factures'), opens('/clients')]
  const aged = useAnswer(bills.aged, {}, { enabled: hasBills })
  if (!hasBills && !hasClients) return null
  return (
    <Box title="Créances" link={hasBills && <TextLink to="/factures/balance">Balance âgée</TextLink>}>
      {hasBills && (
        <Answered of={aged} height={180}>
          {(rows) => <Aged rows={rows} />}
        </Answered>
      )}
      {hasClients && <Debtors />}
    </Box>
  )
}

function Aged({ rows }: { rows: readonly AgedRow[] }) {
  const late = rows.filter(({ left, notDue }) => left > notDue).slice(0, shownPayers)
  const { owed, unbilled, ahead } = receivablesOf(rows)
  if (owed === 0) return <p className={text.none}>Rien n’est dû.</p>
  return (
    <>
      <p className={classes.total}>
        <b>
          <Money amount={owed} unit />
        </b>
        {unbilled > 0 && (
          <TextLink to="/factures/bons">
            dont <Money amount={unbilled} /> à facturer
          </TextLink>
        )}
        {ahead > 0 && (
          <TextLink to="/factures/paiements?avance=oui">
            <Money amount={ahead} /> d’avance
          </TextLink>
        )}
      </p>
      {groups.map(({ name, isOf }) => {
        const own = rows.filter(isOf)
        const soldOf = (age: (typeof ages)[number][0]) => saturatedSum(own.map(({ sold }) => sold[age]))
        return (
          <section key={name} className={classes.debt} aria-label={name}>
            <h3>
              {name}
              <Money amount={receivablesOf(own).owed} unit />
            </h3>
            <dl className={classes.ages}>
              {ages.map(([age, label]) => (
                <div key={age} data-late={(isOld(age) && soldOf(age) > 0) || undefined}>
                  <dt>{label}</dt>
                  <dd>
                    <Money amount={soldOf(age)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
      {late.length > 0 && (
        <ul className={classes.late} aria-label="À relancer">
          {late.map(({ payerId, payerName, left, notDue }) => (
            <li key={payerId}>
              <TextLink to={`/factures/suivi/${payerId}`}>{payerName}</TextLink>
              <span>
                <Money amount={left - notDue} /> en retard
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Patients with a debt, on a bill or not: the list of clients knows them without an age. */
function Debtors() {
  const query = { kind: 'person', only: 'debtors', sort: '-outgoing', size: addedDebtors } as const
  const { data } = useAnswer(clients.list, { query })
  if (!data || data.total === 0) return null
  const { items, total } = data
  return (
    <p className={classes.debtors}>
      <TextLink to="/clients?type=particulier&seulement=debiteurs">{plural(total, 'client')} avec un encours</TextLink>
      <span>
        {total <= items.length && <Money amount={saturatedSum(items.map(({ outgoing }) => outgoing))} unit />} facturé
        ou non
      </span>
    </p>
  )
}
