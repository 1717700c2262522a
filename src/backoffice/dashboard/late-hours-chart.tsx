import { Skeleton } from '@mantine/core'
import { latePart } from '#shared/ui/late-part.tsx'

/** Height in pixels of the chart, and of the chart with its legend. */
export const chartHeight = 240
export const hoursHeight = chartHeight + 28

/** The chart is the largest file of the dashboard: the figures do not wait for it. */
export const LateHoursChart = latePart(
  async () => (await import('#shared/ui/charts/hours-chart.tsx')).HoursChart,
  <Skeleton height={hoursHeight} aria-hidden />,
)
