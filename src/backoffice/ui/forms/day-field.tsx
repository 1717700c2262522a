import { useAtomValue } from 'jotai'
import type { CenturyRule } from '#shared/domain/typed-day.ts'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'

interface DayFieldProps {
  label: string
  /** A day, nothing, or a text that is no date: the schema of the call refuses it. */
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
  description?: string
  /** « past »: a birth date. */
  century?: CenturyRule
  /** How many of the 100 years in the list are in the future. */
  yearsAhead?: number
  'data-span'?: number
}

/** An optional calendar day. */
export function DayField({ 'data-span': span, ...props }: DayFieldProps) {
  const today = useAtomValue(todayAtom)
  return (
    <div data-span={span}>
      <TypedDayInput isLive today={today} {...props} />
    </div>
  )
}
