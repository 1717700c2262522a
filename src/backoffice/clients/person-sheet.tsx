import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type PersonDetail, persons } from '#shared/contract/persons.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatDay } from '#shared/ui/date-format.ts'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { PersonFields } from '#backoffice/clients/person-fields.tsx'
import { bodyOfPerson, valuesOfPerson } from '#backoffice/clients/person-values.ts'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { birthDateIssues, phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const sexWords = { F: 'Féminin', M: 'Masculin' } as const

/** Who it is, edited in place. */
export function PersonSheet({ person }: { person: PersonDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  const mayEdit = useAtomValue(rightsAtom).has('client.edit')
  const countryCode = useAtomValue(countryCodeAtom)
  useShortcuts({ m: () => setIsEditing(true) }, mayEdit && !isEditing)
  const edit = mayEdit && !isEditing && (
    <Button variant="default" size="xs" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setIsEditing(true)}>
      Modifier
    </Button>
  )
  return (
    <Sheet title="Identité" actions={edit}>
      {isEditing ? (
        <PersonForm person={person} onClose={() => setIsEditing(false)} />
      ) : (
        <FactList
          facts={[
            ['Nom', person.lastName],
            ['Prénom', person.firstName || null],
            ['Né le', person.birthDate && formatDay(person.birthDate)],
            ['Sexe', person.sex && sexWords[person.sex]],
            ['Téléphone', person.phone && formatPhone(person.phone, countryCode)],
            ['N° de sécurité sociale', person.socialSecurityId],
            ['E-mail', person.email],
            ['Adresse', person.address],
            ['Note', person.note],
            ['Fiche créée', formatDay(person.createdAt)],
          ]}
        />
      )}
    </Sheet>
  )
}

function PersonForm({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const today = useAtomValue(todayAtom)
  const initial = valuesOfPerson(person, countryCode)
  const form = useForm({
    initial,
    schema: persons.patch.body!,
    bodyOf: bodyOfPerson,
    // What was taken over from elsewhere as it was must not stand in the way of another field.
    check: ({ phone, birthDate }) => [...(phone === initial.phone ? [] : phoneIssues(phone, countryCode)), ...(birthDate === initial.birthDate ? [] : birthDateIssues(birthDate, today))],
    send: (body) => send(persons.patch, { params: { id: person.id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Identité" form={form} onCancel={onClose}>
      <PersonFields form={form} autoFocus />
    </FormFrame>
  )
}
