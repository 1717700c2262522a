import { Select } from '@mantine/core'
import { DatePickerInput, DateTimePicker, MonthPickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dateFromDay, dateFromWallClock, dayFromDate, wallClockFromDate } from './calendar-day.ts'
import { calendarProps, usualYearsAhead, yearRange } from './calendar-props.ts'
import classes from './date-picker.module.css'

interface DatePickerProps {
  value: Date | null
  /**
   * Without time: UTC midnight of the chosen day (first of the month, first of the year). With time: the instant. Null
   * when cleared.
   */
  onChange: (value: Date | null) => void
  mode?: 'day' | 'month' | 'year'
  /** Adds hours and minutes to a day. */
  withTime?: boolean
  clearable?: boolean
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
  placeholder?: string
  /** Bounds, inclusive. */
  minDate?: Date
  maxDate?: Date
  /** How many of the 100 listed years are in the future: 0 for a birth date, 10 for an expiry. */
  yearsAhead?: number
  disabled?: boolean
  required?: boolean
  /** False inside another popover, which would treat a click in a portal as a click outside. */
  withinPortal?: boolean
}

/**
 * A date chosen by touch or by keyboard: a day (« samedi 21/11/2026 »), a month (« novembre 2026 ») or a year. Weeks
 * begin on Monday.
 */
export function DatePicker({ mode = 'day', withTime = false, ...props }: DatePickerProps) {
  if (mode === 'year') return <YearField {...props} />
  if (mode === 'day' && withTime) return <MomentField {...props} />
  return <DayField {...props} isMonth={mode === 'month'} />
}

type FieldProps = Omit<DatePickerProps, 'mode' | 'withTime'>

function fieldProps({
  clearable = false,
  label,
  description,
  error,
  placeholder = 'Sélectionner',
  disabled,
  required,
  yearsAhead,
  withinPortal = true,
}: FieldProps) {
  return {
    clearable,
    label,
    description,
    error,
    placeholder,
    disabled,
    withAsterisk: required,
    clearButtonProps: { 'aria-label': 'Effacer la date' },
    leftSection: <IconCalendar size={20} aria-hidden />,
    leftSectionPointerEvents: 'none' as const,
    ...calendarProps(yearsAhead),
    popoverProps: { returnFocus: true, withinPortal },
  }
}

function DayField({ isMonth, ...props }: FieldProps & { isMonth: boolean }) {
  const { value, onChange, minDate, maxDate } = props
  const Field = isMonth ? MonthPickerInput : DatePickerInput
  return (
    <Field
      {...fieldProps(props)}
      {...(value && { defaultDate: dayFromDate(value) })}
      valueFormat={isMonth ? 'MMMM YYYY' : 'dddd DD/MM/YYYY'}
      value={value && dayFromDate(value)}
      onChange={(day: string | null) => onChange(day === null ? null : dateFromDay(day))}
      minDate={minDate && dayFromDate(minDate)}
      maxDate={maxDate && dayFromDate(maxDate)}
    />
  )
}

function MomentField(props: FieldProps) {
  const { value, onChange, minDate, maxDate } = props
  const common = fieldProps(props)
  return (
    <DateTimePicker
      {...common}
      {...(value && { defaultDate: wallClockFromDate(value) })}
      classNames={{ ...common.classNames, timeWrapper: classes.timeWrapper }}
      valueFormat="dddd DD/MM/YYYY HH:mm"
      value={value && wallClockFromDate(value)}
      onChange={(reading) => onChange(reading === null ? null : dateFromWallClock(reading))}
      minDate={minDate && wallClockFromDate(minDate)}
      maxDate={maxDate && wallClockFromDate(maxDate)}
      timePickerProps={{
        label: 'horaire',
        hoursInputLabel: 'Heures',
        minutesInputLabel: 'Minutes',
        className: classes.time,
      }}
      submitButtonProps={{ 'aria-label': 'Garder cette date' }}
    />
  )
}

/** A list of years, most recent first, because a calendar does not help to choose a year. */
function YearField(props: FieldProps) {
  const {
    value,
    onChange,
    minDate,
    maxDate,
    yearsAhead = usualYearsAhead,
    clearable = false,
    label,
    description,
    error,
    placeholder = 'Sélectionner',
    disabled,
    required,
  } = props
  const [first, last] = yearRange(yearsAhead)
  const [min, max] = [minDate?.getUTCFullYear() ?? -Infinity, maxDate?.getUTCFullYear() ?? Infinity]
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index)
  const chosen = value?.getUTCFullYear()
  // A value outside the list must be visible too.
  const listed = chosen === undefined || years.includes(chosen) ? years : [...years, chosen].sort((a, b) => b - a)
  return (
    <Select
      label={label}
      description={description}
      error={error}
      placeholder={placeholder}
      disabled={disabled}
      withAsterisk={required}
      clearable={clearable}
      // Mantine hides this button from screen readers; all three modes must be clearable.
      clearButtonProps={{ 'aria-label': 'Effacer la date', 'aria-hidden': false, tabIndex: 0 }}
      allowDeselect={false}
      searchable
      nothingFoundMessage="Aucune année"
      data={listed.map((year) => ({ value: String(year), label: String(year), disabled: year < min || year > max }))}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(year) => onChange(year === null ? null : dateFromDay(`${year.padStart(4, '0')}-01-01`))}
    />
  )
}
