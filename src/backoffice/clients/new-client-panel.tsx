import { SegmentedControl } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Client } from '#shared/contract/clients.ts'
import { organizations } from '#shared/contract/organizations.ts'
import { persons } from '#shared/contract/persons.ts'
import { displayName } from '#shared/domain/person.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { clientPath } from '#backoffice/clients/client-columns.tsx'
import { OrganizationFields } from '#backoffice/clients/organization-fields.tsx'
import { bodyOfOrganization, noOrganization } from '#backoffice/clients/organization-values.ts'
import { PersonFields } from '#backoffice/clients/person-fields.tsx'
import { bodyOfPerson, noPerson, valuesOfSearch } from '#backoffice/clients/person-values.ts'
import { Twins } from '#backoffice/clients/twins.tsx'
import { useTwins } from '#backoffice/clients/use-twins.ts'
import classes from '#backoffice/clients/new-client-panel.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { birthDateIssues, phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { useSubmitAgain } from '#backoffice/ui/forms/use-submit-again.ts'
import { noun } from '#backoffice/ui/lists/french-noun.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

interface NewClientFormProps {
  /** The current search text, so that the name need not be typed again. */
  name: string
  onClose: () => void
  onMade: (client: Pick<Client, 'kind' | 'id'>) => void
  /** « Créer et nouveau »: the next one of the same kind follows. */
  onAgain: () => void
}

/**
 * The panel for a new person or organization, beside the list. « Créer » opens the page of the new client, « Créer et
 * nouveau » (Ctrl+Entrée) empties the form for the next one. A record panel has one call and one set of fields; this one
 * has two of each.
 */
export function NewClientPanel({ text, onClose }: NewPanelProps) {
  const [, go] = useLocation()
  const onMade: NewClientFormProps['onMade'] = (client) => go(clientPath(client), { replace: true })
  useTabTitle('Nouveau client')
  const [kind, setKind] = useState<Client['kind']>('person')
  const [made, setMade] = useState(0)
  const leave = useLeave()
  const NewForm = kind === 'person' ? NewPerson : NewOrganization
  return (
    <SidePanel title="Nouveau client" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <SegmentedControl
          fullWidth
          aria-label="Nature du client"
          data={[
            { value: 'person', label: 'Patient' },
            { value: 'organization', label: 'Organisme' },
          ]}
          value={kind}
          onChange={(next) => leave(() => setKind(next as Client['kind']))}
        />
        <NewForm
          key={made}
          name={made === 0 ? text : ''}
          onClose={onClose}
          onMade={onMade}
          onAgain={() => setMade(made + 1)}
        />
      </div>
    </SidePanel>
  )
}

function NewPerson({ name, onClose, onMade, onAgain }: NewClientFormProps) {
  const send = useSend()
  const say = useNotice()
  const { isAgain, submitAgain } = useSubmitAgain()
  const countryCode = useAtomValue(countryCodeAtom)
  const today = useAtomValue(todayAtom)
  const { refuseTwins, twinsOf, anyway } = useTwins()
  const form = useForm({
    initial: { ...noPerson, ...valuesOfSearch(name) },
    schema: persons.create.body!,
    bodyOf: bodyOfPerson,
    check: ({ phone, birthDate }) => [...phoneIssues(phone, countryCode), ...birthDateIssues(birthDate, today)],
    send: async (body) => {
      const { lastName, firstName = '', birthDate = null, phone = null, sex = null } = body
      await refuseTwins({ lastName, firstName, birthDate, phone }, sex)
      return send(persons.create, { body })
    },
    onDone: (person) => {
      say({ text: `Client «\u00a0${displayName(person)}\u00a0» créé` })
      if (isAgain()) onAgain()
      else onMade({ kind: 'person', id: person.id })
    },
  })
  return (
    <FormFrame
      label="Nouveau patient"
      form={form}
      submitLabel="Créer"
      onCancel={onClose}
      onSubmitAgain={() => submitAgain(form)}
    >
      <PersonFields form={form} autoFocus />
      <Twins
        twins={twinsOf(bodyOfPerson(form.values))}
        sex={form.values.sex}
        isSending={form.isSending}
        onCreateAnyway={() => anyway(form.submit)}
      />
    </FormFrame>
  )
}

function NewOrganization({ name, onClose, onMade, onAgain }: NewClientFormProps) {
  const send = useSend()
  const say = useNotice()
  const { isAgain, submitAgain } = useSubmitAgain()
  const countryCode = useAtomValue(countryCodeAtom)
  const form = useForm({
    initial: { ...noOrganization, name },
    noun: noun('organisme', 'm'),
    schema: organizations.create.body!,
    bodyOf: bodyOfOrganization,
    check: ({ phone }) => phoneIssues(phone, countryCode),
    send: (body) => send(organizations.create, { body }),
    onDone: (organization) => {
      say({ text: `Organisme «\u00a0${organization.name}\u00a0» créé` })
      if (isAgain()) onAgain()
      else onMade({ kind: 'organization', id: organization.id })
    },
  })
  return (
    <FormFrame
      label="Nouvel organisme"
      form={form}
      submitLabel="Créer"
      onCancel={onClose}
      onSubmitAgain={() => submitAgain(form)}
    >
      <OrganizationFields form={form} autoFocus />
    </FormFrame>
  )
}
