import { dayOf, utcMidnight } from '#shared/domain/dates.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'
import { type DayFilters, isDay } from '#backoffice/ui/periods.ts'

const asDate = (day: string | undefined) => (isDay(day) ? utcMidnight(day) : null)

interface DayFilterFieldsProps {
  filters: DayFilters
  onChange: (change: { du?: string | null; au?: string | null }) => void
}

/** The fields « Du » and « Au » of the filter menu. */
export function DayFilterFields({ filters: { du, au }, onChange }: DayFilterFieldsProps) {
  return (
    <>
      <DatePicker
        label="Du"
        clearable
        withinPortal={false}
        yearsAhead={0}
        value={asDate(du)}
        onChange={(date) => onChange({ du: date && dayOf(date) })}
      />
      <DatePicker
        label="Au"
        clearable
        withinPortal={false}
        yearsAhead={0}
        value={asDate(au)}
        onChange={(date) => onChange({ au: date && dayOf(date) })}
      />
    </>
  )
}
