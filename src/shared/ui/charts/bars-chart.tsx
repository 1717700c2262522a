import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { formatAmount } from '../money-format.ts'
import classes from './chart.module.css'

export interface BarItem {
  label: string
  value: number
  /** danger: most urgent; warning: soon; success: settled; neutral: the rest; strong: highlighted. */
  tone?: 'neutral' | 'success' | 'strong' | 'warning' | 'danger'
}

interface BarsChartProps {
  /** Accessible name. */
  label: string
  bars: readonly BarItem[]
  format?: (value: number) => string
  height?: number
}

const colors = {
  neutral: 'gray.3',
  success: 'officine.2',
  strong: 'officine.6',
  warning: 'warning.5',
  danger: 'danger.5',
} as const

/** With more bars the figures would overlap; they are shown in a tooltip instead. */
const mostFigures = 6

/** A bar chart of few values, each with its figure. */
export function BarsChart({ label, bars, format = (value) => formatAmount(value), height = 160 }: BarsChartProps) {
  return (
    <figure className={classes.figure} aria-label={label}>
      <BarChart
        h={height}
        data={bars.map((bar) => ({ label: bar.label, value: bar.value, color: colors[bar.tone ?? 'success'] }))}
        dataKey="label"
        series={[{ name: 'value', label, color: 'officine.2' }]}
        withYAxis={false}
        gridAxis="none"
        withTooltip={bars.length > mostFigures}
        withBarValueLabel={bars.length <= mostFigures}
        valueLabelProps={{ fontWeight: 700, fontSize: 12.5, fill: 'var(--mantine-color-gray-9)' }}
        textColor="gray.6"
        maxBarWidth={44}
        valueFormatter={format}
        barProps={{ radius: [3, 3, 0, 0] }}
        barChartProps={{ margin: { top: 20, right: 4, bottom: 6, left: 4 } }}
      />
    </figure>
  )
}
