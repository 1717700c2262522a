import { SegmentedControl } from '@mantine/core'
import { type DayFilters, periodDays, periodOf, periods, type PeriodKey } from '#backoffice/ui/periods.ts'

interface PeriodSwitchProps {
  filters: DayFilters
  today: string
  onChange: (days: { du: string | null; au: string | null }) => void
}

/** Buttons for common periods, in the head of a list. */
export function PeriodSwitch({ filters, today, onChange }: PeriodSwitchProps) {
  return (
    <SegmentedControl
      aria-label="Période"
      withItemsBorders={false}
      data={periods.map(({ key, label }) => ({ value: key, label }))}
      value={periodOf(filters, today) ?? ''}
      onChange={(key) => onChange(periodDays(key as PeriodKey, today))}
    />
  )
}
