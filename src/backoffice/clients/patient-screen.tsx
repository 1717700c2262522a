import { useAtomValue } from 'jotai'
import { Redirect, useParams } from 'wouter'
import { type Person, persons } from '#shared/contract/persons.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { personListStateAtom, personsAtom } from '#shared/store/person-list-atoms.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { displayName } from '#shared/domain/person.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { Money } from '#shared/ui/money.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ArchiveButton } from '#backoffice/clients/archive-button.tsx'
import { BillTable } from '#backoffice/clients/bill-table.tsx'
import { CreditSheet } from '#backoffice/clients/credit-sheet.tsx'
import { PersonSheet } from '#backoffice/clients/person-sheet.tsx'
import { PurchaseTable } from '#backoffice/clients/purchase-table.tsx'
import type { ShownPerson } from '#backoffice/clients/shown-person.ts'
import { RelativesSheet } from '#backoffice/clients/relatives-sheet.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DetailTabs } from '#backoffice/ui/detail-tabs.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PersonPolicies } from '#backoffice/ui/policies/person-policies.tsx'
import { ReadAge } from '#backoffice/ui/read-age.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { FigureBar, Sheets } from '#backoffice/ui/sheet.tsx'
import { TagMarks } from '#backoffice/ui/tag-marks.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useDetailTab } from '#backoffice/ui/use-detail-tab.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

const editKeys: readonly KeyHint[] = [
  { keys: ['M'], label: 'Modifier' },
  { keys: ['P'], label: 'Ajouter une police' },
]
const noKeys: readonly KeyHint[] = []

/** One person: who he is, who pays for him, what he owes and bought. */
export function PatientScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry, dataUpdatedAt } = useAnswer(persons.read, { params: { id } })
  const isOffline = useAtomValue(isOfflineAtom)
  const listed = useAtomValue(personsAtom).get(id)
  const person: ShownPerson | undefined = data ?? (isOffline ? listed : undefined)
  const back = { to: useListAddress('/clients'), title: 'Clients' }
  if (!person) return <DetailFace back={back} title="Patient" error={error} onRetry={retry} missingText="Ce patient n’existe pas, ou l’adresse est incomplète." />
  // Who was merged is the one who was kept; an old link still leads to him.
  if (person.mergedInto !== null) return <Redirect to={`/patients/${person.mergedInto}`} replace />
  return <KnownPatient key={id} person={person} readAt={dataUpdatedAt} back={back} />
}

function KnownPatient({ person, readAt, back }: { person: ShownPerson; /** 0: he stands in the list of this terminal. */ readAt: number; back: { to: string; title: string } }) {
  const { tab } = useDetailTab('fiche')
  const tags = useTags('person')
  const mayEdit = useAtomValue(rightsAtom).has('client.edit')
  const isOffline = useAtomValue(isOfflineAtom)
  usePageKeys(mayEdit && !isOffline && tab === 'fiche' ? editKeys : noKeys)
  return (
    <Page scrolls={tab === 'fiche'}>
      <DetailHead
        back={back}
        title={displayName(person)}
        marks={
          <>
            {person.archived && <StatusTag>Archivé</StatusTag>}
            <TagMarks ids={person.tags} tags={tags} />
          </>
        }
        actions={mayEdit && <ArchiveButton of={{ id: person.id, name: displayName(person), archived: person.archived }} calls={persons} text="Il n’apparaîtra plus au comptoir ni dans les recherches. Ses ventes restent, et sa fiche peut être rouverte." />}
      />
      <ReadAge readAt={readAt} listedAt={useAtomValue(personListStateAtom).syncedAt} />
      <Figures person={person} />
      <DetailTabs
        tabs={[
          {
            value: 'fiche',
            label: 'Fiche',
            sheets: true,
            children: (
              <Sheets
                wide={
                  <>
                    <PersonPolicies person={person} />
                    <RelativesSheet person={person} />
                  </>
                }
                narrow={
                  <>
                    <PersonSheet person={person} />
                    <CreditSheet client={person} calls={persons} />
                  </>
                }
              />
            ),
          },
          { value: 'achats', label: 'Achats', children: <PurchaseTable patientId={person.id} name={displayName(person)} /> },
          { value: 'factures', label: 'Factures', children: <BillTable clientId={person.id} bills={persons.bills} name={displayName(person)} /> },
        ]}
      />
    </Page>
  )
}

function Figures({ person }: { person: Person }) {
  const today = useAtomValue(todayAtom)
  const countryCode = useAtomValue(countryCodeAtom)
  const isOver = person.creditLimit !== null && person.outgoing > person.creditLimit
  return (
    <FigureBar
      figures={[
        { name: 'Né le', value: person.birthDate ? `${formatShortDay(person.birthDate)}, ${ageInWords(person.birthDate, today)}` : '–' },
        { name: 'Téléphone', value: person.phone ? formatPhone(person.phone, countryCode) : '–' },
        { name: 'N° de sécurité sociale', value: person.socialSecurityId ?? '–' },
        { name: 'Encours', value: <Money amount={person.outgoing} unit />, ...(isOver ? { tone: 'danger' as const } : {}) },
        { name: 'Limite de crédit', value: person.creditLimit === null ? 'Aucune' : <Money amount={person.creditLimit} unit /> },
      ]}
    />
  )
}
