import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { agreed, capital, thisOne } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration, RecordRow } from '#backoffice/ui/records/record-declaration.ts'
import classes from '#backoffice/ui/records/records.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const typingMs = 250
/** The list of such a family is short: one call reads all rows. */
const most = 2000

interface TwinNoteProps<Row extends RecordRow, Values extends Record<string, unknown>> {
  record: RecordDeclaration<Row, Values>
  /** What stands in the field of the name. */
  typed: string
  values: Values
  own: string | null
  /** The field says already that this name exists. */
  isRefused: boolean
}

/** While a name is typed, shows the record that has it, ignoring case and accents. */
export function TwinNote<Row extends RecordRow, Values extends Record<string, unknown>>({
  record,
  typed,
  values,
  own,
  isRefused,
}: TwinNoteProps<Row, Values>) {
  const [name] = useDebouncedValue(fold(typed), typingMs)
  const { data } = useAnswer(record.calls.list, { query: { size: most } } as CallInput<Endpoint>, {
    enabled: name !== '',
  })
  const rows = (data as { items: readonly Row[] } | undefined)?.items ?? []
  const twin =
    name === ''
      ? undefined
      : rows.find(
          (row) => row.id !== own && fold(record.nameOf(row)) === name && (record.isOfSameKind?.(row, values) ?? true),
        )
  if (!twin) return null
  if (isRefused && !twin.archived && record.nameOf(twin) === typed.trim()) return null
  return (
    <span className={classes.twin} role="status">
      {`${capital(thisOne(record.noun))} existe déjà\u00a0: ${record.nameOf(twin)}${twin.archived ? ` (${agreed(record.noun, 'archivé')})` : ''}.`}
    </span>
  )
}
