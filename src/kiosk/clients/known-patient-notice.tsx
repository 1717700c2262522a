import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Person } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { ofName } from '#shared/ui/of-name.ts'
import type { KnownPatient } from './known-patients.ts'
import classes from './new-patient.module.css'

/**
 * Warns that a person of the list may be the typed patient, and offers their card. Only a warning: two persons may
 * share a phone.
 */
export function KnownPatientNotice({ by, person, onUse }: KnownPatient & { onUse: () => void }) {
  return (
    <div className={classes.known} role="status">
      <IconAlertTriangle size={26} aria-hidden />
      <span>{wordsOf(by, person)}</span>
      <Button variant="default" size="xs" onClick={onUse}>
        Utiliser cette fiche
      </Button>
    </div>
  )
}

function wordsOf(by: KnownPatient['by'], person: Person): string {
  const name = displayName(person)
  switch (by) {
    case 'phone':
      return `Ce numéro est celui ${ofName(name)}`
    case 'social-security-id':
      return `Ce numéro de sécurité sociale est celui ${ofName(name)}`
    case 'name':
      return `${name}, ${person.sex === 'F' ? 'née' : 'né'} le ${formatShortDay(person.birthDate ?? '')}, a déjà une fiche`
  }
}
