import { dayOf, utcMidnight } from '#shared/domain/dates.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'

interface DayFieldProps {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
  description?: string
  /** How many of the 100 years in the list are in the future. */
  yearsAhead?: number
  'data-span'?: number
}

/** An optional calendar day. */
export function DayField({ value, onChange, 'data-span': span, ...props }: DayFieldProps) {
  return (
    <div data-span={span}>
      <DatePicker
        clearable
        {...props}
        value={value ? utcMidnight(value) : null}
        onChange={(date) => onChange(date && dayOf(date))}
      />
    </div>
  )
}
