import { dayOf, utcMidnight } from '#shared/domain/dates.ts'
import { DatePicker } from '#shared/ui/date-picker.tsx'

interface DayFieldProps {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
  description?: string
  /** Of the 100 years listed, how many lie ahead. */
  yearsAhead?: number
  'data-span'?: number
}

/** A calendar day that may stay empty. */
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
