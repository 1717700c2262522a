import { Select } from '@mantine/core'
import { comparisons, type Comparison, type Period } from '#shared/domain/reports/compared-period.ts'
import { comparisonLabels } from '#shared/domain/reports/report-words.ts'
import { TypedDayInput } from '#shared/ui/typed-day-input.tsx'

interface DaysFieldsProps {
  period: Period
  today: string
  onChange: (period: Period) => void
}

/** The days of a report; a day that would end before the other begins is not taken. */
export function DaysFields({ period, today, onChange }: DaysFieldsProps) {
  return (
    <>
      <TypedDayInput
        label="Du"
        today={today}
        yearsAhead={0}
        max={period.to}
        value={period.from}
        onChange={(from) => from !== null && from <= period.to && onChange({ ...period, from })}
      />
      <TypedDayInput
        label="Au"
        today={today}
        yearsAhead={0}
        value={period.to}
        onChange={(to) => to !== null && to >= period.from && onChange({ ...period, to })}
      />
    </>
  )
}

interface ComparisonFieldProps {
  comparison: Comparison | null
  onChange: (comparison: Comparison | null) => void
}

/** What a report is compared with. */
export function ComparisonField({ comparison, onChange }: ComparisonFieldProps) {
  return (
    <Select
      label="Comparé à"
      data={[
        ...comparisons.map((value) => ({ value: value as string, label: comparisonLabels[value] })),
        { value: 'aucune', label: 'rien' },
      ]}
      value={comparison ?? 'aucune'}
      allowDeselect={false}
      onChange={(value) => onChange(comparisons.find((each) => each === value) ?? null)}
    />
  )
}
