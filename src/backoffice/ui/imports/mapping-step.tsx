import { Select } from '@mantine/core'
import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/imports/imports.module.css'
import { Sheet } from '#backoffice/ui/sheet.tsx'

export interface MappedField<Field extends string> {
  field: Field
  label: string
  /** Shown beside the label: « obligatoire », « ou Nom et Prénom ». */
  hint?: string
}

interface MappingStepProps<Field extends string> {
  headers: readonly string[]
  /** Some values of a column. */
  samplesOf: (header: string) => readonly string[]
  fields: readonly MappedField<Field>[]
  mapping: ColumnMapping<Field>
  onChange: (mapping: ColumnMapping<Field>) => void
  /** « comme la dernière fois pour cet organisme ». */
  fact?: string
  /** What is missing before the next step. */
  barrier?: string | undefined
}

/** Maps the columns of the file to fields, with sample values. */
export function MappingStep<Field extends string>({
  headers,
  samplesOf,
  fields,
  mapping,
  onChange,
  fact,
  barrier,
}: MappingStepProps<Field>) {
  const unused = headers.filter((header) => !Object.values(mapping).includes(header))
  const change = (field: Field, header: string | null) => {
    const { [field]: _, ...others } = mapping as Record<Field, string>
    onChange((header === null ? others : { ...others, [field]: header }) as ColumnMapping<Field>)
  }
  return (
    <Sheet title="2. Colonnes" fact={fact}>
      <table className={classes.mapping}>
        <thead>
          <tr>
            <th scope="col">Ce que c’est</th>
            <th scope="col">Colonne du fichier</th>
            <th scope="col">Exemples</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, label, hint }) => {
            const header = mapping[field]
            return (
              <tr key={field}>
                <th scope="row">
                  {label}
                  {hint && <small>{hint}</small>}
                </th>
                <td>
                  <Select
                    aria-label={`Colonne\u00a0: ${label}`}
                    placeholder="Aucune"
                    clearable
                    searchable
                    nothingFoundMessage="Aucune colonne"
                    data={[...headers]}
                    value={header ?? null}
                    onChange={(value) => change(field, value)}
                  />
                </td>
                <td className={classes.samples}>{header ? samplesOf(header).join(' · ') || '(vide)' : ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {unused.length > 0 && (
        <p className={`${text.quiet} ${classes.unread}`}>{`Non lues\u00a0: ${unused.join(', ')}`}</p>
      )}
      {barrier && <p className={classes.barrier}>{barrier}</p>}
    </Sheet>
  )
}
