import { DatePicker } from '@mantine/dates'
import { calendarProps } from './calendar-props.ts'

interface DayCalendarProps {
  /** Calendar days as `2026-11-21`. */
  value: string | null
  /** The day that is shown first if none is chosen. */
  shown: string
  max?: string | undefined
  /** How many of the 100 listed years are in the future. */
  yearsAhead?: number | undefined
  onChoose: (day: string | null) => void
}

/** The calendar of one day. It weighs as much as all other fields together, so it loads when it is opened. */
export function DayCalendar({ value, shown, max, yearsAhead, onChoose }: DayCalendarProps) {
  return (
    <DatePicker
      {...calendarProps(yearsAhead)}
      value={value}
      defaultDate={shown}
      {...(max ? { maxDate: max } : {})}
      onChange={onChoose}
    />
  )
}
