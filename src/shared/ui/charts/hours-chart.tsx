import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import { Rectangle, type RectangleProps } from 'recharts'
import { useCurrency } from '../currency.tsx'
import { formatAmount } from '../money-format.ts'
import classes from './chart.module.css'

export interface HourBar {
  /** « 8 h » */
  label: string
  /** Minor units; null for hours in the future. */
  amount: number | null
  /** The amount of this hour on an average day. */
  average?: number
}

interface HoursChartProps {
  /** Accessible name: « Ventes par heure, le plus fort à 18 h ». */
  label: string
  hours: readonly HourBar[]
  /** Legend: « Aujourd’hui » and « Samedi moyen ». */
  amountName: string
  averageName?: string
  height?: number
}

/** Bars of the day with the line of an average day; the highest bar is darker and shows its figure. */
export function HoursChart({ label, hours, amountName, averageName, height = 260 }: HoursChartProps) {
  const currency = useCurrency()
  const write = (value: number) => formatAmount(Math.round(value), currency)
  const strongest = Math.max(...hours.map((hour) => hour.amount ?? 0))
  const drawBar = ({ payload, ...bar }: RectangleProps & { payload?: HourBar }) => {
    const isStrongest = strongest > 0 && payload?.amount === strongest
    return (
      <g>
        <Rectangle {...bar} radius={[3, 3, 0, 0]} fill={`var(--mantine-color-officine-${isStrongest ? 8 : 6})`} />
        {isStrongest && (
          <text
            x={Number(bar.x) + Number(bar.width) / 2}
            y={Number(bar.y) - 9}
            textAnchor="middle"
            fontWeight={700}
            fontSize={14}
            fill="var(--mantine-color-officine-8)"
          >
            {write(strongest)}
          </text>
        )}
      </g>
    )
  }
  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.legend} aria-hidden>
        <span>
          <i style={{ background: 'var(--mantine-color-officine-6)' }} />
          {amountName}
        </span>
        {averageName && (
          <span>
            <i className={classes.line} style={{ background: 'var(--mantine-color-warning-5)' }} />
            {averageName}
          </span>
        )}
      </div>
      <CompositeChart
        h={height}
        data={hours.map((hour) => ({ ...hour }))}
        dataKey="label"
        series={[
          { name: 'amount', label: amountName, color: 'officine.6', type: 'bar' },
          ...(averageName ? [{ name: 'average', label: averageName, color: 'warning.5', type: 'line' as const }] : []),
        ]}
        curveType="linear"
        withDots={false}
        strokeWidth={2.5}
        strokeDasharray="0"
        gridColor="gray.1"
        textColor="gray.6"
        maxBarWidth={34}
        valueFormatter={write}
        barProps={{ shape: drawBar }}
        composedChartProps={{ margin: { top: 24, right: 8, bottom: 8, left: 4 } }}
        yAxisProps={{ width: 64 }}
      />
    </figure>
  )
}
