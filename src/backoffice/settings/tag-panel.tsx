import { Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { clients } from '#shared/contract/clients.ts'
import { contractPolicies } from '#shared/contract/contract-policies.ts'
import { tags, type Tag } from '#shared/contract/tags.ts'
import { plural } from '#shared/ui/plural.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/settings/settings.module.css'
import { tagColorChoices, tagTypeChoices, tagTypeWords } from '#backoffice/settings/tag-words.ts'
import { takenAt } from '#backoffice/ui/records/taken-name.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { type Form, useForm } from '#backoffice/ui/forms/use-form.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { TagMark } from '#backoffice/ui/tag-marks.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

type TagValues = { type: Tag['type']; label: string; color: Tag['color'] }

/** A new tag beside the list. */
export function NewTagPanel({ type, onClose }: { type: Tag['type']; onClose: () => void }) {
  const send = useSend()
  const leave = useLeave()
  const form = useForm({
    initial: { type, label: '', color: 'green' } as TagValues,
    schema: tags.create.body!,
    bodyOf: (values) => values,
    send: (body) => takenAt('label', send(tags.create, { body })),
    onDone: onClose,
  })
  return (
    <SidePanel title="Nouvelle étiquette" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <FormFrame label="Nouvelle étiquette" form={form} submitLabel="Créer" onCancel={onClose}>
          <TextInput label="Étiquette" withAsterisk autoFocus autoComplete="off" {...form.text('label')} />
          <Select
            label="Pour"
            allowDeselect={false}
            data={tagTypeChoices}
            {...form.field('type')}
            onChange={(next) => next && form.set({ type: next })}
          />
          <ColorField form={form} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}

/** One tag: its word and colour, and the way to be rid of it. */
export function TagPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: tag, error, retry } = useAnswer(tags.read, { params: { id } })
  const leave = useLeave()
  return (
    <SidePanel
      title={tag?.label ?? 'Étiquette'}
      subtitle={tag && tagTypeWords[tag.type]}
      onClose={() => leave(onClose)}
    >
      {tag ? (
        <KnownTag tag={tag} onClose={onClose} />
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Cette étiquette n’existe plus." />
      )}
    </SidePanel>
  )
}

function KnownTag({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const send = useSend()
  const gesture = useGesture()
  const form = useForm({
    initial: { type: tag.type, label: tag.label, color: tag.color } as TagValues,
    schema: tags.patch.body!,
    bodyOf: ({ label, color }) => ({ label, color }),
    send: (body) => takenAt('label', send(tags.patch, { params: { id: tag.id }, body })),
    onDone: onClose,
  })
  const carried = useCarriers(tag)
  const remove = () =>
    gesture.ask({
      title: `Supprimer «\u00a0${tag.label}\u00a0»\u202f?`,
      text:
        carried === undefined
          ? 'Elle sera retirée de tout ce qui la porte.'
          : carried === 0
            ? 'Rien ne la porte.'
            : `${carriedBy(tag, carried)}\u00a0: elle leur sera retirée.`,
      yes: 'Supprimer',
      run: async () => {
        await send(tags.remove, { params: { id: tag.id } })
        onClose()
      },
    })
  return (
    <div className={classes.body}>
      <FormFrame label="Étiquette" form={form} onCancel={onClose}>
        <TextInput label="Étiquette" withAsterisk autoComplete="off" {...form.text('label')} />
        <ColorField form={form} />
      </FormFrame>
      {carried !== undefined && (
        <span className={text.quiet}>{carried === 0 ? 'Rien ne la porte.' : `${carriedBy(tag, carried)}.`}</span>
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
    </div>
  )
}

function ColorField({ form }: { form: Form<TagValues> }) {
  const { value } = form.field('color')
  return (
    <Select
      label="Couleur"
      allowDeselect={false}
      data={tagColorChoices}
      leftSection={<TagMark label="" color={value} />}
      renderOption={({ option }) => <TagMark label={option.label} color={option.value as Tag['color']} />}
      {...form.field('color')}
      onChange={(color) => color && form.set({ color })}
    />
  )
}

const carrierWord: Record<Tag['type'], string> = {
  person: 'client',
  organization: 'organisme',
  'contract-policy': 'police',
  'pharmacy-product': 'produit',
}

const carriedBy = ({ type }: Tag, count: number) =>
  `${plural(count, carrierWord[type])} ${count < 2 ? 'la porte' : 'la portent'}`

/** How many carry it, archived ones aside; undefined until it is known, and for products, of which nobody keeps count. */
function useCarriers({ id, type }: Tag): number | undefined {
  const query = { tag: id, size: 1 }
  const clientsWith = useAnswer(clients.list, { query }, { enabled: type === 'person' || type === 'organization' })
  const policiesWith = useAnswer(contractPolicies.list, { query }, { enabled: type === 'contract-policy' })
  return (clientsWith.data ?? policiesWith.data)?.total
}
