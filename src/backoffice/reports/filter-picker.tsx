import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { reports } from '#shared/contract/reports.ts'
import type { Period } from '#shared/domain/reports/compared-period.ts'
import { dimensionNames, dimensions, isKnownOf, type DimensionName } from '#shared/domain/reports/dimensions.ts'
import type { MeasureName } from '#shared/domain/reports/measures.ts'
import { groupName } from '#shared/domain/reports/report-words.ts'
import type { ReportFilter } from '#backoffice/reports/report-address.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** As many groups as one looks through by typing. */
const mostOffered = 1000

interface FilterPickerProps {
  measures: readonly MeasureName[]
  period: Period
  onPick: (filter: ReportFilter) => void
}

/** A filter is a group that the period has: first by what, then which one. */
export function FilterPicker({ measures, period, onPick }: FilterPickerProps) {
  const [dimension, setDimension] = useState<DimensionName | null>(null)
  const [first] = measures
  const body = {
    measures: first ? [first] : [],
    dimensions: dimension ? [dimension] : [],
    period,
    limit: mostOffered,
  }
  const { data } = useAnswer(reports.ask, { body }, { enabled: first !== undefined && dimension !== null })
  const offered = dimensionNames.filter((each) => measures.every((measure) => isKnownOf(each, measure)))
  // A select takes no empty value; the key of what is not known is empty.
  const rows = (data?.rows ?? []).map(({ keys: [key = ''], names: [name] }) => ({
    key,
    name: dimension ? groupName(dimension, name) : '',
  }))
  return (
    <Stack gap="xs">
      <Select
        label="Filtrer par"
        data={offered.map((value) => ({ value, label: dimensions[value].label }))}
        searchable
        comboboxProps={{ withinPortal: false }}
        value={dimension}
        onChange={(value) => setDimension(dimensionNames.find((each) => each === value) ?? null)}
      />
      {dimension && (
        <Select
          label={dimensions[dimension].label}
          data={rows.map(({ name }, at) => ({ value: String(at), label: name }))}
          searchable
          nothingFoundMessage={data ? 'Rien sur cette période' : 'Lecture…'}
          limit={100}
          comboboxProps={{ withinPortal: false }}
          value={null}
          onChange={(value) => {
            const row = value === null ? undefined : rows[Number(value)]
            if (row) onPick({ dimension, ...row })
          }}
        />
      )}
    </Stack>
  )
}
