import { Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type PersonDetail, persons } from '#shared/contract/persons.ts'
import { ageInWords } from '#shared/domain/birth-date.ts'
import { displayName } from '#shared/domain/person.ts'
import { type RelationshipKind, relationshipKinds, relationshipLabel } from '#shared/domain/relationship.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import classes from '#backoffice/clients/detail.module.css'
import { isWhole, type ShownPerson } from '#backoffice/clients/shown-person.ts'
import { ClientField } from '#backoffice/ui/forms/client-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton, WriteIcon } from '#backoffice/ui/write-button.tsx'

/** A person's relatives: their policies may cover each other, and their debts prevent his archiving. */
export function RelativesSheet({ person }: { person: ShownPerson }) {
  return isWhole(person) ? (
    <KnownRelatives person={person} />
  ) : (
    <Sheet title="Proches">
      <Nothing>Les proches demandent le réseau.</Nothing>
    </Sheet>
  )
}

function KnownRelatives({ person }: { person: PersonDetail }) {
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useMay(persons.relate)
  const today = useAtomValue(todayAtom)
  const send = useSend()
  const { ask, modals } = useGesture()
  const add = mayEdit && (
    <WriteButton
      variant="default"
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      Ajouter un proche
    </WriteButton>
  )
  return (
    <Sheet title="Proches" actions={add}>
      {person.relationships.length === 0 ? (
        <Nothing>Aucun proche enregistré.</Nothing>
      ) : (
        <table className={classes.table}>
          <tbody>
            {person.relationships.map(({ id, kind, relative }) => (
              <tr key={id}>
                <td className={text.quiet}>{relationshipLabel(kind, null)}</td>
                <td>
                  <TextLink to={`/patients/${relative.id}`}>{displayName(relative)}</TextLink>{' '}
                  {relative.archived && <StatusTag>Archivé</StatusTag>}
                </td>
                <td>{relative.birthDate && ageInWords(relative.birthDate, today)}</td>
                <td>
                  {mayEdit && (
                    <WriteIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Retirer ${displayName(relative)}`}
                      onClick={() =>
                        ask({
                          title: 'Retirer ce proche\u202f?',
                          text: `${displayName(relative)} ne sera plus lié à ${displayName(person)}. Les deux fiches restent.`,
                          yes: 'Retirer',
                          run: () => send(persons.unrelate, { params: { id } }),
                        })
                      }
                    >
                      <IconX size={16} aria-hidden />
                    </WriteIcon>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isAdding && <NewRelative person={person} onClose={() => setIsAdding(false)} />}
      {modals}
    </Sheet>
  )
}

type RelativeValues = { relative: Choice | null; kind: RelationshipKind | null }

function NewRelative({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const form = useForm<RelativeValues, NonNullable<typeof persons.relate.body>, unknown>({
    initial: { relative: null, kind: null },
    schema: persons.relate.body!,
    bodyOf: ({ relative, kind }) => ({ relativeId: relative?.id, kind: kind ?? undefined }),
    send: (body) => send(persons.relate, { params: { id: person.id }, body }),
    words: { taken: 'Ces deux personnes sont déjà proches.' },
    onDone: onClose,
  })
  const { error: kindError } = form.field('kind')
  return (
    <Dialog opened onClose={() => leave(onClose)} title={`Proche de ${displayName(person)}`} size={480}>
      <FormFrame label="Nouveau proche" form={form} submitLabel="Ajouter" onCancel={onClose}>
        <ClientField
          kind="person"
          label="Proche"
          required
          autoFocus
          except={[person.id, ...person.relationships.map(({ relative }) => relative.id)]}
          {...form.field('relative', 'relativeId')}
        />
        <Select
          label="Lien"
          description={`Ce que le proche est pour ${displayName(person)}.`}
          withAsterisk
          data={relationshipKinds.map((kind) => ({ value: kind, label: relationshipLabel(kind, null) }))}
          value={form.values.kind}
          onChange={(kind) => form.set({ kind: kind as RelationshipKind | null })}
          error={kindError && 'Choisissez le lien.'}
        />
      </FormFrame>
    </Dialog>
  )
}
