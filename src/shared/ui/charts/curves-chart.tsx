import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { formatAmount } from '../money-format.ts'
import classes from './chart.module.css'

interface CurvesChartProps {
  /** Accessible name. */
  label: string
  /** From left to right: a label (« 8 h ») and the value of each curve. */
  points: readonly { label: string; values: Readonly<Record<string, number>> }[]
  /** `key` in the values, and name in the legend. */
  curves: readonly { key: string; label: string }[]
  format?: (value: number) => string
  height?: number
}

const colors = ['officine.6', 'info.6', 'warning.6', 'danger.6', 'gray.7'] as const
const dashes = ['0', '7 3', '2 3', '10 3 2 3'] as const

/** Curves differ in colour and dash pattern, because colour alone must not carry information. 20 combinations. */
const strokeOf = (at: number) => ({
  color: colors[at % colors.length]!,
  dash: dashes[((at % colors.length) + Math.floor(at / colors.length)) % dashes.length]!,
})

/** Values along the day, one curve each; negative values are possible. */
export function CurvesChart({
  label,
  points,
  curves,
  format = (value) => formatAmount(value),
  height = 300,
}: CurvesChartProps) {
  const series = curves.map((curve, at) => ({ ...curve, ...strokeOf(at) }))
  return (
    <figure className={classes.figure} aria-label={label}>
      <div className={classes.legend} aria-hidden>
        {series.map(({ key, label: name, color, dash }) => (
          <span key={key}>
            <svg width="24" height="4">
              <line
                x1="0"
                x2="24"
                y1="2"
                y2="2"
                stroke={`var(--mantine-color-${color.replace('.', '-')})`}
                strokeWidth="3"
                strokeDasharray={dash}
              />
            </svg>
            {name}
          </span>
        ))}
      </div>
      <LineChart
        h={height}
        data={points.map((point) => ({ label: point.label, ...point.values }))}
        dataKey="label"
        series={series.map(({ key, label: name, color, dash }) => ({
          name: key,
          label: name,
          color,
          strokeDasharray: dash,
        }))}
        curveType="linear"
        strokeWidth={2.5}
        gridColor="gray.1"
        textColor="gray.6"
        valueFormatter={format}
        referenceLines={[{ y: 0, color: 'gray.5' }]}
        lineChartProps={{ margin: { top: 12, right: 12, bottom: 8, left: 4 } }}
        yAxisProps={{ width: 72 }}
      />
    </figure>
  )
}
