import { useDebouncedCallback } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type Client, clients } from '#shared/contract/clients.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { type Choice, SearchField } from '#backoffice/ui/forms/search-field.tsx'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

interface ClientFieldProps {
  /** Omitted: both kinds. */
  kind?: Client['kind']
  label: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Ids that cannot be chosen, such as the person himself. */
  except?: readonly string[]
  required?: boolean
  error?: string | undefined
  description?: string
  autoFocus?: boolean
  withinPortal?: boolean
  'data-span'?: string
}

const typingMs = 200
const shown = 10

/** Chooses a person or an organization of the pharmacy by name, phone or number. */
export function ClientField({ kind, except = [], ...field }: ClientFieldProps) {
  const [asked, setAsked] = useState('')
  const isOffline = useAtomValue(isOfflineAtom)
  const countryCode = useAtomValue(countryCodeAtom)
  const ask = useDebouncedCallback((text: string) => setAsked(text.trim().slice(0, 100)), typingMs)
  const { data, isFetching } = useAnswer(
    clients.list,
    { query: { ...(kind ? { kind } : {}), search: asked, size: shown } },
    { enabled: asked !== '', keep: true },
  )
  const choices =
    asked === ''
      ? []
      : (data?.items ?? [])
          .filter(({ id }) => !except.includes(id))
          .map(({ id, name, birthDate, phone }): Choice => ({
            id,
            label: name,
            detail: [birthDate && `né le ${formatShortDay(birthDate)}`, phone && formatPhone(phone, countryCode)]
              .filter(Boolean)
              .join(' · '),
          }))
  const who = kind === undefined ? 'client' : kind === 'person' ? 'patient' : 'organisme'
  return (
    <SearchField
      {...field}
      placeholder={`Chercher un ${who}`}
      choices={choices}
      onSearch={ask}
      isSearching={isFetching || asked === ''}
      nothingText={isOffline ? 'Chercher demande le réseau.' : `Aucun ${who} trouvé.`}
    />
  )
}
