import type { MovementReport } from '#shared/contract/movements.ts'
import { CurvesChart } from '#shared/ui/charts/curves-chart.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { hoursOf } from '#backoffice/movements/movement-sums.ts'
import classes from '#backoffice/movements/movements.module.css'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'

const hourText = (hour: number) => `${hour}\u00a0h`

/** What came and went in each hour of the day, by means: as curves, and to the franc below. */
export function MovementCurves({ report }: { report: MovementReport }) {
  const currency = useCurrency()
  const { types, rows } = hoursOf(report)
  if (types.length === 0) return <Sheet title="Par heure de la journée"><Nothing>Aucun mouvement à montrer.</Nothing></Sheet>
  return (
    <>
      <Sheet title="Par heure de la journée" fact={currency.symbol}>
        <CurvesChart
          label={`Mouvements par heure, de ${hourText(rows[0]!.hour)} à ${hourText(rows.at(-1)!.hour)} ; les montants sont dans le tableau`}
          points={rows.map(({ hour, values }) => ({ label: hourText(hour), values: Object.fromEntries(types.map((type) => [type, values[type] ?? 0])) }))}
          curves={types.map((type) => ({ key: type, label: paymentName(type) }))}
          format={(value) => formatAmount(Math.round(value), currency)}
        />
      </Sheet>
      <Sheet title="Heure par heure">
        <div className={`${classes.wide} officine-focus`} tabIndex={0} role="group" aria-label="Montants par heure et par moyen">
          <table className={`${table.table} ${table.dense}`}>
            <thead>
              <tr>
                <th>Heure</th>
                {types.map((type) => (
                  <th key={type} className={table.end}>
                    {paymentName(type)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ hour, values }) => (
                <tr key={hour}>
                  <td>{hourText(hour)}</td>
                  {types.map((type) => (
                    <td key={type} className={table.end}>
                      {values[type] === undefined ? '–' : <Money amount={values[type]} />}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Sheet>
    </>
  )
}
