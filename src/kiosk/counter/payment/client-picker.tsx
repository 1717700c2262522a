import { TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import classes from '#kiosk/ui/named-choice.module.css'
import { dayOfAtom, tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useOrganizationHits, usePersonHits } from './use-client-hits.ts'
import { useNow } from '#shared/ui/use-now.ts'

/** The picker stands inside a payment row and has little height. A longer query narrows the results. */
const hitsAtOnce = 4

type Found = { id: string; name: string; facts: readonly (string | null)[] }
interface PickerProps<Client extends { id: string }> {
  label: string
  onChoose: (client: Client) => void
}

/** Finds the person a payment is for, by name, phone or card number. */
export function PersonPicker({ label, onChoose }: PickerProps<{ id: string; firstName: string; lastName: string }>) {
  const [query, setQuery] = useState('')
  const { countryCode } = useAtomValue(tradeAtom)
  const today = useAtomValue(dayOfAtom)(useNow())
  const persons = usePersonHits(query.trim(), hitsAtOnce)
  const found = persons.map((person): Found => ({
    id: person.id,
    name: displayName(person),
    facts: [
      person.birthDate && `${formatShortDay(person.birthDate)} · ${ageInWords(person.birthDate, today)}`,
      person.phone && formatPhone(person.phone, countryCode),
    ],
  }))
  const choose = (id: string) => {
    const person = persons.find((each) => each.id === id)
    if (person) onChoose({ id: person.id, firstName: person.firstName, lastName: person.lastName })
  }
  return (
    <Picker
      label={label}
      placeholder="Nom, téléphone ou n° de carte"
      query={query}
      found={found}
      onQuery={setQuery}
      onChoose={choose}
    />
  )
}

/** Finds the organization that pays. */
export function OrganizationPicker({ label, onChoose }: PickerProps<{ id: string }>) {
  const [query, setQuery] = useState('')
  const { countryCode } = useAtomValue(tradeAtom)
  const taxName = firmNumbers(countryCode).taxId.name
  const organizations = useOrganizationHits(query.trim(), hitsAtOnce)
  const found = organizations.map(({ id, name, phone }): Found => ({
    id,
    name,
    facts: [phone && formatPhone(phone, countryCode)],
  }))
  return (
    <Picker
      label={label}
      placeholder={`Nom, téléphone ou ${taxName}`}
      query={query}
      found={found}
      onQuery={setQuery}
      onChoose={(id) => onChoose({ id })}
    />
  )
}

interface FoundListProps {
  label: string
  placeholder: string
  query: string
  found: readonly Found[]
  onQuery: (query: string) => void
  onChoose: (id: string) => void
}

function Picker({ label, placeholder, query, found, onQuery, onChoose }: FoundListProps) {
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && found[0] && query !== '') {
      event.preventDefault()
      event.stopPropagation()
      onChoose(found[0].id)
    }
  }
  return (
    <div className={classes.picker}>
      <TextInput
        label={label}
        size="sm"
        autoComplete="off"
        placeholder={placeholder}
        value={query}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {found.length > 0 && (
        <div className={classes.hits} role="group" aria-label={`${label}, trouvés`}>
          {found.map(({ id, name, facts }) => (
            <button key={id} type="button" className={`${classes.hit} officine-focus`} onClick={() => onChoose(id)}>
              <b>{name}</b>
              <span>{facts.filter(Boolean).join(' · ')}</span>
            </button>
          ))}
        </div>
      )}
      {found.length === 0 && query.trim() !== '' && (
        <p className={classes.none} role="status">
          Aucun client pour «&nbsp;{query.trim()}&nbsp;» sur ce poste.
        </p>
      )}
    </div>
  )
}
