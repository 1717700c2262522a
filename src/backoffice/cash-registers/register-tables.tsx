import type { RegisterReport } from '#shared/contract/cash-registers.ts'
import type { RegisterCount } from '#shared/contract/register-counts.ts'
import { countedTotal } from '#shared/domain/register/denominations.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import classes from '#backoffice/cash-registers/cash-registers.module.css'
import { totalsOfKinds, totalsOfMeans } from '#backoffice/cash-registers/group-totals.ts'
import { addressOfKinds, addressOfMeans } from '#backoffice/cash-registers/register-addresses.ts'
import { Gap } from '#backoffice/ui/gap.tsx'
import { meansName, movementKindWords } from '#backoffice/ui/movement-words.ts'
import table from '#backoffice/ui/small-table.module.css'
import { AmountLink } from '#backoffice/ui/amount-link.tsx'

/** In print, a table has the borders of the printed page. */
type Place = { isPaper?: boolean }
const looks = (isPaper: boolean) => (isPaper ? {} : { className: `${table.table} ${table.dense}` })
const figure = { className: table.end, 'data-number': true } as const
const orDash = (amount: number | null) => (amount === null ? '–' : <Money amount={amount} />)
const whole = (count: number) => formatAmount(count, { decimals: 0 })

/** The means that were expected or counted, the drawer first. */
export function DifferenceTable({ differences, isPaper = false }: Pick<RegisterCount, 'differences'> & Place) {
  return (
    <table {...looks(isPaper)} aria-label="Attendu et compté">
      <thead>
        <tr>
          <th>Moyen</th>
          <th {...figure}>Attendu</th>
          <th {...figure}>Compté</th>
          <th {...figure}>Écart</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ type, operator, expected, counted, gap }) => (
          <tr key={`${type} ${operator ?? ''}`}>
            <td>{meansName({ type, operator })}</td>
            <td {...figure}>{orDash(expected)}</td>
            <td {...figure}>
              <Money amount={counted} />
            </td>
            <td {...figure}>
              <Gap amount={gap} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The drawer count by denomination, without empty rows. */
export function DenominationTable({ denominations, isPaper = false }: Pick<RegisterCount, 'denominations'> & Place) {
  if (denominations.length === 0)
    return <p className={classes.note}>Les billets et pièces de ce comptage ne sont pas détaillés.</p>
  return (
    <table {...looks(isPaper)} aria-label="Billets et pièces">
      <thead>
        <tr>
          <th>Billets et pièces</th>
          <th {...figure}>Nombre</th>
          <th {...figure}>Montant</th>
        </tr>
      </thead>
      <tbody>
        {denominations
          .filter(({ count }) => count > 0)
          .map(({ form, value, count }) => (
            <tr key={`${form} ${value}`}>
              <td>
                {form === 'note' ? 'Billet de' : 'Pièce de'} <Money amount={value} />
              </td>
              <td {...figure}>{whole(count)}</td>
              <td {...figure}>
                <Money amount={value * count} />
              </td>
            </tr>
          ))}
        <tr className={classes.strong}>
          <td>Espèces comptées</td>
          <td />
          <td {...figure}>
            <Money amount={countedTotal(denominations)} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/**
 * Incoming and outgoing money by kind, then by means. With the id of the register, each amount opens its movements.
 */
export function KindTable({
  totals,
  isPaper = false,
  registerId,
}: Pick<RegisterReport, 'totals'> & Place & { registerId?: string }) {
  return (
    <table {...looks(isPaper)} aria-label="Mouvements par nature">
      <thead>
        <tr>
          <th>Nature</th>
          <th {...figure}>Mouvements</th>
          <th {...figure}>Montant</th>
        </tr>
      </thead>
      {totalsOfKinds(totals).map(({ kind, means, amount, count }) => (
        <tbody key={kind}>
          <tr className={classes.strong}>
            <td>{movementKindWords[kind]}</td>
            <td {...figure}>{whole(count)}</td>
            <td {...figure}>
              <AmountLink to={registerId === undefined ? null : addressOfKinds(registerId, [kind])} amount={amount} />
            </td>
          </tr>
          {means.map((line) => (
            <tr key={meansName(line)}>
              <td className={classes.inner}>{meansName(line)}</td>
              <td {...figure}>{whole(line.count)}</td>
              <td {...figure}>
                <AmountLink
                  to={registerId === undefined ? null : addressOfMeans(registerId, line, [kind])}
                  amount={line.amount}
                />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Total of each means over all kinds, without cash rounding. */
export function MeansTable({ totals, registerId }: Pick<RegisterReport, 'totals'> & { registerId: string }) {
  return (
    <table {...looks(false)} aria-label="Mouvements par moyen">
      <thead>
        <tr>
          <th>Moyen</th>
          <th {...figure}>Mouvements</th>
          <th {...figure}>Montant</th>
        </tr>
      </thead>
      <tbody>
        {totalsOfMeans(totals).map((line) => (
          <tr key={meansName(line)}>
            <td>{meansName(line)}</td>
            <td {...figure}>{whole(line.count)}</td>
            <td {...figure}>
              <AmountLink to={addressOfMeans(registerId, line)} amount={line.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
