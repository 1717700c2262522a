import { useAtomValue } from 'jotai'
import { Redirect, useParams } from 'wouter'
import { persons } from '#shared/contract/persons.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { personListStateAtom, personsAtom } from '#shared/store/lists/person-list-atoms.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CheckButton } from '#backoffice/clients/check-button.tsx'
import { ClientPage } from '#backoffice/clients/client-page.tsx'
import { CreditSheet } from '#backoffice/clients/credit-sheet.tsx'
import { PersonDataMenu } from '#backoffice/clients/person-data-menu.tsx'
import { PersonSheet } from '#backoffice/clients/person-sheet.tsx'
import { PurchaseTable } from '#backoffice/clients/purchase-table.tsx'
import { isWhole, type ShownPerson } from '#backoffice/clients/shown-person.ts'
import { RelativesSheet } from '#backoffice/clients/relatives-sheet.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { PersonPolicies } from '#backoffice/ui/policies/person-policies.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const editKeys: readonly KeyHint[] = [
  { keys: ['M'], label: 'Modifier' },
  { keys: ['P'], label: 'Ajouter une police' },
]

/** One person: identity, coverage, debts and purchases. */
export function PatientScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry, dataUpdatedAt } = useAnswer(persons.read, { params: { id } })
  const isOffline = useAtomValue(isOfflineAtom)
  const listed = useAtomValue(personsAtom).get(id)
  const person: ShownPerson | undefined = data ?? (isOffline ? listed : undefined)
  const back = { to: useListAddress('/clients'), title: 'Clients' }
  if (!person)
    return (
      <DetailFace
        back={back}
        title="Patient"
        error={error}
        onRetry={retry}
        missingText="Ce patient n’existe pas, ou l’adresse est incomplète."
      />
    )
  // A merged person redirects to the one kept, so that old links still work.
  if (person.mergedInto !== null) return <Redirect to={`/patients/${person.mergedInto}`} replace />
  return <KnownPatient key={id} person={person} readAt={dataUpdatedAt} back={back} />
}

function KnownPatient({
  person,
  readAt,
  back,
}: {
  person: ShownPerson
  /** 0: he comes from the stored list of this terminal. */
  readAt: number
  back: { to: string; title: string }
}) {
  const today = useAtomValue(todayAtom)
  const countryCode = useAtomValue(countryCodeAtom)
  const name = displayName(person)
  const erasedAt = isWhole(person) ? (person.erasedAt ?? null) : null
  const isToCheck = isWhole(person) && person.toCheck === true && !person.archived
  return (
    <ClientPage
      kind="person"
      client={person}
      name={name}
      calls={persons}
      back={back}
      readAt={readAt}
      listedAt={useAtomValue(personListStateAtom).syncedAt}
      archivingText="Il n’apparaîtra plus au comptoir ni dans les recherches. Ses ventes restent, et sa fiche peut être rouverte."
      marks={erasedAt ? <StatusTag>Effacé</StatusTag> : isToCheck && <StatusTag tone="warning">À vérifier</StatusTag>}
      actions={
        erasedAt ? null : (
          <>
            {isToCheck && <CheckButton person={{ id: person.id, name }} />}
            <PersonDataMenu id={person.id} name={name} />
          </>
        )
      }
      editKeys={editKeys}
      figures={[
        {
          name: 'Né le',
          value: person.birthDate ? `${formatShortDay(person.birthDate)}, ${ageInWords(person.birthDate, today)}` : '–',
        },
        { name: 'Téléphone', value: person.phone ? formatPhone(person.phone, countryCode) : '–' },
        { name: 'N° de sécurité sociale', value: person.socialSecurityId ?? '–' },
      ]}
      sheets={{
        wide: erasedAt ? (
          <p>
            Les données de ce patient ont été effacées le {formatShortDay(erasedAt.slice(0, 10))}. Ses ventes et leurs
            montants restent.
          </p>
        ) : (
          <>
            <PersonPolicies person={person} />
            <RelativesSheet person={person} />
          </>
        ),
        narrow: !erasedAt && (
          <>
            <PersonSheet person={person} />
            <CreditSheet client={person} calls={persons} />
          </>
        ),
      }}
      list={{ value: 'achats', label: 'Achats', children: <PurchaseTable patientId={person.id} name={name} /> }}
    />
  )
}
