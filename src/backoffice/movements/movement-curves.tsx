import { Skeleton } from '@mantine/core'
import { type MovementReport, movements } from '#shared/contract/movements.ts'
import { takenKinds } from '#shared/domain/register/takings.ts'
import { CurvesChart } from '#shared/ui/charts/curves-chart.tsx'
import { useCurrency } from '#shared/ui/currency.tsx'
import { currencySymbol, formatAmount } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import type { MovementQuery } from '#backoffice/movements/movement-filters.tsx'
import { hoursOf } from '#backoffice/movements/movement-sums.ts'
import classes from '#backoffice/movements/movements.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { paymentName } from '#backoffice/ui/sale-columns.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const hourText = (hour: number) => `${hour}\u00a0h`

/** Incoming and outgoing money per hour of the day, without what only changes its place unless the filter asks for it. */
export function MovementCurves({ query }: { query: Partial<MovementQuery> }) {
  const isOfKinds = query.kind !== undefined
  const asked = isOfKinds ? query : { ...query, kind: takenKinds.join() }
  const { data, isStale, error, retry } = useAnswer(movements.report, { query: asked }, { keep: true })
  if (data && !isStale) return <Hours hours={data.hours} isOfKinds={isOfKinds} />
  if (error === null) return <Skeleton height={360} aria-hidden />
  return <PanelFace error={error} onRetry={retry} missingText="Les mouvements n’existent plus." />
}

/** The hours as curves, with the exact amounts below. */
function Hours({ hours, isOfKinds }: { hours: MovementReport['hours']; isOfKinds: boolean }) {
  const currency = useCurrency()
  const { types, rows } = hoursOf(hours)
  if (types.length === 0)
    return (
      <Sheet title="Par heure de la journée">
        <Nothing>Aucun mouvement à montrer.</Nothing>
      </Sheet>
    )
  return (
    <>
      <Sheet
        title="Par heure de la journée"
        fact={
          isOfKinds
            ? currencySymbol(currency)
            : `${currencySymbol(currency)}, sans les fonds de caisse, les entrées ni les remises en banque`
        }
      >
        <CurvesChart
          label={`Mouvements par heure, de ${hourText(rows[0]!.hour)} à ${hourText(rows.at(-1)!.hour)}\u202f; les montants sont dans le tableau`}
          points={rows.map(({ hour, values }) => ({
            label: hourText(hour),
            values: Object.fromEntries(types.map((type) => [type, values[type] ?? 0])),
          }))}
          curves={types.map((type) => ({ key: type, label: paymentName(type) }))}
          format={(value) => formatAmount(Math.round(value), currency)}
        />
      </Sheet>
      <Sheet title="Heure par heure">
        <div
          className={`${classes.wide} officine-focus`}
          tabIndex={0}
          role="group"
          aria-label="Montants par heure et par moyen"
        >
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
