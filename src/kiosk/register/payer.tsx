import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { OrganizationPicker, PersonPicker } from '#kiosk/counter/payment/client-picker.tsx'
import { displayName } from '#shared/domain/person.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { Debt } from './debt.tsx'
import classes from './payer.module.css'

/** The client who pays a debt. */
export type Client = { id: string; name: string }

interface PayerProps {
  client: Client | undefined
  /** The paid amount, in minor units. */
  amount: number
  onChoose: (client: Client | undefined) => void
}

/** Chooses the client before the amount, so that the debt is visible first. */
export function Payer({ client, amount, onChoose }: PayerProps) {
  const organizations = useAtomValue(organizationsAtom)
  if (client) {
    return (
      <div className={classes.chosen}>
        <h2>{client.name}</h2>
        <Button variant="subtle" onClick={() => onChoose(undefined)}>
          Changer
        </Button>
        <Debt clientId={client.id} paid={amount} />
      </div>
    )
  }
  return (
    <div className={classes.payers}>
      <PersonPicker label="Patient" onChoose={(person) => onChoose({ id: person.id, name: displayName(person) })} />
      <OrganizationPicker
        label="Organisme"
        onChoose={({ id }) => onChoose({ id, name: organizations.get(id)?.name ?? 'Organisme' })}
      />
    </div>
  )
}
