import { useAtomValue } from 'jotai'
import { type PersonDetail, persons } from '#shared/contract/persons.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { PersonFields } from '#backoffice/clients/person-fields.tsx'
import { isWhole, type ShownPerson } from '#backoffice/clients/shown-person.ts'
import { bodyOfPerson, valuesOfPerson } from '#backoffice/clients/person-values.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { EditableSheet } from '#backoffice/ui/editable-sheet.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { birthDateIssues, phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import type { Fact } from '#backoffice/ui/sheet.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const sexWords = { F: 'Féminin', M: 'Masculin' } as const

/** The identity of a person, edited in place. */
export function PersonSheet({ person }: { person: ShownPerson }) {
  const mayEdit = useMay(persons.patch)
  const countryCode = useAtomValue(countryCodeAtom)
  return (
    <EditableSheet
      title="Identité"
      mayEdit={mayEdit}
      isReady={isWhole(person)}
      form={(close) => isWhole(person) && <PersonForm person={person} onClose={close} />}
      facts={[
        ['Nom', person.lastName],
        ['Prénom', person.firstName || null],
        ['Né le', person.birthDate && formatDay(person.birthDate)],
        ['Sexe', person.sex && sexWords[person.sex]],
        ['Téléphone', person.phone && formatPhone(person.phone, countryCode)],
        ['N° de sécurité sociale', person.socialSecurityId],
        ...(isWhole(person) ? detailFacts(person) : [['E-mail, adresse, note', 'Demandent le réseau'] as const]),
      ]}
    />
  )
}

const detailFacts = ({ email, address, note, createdAt, checked }: PersonDetail): readonly Fact[] => [
  ['E-mail', email],
  ['Adresse', address],
  ['Note', note],
  ['Fiche créée', formatDay(createdAt)],
  ...(checked ? [['Vérifiée', `${formatDay(checked.at)}, par ${checked.byName}`] as const] : []),
]

function PersonForm({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const today = useAtomValue(todayAtom)
  const initial = valuesOfPerson(person, countryCode)
  const form = useForm({
    initial,
    schema: persons.patch.body!,
    // Unchanged values are not checked: invalid imported values must not prevent other changes.
    bodyOf: (values) => {
      const { email, ...body } = bodyOfPerson(values)
      return values.email === initial.email ? body : { ...body, email }
    },
    check: ({ phone, birthDate }) => [
      ...(phone === initial.phone ? [] : phoneIssues(phone, countryCode)),
      ...(birthDate === initial.birthDate ? [] : birthDateIssues(birthDate, today)),
    ],
    send: (body) => send(persons.patch, { params: { id: person.id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Identité" form={form} onCancel={onClose}>
      <PersonFields form={form} autoFocus />
    </FormFrame>
  )
}
