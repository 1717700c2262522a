import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Rectangle, type RectangleProps } from 'recharts'
import { useCurrency } from '../currency.tsx'
import { formatSigned } from '../money-format.ts'
import classes from './chart.module.css'

export interface Gap {
  /** Day of the month: « 14 ». */
  label: string
  /** Minor units: negative is missing, positive is too much, 0 is right. */
  amount: number
}

interface GapChartProps {
  label: string
  gaps: readonly Gap[]
  height?: number
}

/** Gaps up and down from zero: red missing, blue too much, a green dot when the count was right. */
export function GapChart({ label, gaps, height = 160 }: GapChartProps) {
  const currency = useCurrency()
  const drawGap = ({ payload, ...bar }: RectangleProps & { payload?: Gap }) => {
    const amount = payload?.amount ?? 0
    const [x, y, width, tall] = [Number(bar.x), Number(bar.y), Number(bar.width), Number(bar.height)]
    const middle = x + width / 2
    if (amount === 0) return <circle cx={middle} cy={y} r={4} fill="var(--mantine-color-officine-5)" />
    const edge = y + tall
    return (
      <g>
        <Rectangle {...bar} radius={2} fill={`var(--mantine-color-${amount < 0 ? 'danger' : 'info'}-5)`} />
        <text x={middle} y={amount < 0 ? Math.max(y, edge) + 14 : Math.min(y, edge) - 6} textAnchor="middle" fontSize={12.5} fontWeight={700} fill="var(--mantine-color-gray-9)">
          {formatSigned(amount, currency)}
        </text>
      </g>
    )
  }
  return (
    <figure className={classes.figure} aria-label={label}>
      <BarChart
        h={height}
        data={gaps.map((gap) => ({ ...gap }))}
        dataKey="label"
        series={[{ name: 'amount', label, color: 'danger.5' }]}
        withYAxis={false}
        gridAxis="none"
        textColor="gray.6"
        maxBarWidth={14}
        referenceLines={[{ y: 0, color: 'gray.3', zIndex: -1 }]}
        yAxisProps={{ domain: [(least: number) => Math.min(least * 1.25, 0), (most: number) => Math.max(most * 1.25, 0)] }}
        valueFormatter={(value) => formatSigned(value, currency)}
        barProps={{ shape: drawGap as never }}
        barChartProps={{ margin: { top: 22, right: 16, bottom: 22, left: 16 } }}
      />
    </figure>
  )
}
