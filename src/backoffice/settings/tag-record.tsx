import { Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { clients } from '#shared/contract/clients.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { type Tag, tags } from '#shared/contract/tags.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { tagColorChoices, tagTypeChoices, tagTypeOf, tagTypeWords } from '#backoffice/settings/tag-words.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { RecordDeclaration, RecordField } from '#backoffice/ui/records/record-declaration.ts'
import { choiceField, textField } from '#backoffice/ui/records/record-fields.tsx'
import { TagMark } from '#backoffice/ui/tag-marks.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type TagValues = { type: Tag['type']; label: string; color: Tag['color'] }

const colorField: RecordField<TagValues> = {
  key: 'color',
  draw: (form) => (
    <Select
      label="Couleur"
      allowDeselect={false}
      data={tagColorChoices}
      leftSection={<TagMark label="" color={form.values.color} />}
      renderOption={({ option }) => <TagMark label={option.label} color={option.value as Tag['color']} />}
      {...form.field('color')}
      onChange={(color) => color && form.set({ color })}
    />
  ),
}

/** The record of a tag: label and colour. Its type cannot change. */
export const tagRecord: RecordDeclaration<Tag, TagValues> = {
  noun: noun('étiquette', 'f'),
  calls: tags,
  needs: tags.patch.permission,
  nameOf: ({ label }) => label,
  nameField: 'label',
  initial: (label, { type }) => ({ type: tagTypeOf(type) ?? 'person', label, color: 'green' }),
  valuesOf: ({ type, label, color }) => ({ type, label, color }),
  bodyOf: ({ type, label, color }, { isNew }) => ({ ...(isNew ? { type } : {}), label, color }),
  fields: [textField('label', 'Étiquette'), choiceField('type', 'Pour', tagTypeChoices, { onlyNew: true }), colorField],
  isOfSameKind: (tag, { type }) => tag.type === type,
  subtitle: ({ type }) => tagTypeWords[type],
  Below: TagRemoval,
}

/** The number of uses of a tag, and its removal. */
function TagRemoval({ row: tag, onClose }: { row: Tag; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const carried = useCarriers(tag)
  const remove = () =>
    gesture.ask({
      title: `Supprimer «\u00a0${tag.label}\u00a0»\u202f?`,
      text:
        carried === undefined
          ? 'Elle sera retirée de toutes les fiches qui l’utilisent.'
          : carried === 0
            ? 'Aucune fiche n’utilise cette étiquette.'
            : `${carriedBy(tag, carried)}\u00a0: elle leur sera retirée.`,
      yes: 'Supprimer',
      run: async () => {
        await send(tags.remove, { params: { id: tag.id } })
        onClose()
      },
    })
  return (
    <>
      {carried !== undefined && (
        <span className={text.quiet}>
          {carried === 0 ? 'Aucune fiche n’utilise cette étiquette.' : `${carriedBy(tag, carried)}.`}
        </span>
      )}
      <WriteButton
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        disabled={gesture.isRunning}
        onClick={remove}
      >
        Supprimer l’étiquette
      </WriteButton>
      {gesture.modals}
    </>
  )
}

const carrierWord: Record<Tag['type'], string> = {
  person: 'client',
  organization: 'organisme',
  'contract-policy': 'police',
  'pharmacy-product': 'produit',
}

const carriedBy = ({ type }: Tag, count: number) =>
  `${plural(count, carrierWord[type])} ${count < 2 ? 'l’utilise' : 'l’utilisent'}`

/**
 * The number of records with this tag, without archived ones. Undefined until loaded, and for products, which are not
 * counted.
 */
function useCarriers({ id, type }: Tag): number | undefined {
  const query = { tag: id, size: 1 }
  const clientsWith = useAnswer(clients.list, { query }, { enabled: type === 'person' || type === 'organization' })
  const policiesWith = useAnswer(contractPolicies.list, { query }, { enabled: type === 'contract-policy' })
  return (clientsWith.data ?? policiesWith.data)?.total
}
