import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '#shared/contract/clients.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { clientPath } from '#backoffice/clients/client-columns.tsx'
import { OrganizationFields } from '#backoffice/clients/organization-fields.tsx'
import { bodyOfOrganization, noOrganization } from '#backoffice/clients/organization-values.ts'
import { PersonFields } from '#backoffice/clients/person-fields.tsx'
import { bodyOfPerson, noPerson, valuesOfSearch } from '#backoffice/clients/person-values.ts'
import classes from '#backoffice/clients/new-client-panel.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { birthDateIssues, phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface NewClientFormProps {
  /** The current search text, so that the name need not be typed again. */
  name: string
  onClose: () => void
  onMade: (client: Pick<Client, 'kind' | 'id'>) => void
}

/**
 * The panel for a new person or organization, beside the list. After creation, the page of the new client replaces it.
 */
export function NewClientPanel({ text, onClose }: NewPanelProps) {
  const [, go] = useLocation()
  const onMade: NewClientFormProps['onMade'] = (client) => go(clientPath(client), { replace: true })
  useTabTitle('Nouveau client')
  const [kind, setKind] = useState<Client['kind']>('person')
  const leave = useLeave()
  return (
    <SidePanel title="Nouveau client" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <SegmentedControl
          fullWidth
          aria-label="Nature du client"
          data={[
            { value: 'person', label: 'Particulier' },
            { value: 'organization', label: 'Organisme' },
          ]}
          value={kind}
          onChange={(next) => leave(() => setKind(next as Client['kind']))}
        />
        {kind === 'person' ? (
          <NewPerson name={text} onClose={onClose} onMade={onMade} />
        ) : (
          <NewOrganization name={text} onClose={onClose} onMade={onMade} />
        )}
      </div>
    </SidePanel>
  )
}

function NewPerson({ name, onClose, onMade }: NewClientFormProps) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const today = useAtomValue(todayAtom)
  const form = useForm({
    initial: { ...noPerson, ...valuesOfSearch(name) },
    schema: persons.create.body!,
    bodyOf: bodyOfPerson,
    check: ({ phone, birthDate }) => [...phoneIssues(phone, countryCode), ...birthDateIssues(birthDate, today)],
    send: (body) => send(persons.create, { body }),
    onDone: ({ id }) => onMade({ kind: 'person', id }),
  })
  return (
    <FormFrame label="Nouveau particulier" form={form} submitLabel="Créer" onCancel={onClose}>
      <PersonFields form={form} autoFocus />
    </FormFrame>
  )
}

function NewOrganization({ name, onClose, onMade }: NewClientFormProps) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const form = useForm({
    initial: { ...noOrganization, name },
    schema: organizations.create.body!,
    bodyOf: bodyOfOrganization,
    check: ({ phone }) => phoneIssues(phone, countryCode),
    send: (body) => send(organizations.create, { body }),
    onDone: ({ id }) => onMade({ kind: 'organization', id }),
  })
  return (
    <FormFrame label="Nouvel organisme" form={form} submitLabel="Créer" onCancel={onClose}>
      <OrganizationFields form={form} autoFocus />
    </FormFrame>
  )
}
