import { Button, CopyButton, Stack, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { assistants, mostTokenDays } from '#shared/contract/assistants.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { addDays } from '#shared/domain/dates.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouvel assistant'
const usualDays = 90

/** Makes a token; its secret is shown once. */
export function NewAssistantPanel({ text: typed, onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const today = useAtomValue(todayAtom)
  const [made, setMade] = useState<CallReply<typeof assistants.create> | null>(null)
  useTabTitle(title)
  const form = useForm({
    initial: { name: typed, lastDay: addDays(today, usualDays) as string | null },
    schema: assistants.create.body!,
    bodyOf: (values) => values,
    check: ({ lastDay }) =>
      lastDay !== null && (lastDay < today || lastDay > addDays(today, mostTokenDays))
        ? [{ path: 'lastDay', text: 'Un jour de l’année qui vient.' }]
        : [],
    send: (body) => send(assistants.create, { body }),
    onDone: setMade,
  })
  if (made)
    return (
      <SidePanel title={made.name} onClose={() => onMade(made.id)}>
        <div className={records.body}>
          <Stack gap="md" w="100%">
            <TextInput
              label="Clé"
              description="Elle n’est montrée qu’une fois. Gardez-la comme un mot de passe."
              readOnly
              value={made.token}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={made.token}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copiée' : 'Copier la clé'}
                </Button>
              )}
            </CopyButton>
            <p className={text.quiet}>
              {`Elle pose des questions aux rapports jusqu’au ${formatShortDay(made.lastDay)}, sans marges, sans noms de clients ni de membres, et ne change rien. Chaque question est écrite dans « Qui a changé quoi ».`}
            </p>
            <Button onClick={() => onMade(made.id)}>J’ai gardé la clé</Button>
          </Stack>
        </div>
      </SidePanel>
    )
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <FormFrame label={title} form={form} submitLabel="Faire la clé" onCancel={onClose}>
          <Stack gap="md">
            <TextInput
              label="Nom"
              description="Du programme ou de la personne qui la tient"
              required
              maxLength={60}
              {...form.text('name')}
            />
            <DayField label="Valable jusqu’au" yearsAhead={1} {...form.field('lastDay')} />
          </Stack>
        </FormFrame>
      </div>
    </SidePanel>
  )
}
