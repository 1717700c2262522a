import { useAtomValue } from 'jotai'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'
import { type DayFilters, isDay } from '#backoffice/ui/periods.ts'
import { todayAtom } from '#backoffice/ui/today.ts'

interface DayFilterFieldsProps {
  filters: DayFilters
  onChange: (change: { du?: string | null; au?: string | null }) => void
}

/** The fields « Du » and « Au » of the filter menu. */
export function DayFilterFields({ filters: { du, au }, onChange }: DayFilterFieldsProps) {
  const today = useAtomValue(todayAtom)
  const common = { today, yearsAhead: 0, withinPortal: false }
  return (
    <>
      <TypedDayInput {...common} label="Du" value={isDay(du) ? du : null} onChange={(day) => onChange({ du: day })} />
      <TypedDayInput {...common} label="Au" value={isDay(au) ? au : null} onChange={(day) => onChange({ au: day })} />
    </>
  )
}
