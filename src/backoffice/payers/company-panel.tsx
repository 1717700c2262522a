import { Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { companies, type Company, type NewCompany } from '#shared/contract/companies.ts'
import { AppError } from '#shared/domain/errors.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { bodyOfCompany, type CompanyValues, noCompany, valuesOfCompany } from '#backoffice/payers/company-values.ts'
import { NewContractModal } from '#backoffice/payers/contract-modal.tsx'
import { payerKindWords } from '#backoffice/payers/insurer-columns.tsx'
import { usePayers } from '#backoffice/payers/use-payers.ts'
import classes from '#backoffice/payers/payers.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { phoneIssues } from '#backoffice/ui/forms/identity-issues.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { type Form, useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps, PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'
import { companyKinds } from '#backoffice/ui/policies/new-contract-policy-form.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const unknown = new AppError('requests:notFound')

/** One insurer beside the list: who it is, its contracts, putting it away. */
export function CompanyPanel({ id, onClose }: PanelProps) {
  const leave = useLeave()
  const { payers, contracts, error, retry } = usePayers()
  const company = payers?.find((payer) => payer.id === id)
  useTabTitle(company?.name ?? 'Assureur')
  if (company)
    return (
      <KnownCompany
        company={company}
        contracts={(contracts ?? []).filter(({ companyId }) => companyId === id)}
        onClose={() => leave(onClose)}
      />
    )
  return (
    <SidePanel title="Assureur" onClose={onClose}>
      <PanelFace error={payers ? unknown : error} onRetry={retry} missingText="Cet assureur n’existe pas." />
    </SidePanel>
  )
}

interface KnownCompanyProps {
  company: Company
  contracts: readonly KnownContract[]
  onClose: () => void
}

function KnownCompany({ company, contracts, onClose }: KnownCompanyProps) {
  const [shown, setShown] = useState<'edit' | 'contract' | null>(null)
  const mayEdit = useAtomValue(rightsAtom).has('contract.edit')
  const countryCode = useAtomValue(countryCodeAtom)
  const send = useSend()
  const { run, ask, isRunning, modals } = useGesture()
  const { id, name, taxId, phone, email, archived } = company
  const archive = () =>
    ask({
      title: `Archiver ${name}\u202f?`,
      text: 'Cet assureur ne sera plus proposé. Ses ventes restent, et il peut être rouvert.',
      yes: 'Archiver',
      run: () => send(companies.remove, { params: { id } }),
    })
  const restore = () => run(() => send(companies.patch, { params: { id }, body: { archived: false } }))
  return (
    <SidePanel
      title={name}
      onClose={onClose}
      subtitle={
        <>
          <div>{payerKindWords[company.kind]}</div>
          {archived && <StatusTag>Archivé</StatusTag>}
        </>
      }
      footer={
        mayEdit &&
        shown !== 'edit' && (
          <>
            <WriteButton variant="default" onClick={() => setShown('edit')}>
              Modifier
            </WriteButton>
            <WriteButton variant="default" loading={isRunning} onClick={archived ? restore : archive}>
              {archived ? 'Rouvrir' : 'Archiver'}
            </WriteButton>
            {!archived && <WriteButton onClick={() => setShown('contract')}>Nouveau contrat</WriteButton>}
          </>
        )
      }
    >
      {shown === 'edit' ? (
        <div className={classes.body}>
          <CompanyForm company={company} onClose={() => setShown(null)} />
        </div>
      ) : (
        <PanelSection title="Identité">
          <FactList
            facts={[
              ['IFU', taxId],
              ['Téléphone', phone && formatPhone(phone, countryCode)],
              ['E-mail', email],
            ]}
          />
        </PanelSection>
      )}
      <PanelSection title="Contrats" fact={plural(contracts.length, 'contrat')}>
        {contracts.length === 0 ? (
          <span className={classes.quiet}>Aucun contrat : personne n’est encore couvert par cet assureur.</span>
        ) : (
          contracts.map((contract) => (
            <div key={contract.id} className={classes.line}>
              <TextLink to={`/contrats/${contract.id}`}>{contract.label}</TextLink>
              {contract.archived && <StatusTag>Archivé</StatusTag>}
              <span className={classes.quiet}>
                {formatPercent(contract.defaultCoverage)}, {plural(contract.policies, 'assuré')}
              </span>
            </div>
          ))
        )}
      </PanelSection>
      {shown === 'contract' && (
        <NewContractModal
          companies={[company]}
          companyId={id}
          onClose={() => setShown(null)}
          onMade={() => setShown(null)}
        />
      )}
      {modals}
    </SidePanel>
  )
}

function CompanyForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const send = useSend()
  const countryCode = useAtomValue(countryCodeAtom)
  const initial = valuesOfCompany(company, countryCode)
  const form = useForm({
    initial,
    schema: companies.patch.body!,
    bodyOf: bodyOfCompany,
    check: ({ phone }) => (phone === initial.phone ? [] : phoneIssues(phone, countryCode)),
    send: (body) => send(companies.patch, { params: { id: company.id }, body }),
    onDone: onClose,
  })
  return (
    <FormFrame label="Assureur" form={form} onCancel={onClose}>
      <CompanyFields form={form} />
    </FormFrame>
  )
}

/** A new insurer, or the body of social security. */
export function NewCompanyPanel({ onClose, onMade }: NewPanelProps) {
  useTabTitle('Nouvel assureur')
  const send = useSend()
  const leave = useLeave()
  const countryCode = useAtomValue(countryCodeAtom)
  const form = useForm({
    initial: noCompany,
    schema: companies.create.body!,
    bodyOf: bodyOfCompany,
    check: ({ phone }) => phoneIssues(phone, countryCode),
    send: (body) => send(companies.create, { body }),
    onDone: ({ id }) => onMade(id),
  })
  return (
    <SidePanel title="Nouvel assureur" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <FormFrame label="Nouvel assureur" form={form} submitLabel="Créer" onCancel={onClose}>
          <CompanyFields form={form} />
        </FormFrame>
      </div>
    </SidePanel>
  )
}

function CompanyFields({ form }: { form: Form<CompanyValues> }) {
  return (
    <>
      <TextInput label="Nom" withAsterisk autoFocus autoComplete="off" {...form.text('name')} />
      <Select
        label="Nature"
        description="La sécurité sociale paie avant tous les autres, pour les produits de sa liste."
        allowDeselect={false}
        data={companyKinds}
        {...form.field('kind')}
        onChange={(kind) => form.set({ kind: kind as NewCompany['kind'] })}
      />
      <TextInput label="IFU" autoComplete="off" {...form.text('taxId')} />
      <TextInput label="Téléphone" type="tel" autoComplete="off" {...form.text('phone')} />
      <TextInput label="E-mail" type="email" autoComplete="off" {...form.text('email')} />
    </>
  )
}
