import { Select } from '@mantine/core'
import { suppliers } from '#shared/contract/suppliers.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface SupplierFieldProps {
  value: string | null
  onChange: (id: string | null) => void
  error?: string | undefined
}

/** Chooses a supplier of the pharmacy. */
export function SupplierField({ value, onChange, error }: SupplierFieldProps) {
  const all = useAnswer(suppliers.all, {}).data ?? []
  return (
    <Select
      label="Fournisseur"
      required
      searchable
      placeholder="Choisir un fournisseur"
      nothingFoundMessage="Aucun fournisseur"
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
