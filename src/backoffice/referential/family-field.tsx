import { useDebouncedCallback } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { CallInput, Endpoint } from '#shared/contract/endpoint.ts'
import { atcs, brands, forms, inns, packagings, productCategories, units } from '#shared/contract/referential.ts'
import { type Choice, SearchField } from '#backoffice/ui/forms/search-field.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const families = {
  atc: atcs,
  brand: brands,
  form: forms,
  inn: inns,
  packaging: packagings,
  category: productCategories,
  unit: units,
}
type Row = { id: string; name?: string; label?: string | null; units?: number; archived?: boolean }

interface FamilyFieldProps {
  family: keyof typeof families
  label: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error?: string | undefined
}

const typingMs = 200
const shown = 12

/** How a row of a family is named: « J01CA04 Amoxicilline », « Boîte (30) ». */
export function familyLabel(family: keyof typeof families, row: Row): string {
  if (family === 'atc') return `${row.id} ${row.label ?? ''}`.trim()
  const label = row.name ?? row.label ?? ''
  return row.units === undefined ? label : `${label} (${row.units})`
}

/** Chooses a row of a family of the referential that is not archived; the server searches. */
export function FamilyField({ family, ...field }: FamilyFieldProps) {
  const [asked, setAsked] = useState('')
  const isOffline = useAtomValue(isOfflineAtom)
  const ask = useDebouncedCallback((text: string) => setAsked(text.trim().slice(0, 100)), typingMs)
  const { data, isFetching } = useAnswer<Endpoint>(
    families[family].list,
    { query: { search: asked, size: shown } } as CallInput<Endpoint>,
    { enabled: asked !== '', keep: true },
  )
  const rows = asked === '' ? [] : ((data as { items: readonly Row[] } | undefined)?.items ?? [])
  return (
    <SearchField
      {...field}
      placeholder="Chercher"
      choices={rows
        .filter(({ archived }) => archived !== true)
        .map((row) => ({ id: row.id, label: familyLabel(family, row) }))}
      onSearch={ask}
      isSearching={isFetching || asked === ''}
      nothingText={isOffline ? 'Chercher demande le réseau.' : 'Aucun résultat.'}
    />
  )
}
