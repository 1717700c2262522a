import { useAtomValue } from 'jotai'
import type { Person } from '#shared/contract/persons.ts'
import type { LocalSale } from '#shared/domain/local-sale.ts'
import { organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import type { TypedPatient } from '#shared/store/sales/patient-store.ts'
import { NewPatient } from './new-patient.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PersonCard } from './person-card.tsx'
import type { RefusedPatient } from './refused-patient.ts'
import type { useClientPane } from './use-client-pane.ts'

type ClientPaneProps = Omit<ReturnType<typeof useClientPane>, 'begin'> & {
  refused: RefusedPatient | undefined
  /** The age of the list, if it must be shown. */
  age: string | undefined
  sale: LocalSale | undefined
  isCovered: boolean
  onCorrect: (patient: TypedPatient) => Promise<void>
  onNotCorrected: () => void
  onSell: (person: Person) => void
  onPurchases: (person: Person) => void
}

/** Beside the list: the card of a client, a new patient, or a patient that the server refused. */
export function ClientPane({ pane, show, close, keep, create, refused, isCovered, ...props }: ClientPaneProps) {
  switch (pane.kind) {
    case 'none':
      return null
    case 'refused':
      return (
        <NewPatient
          key="refused"
          title="Patient à corriger"
          initial={pane.draft}
          refusal={refused}
          onCreate={props.onCorrect}
          onUse={({ id }) => show(id)}
          onClose={props.onNotCorrected}
        />
      )
    case 'new':
      return (
        <NewPatient
          key="new"
          title="Nouveau patient"
          initial={pane.draft}
          onTyped={keep}
          onCreate={create}
          onUse={({ id }) => show(id)}
          onClose={close}
        />
      )
    case 'client':
      return <ClientCard {...props} id={pane.id} onClose={() => !isCovered && close()} />
  }
}

type ClientCardProps = Pick<ClientPaneProps, 'age' | 'sale' | 'onSell' | 'onPurchases'> & {
  id: string
  onClose: () => void
}

function ClientCard({ id, age, sale, onSell, onPurchases, onClose }: ClientCardProps) {
  const person = useAtomValue(personsAtom).get(id)
  const organization = useAtomValue(organizationsAtom).get(id)
  if (person)
    return (
      <PersonCard
        person={person}
        age={age}
        saleIdentifier={sale?.identifier}
        onSell={() => onSell(person)}
        onPurchases={() => onPurchases(person)}
        onClose={onClose}
      />
    )
  return organization ? <OrganizationCard organization={organization} age={age} onClose={onClose} /> : null
}
