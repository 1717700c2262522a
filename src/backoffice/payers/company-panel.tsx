import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { companies, type Company } from '#shared/contract/companies.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CompanyBills } from '#backoffice/payers/company-bills.tsx'
import { companyRecord } from '#backoffice/payers/company-record.ts'
import { NewContractModal } from '#backoffice/payers/contract-modal.tsx'
import { payerKindWords } from '#backoffice/payers/insurer-columns.tsx'
import { usePayers } from '#backoffice/payers/use-payers.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/payers/payers.module.css'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import type { KnownContract } from '#backoffice/ui/policies/known-contract.ts'
import { RecordForm } from '#backoffice/ui/records/record-panel.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One insurer beside the list: identity, contracts and archiving. */
export function CompanyPanel({ id, onClose }: PanelProps) {
  const leave = useLeave()
  const { payers, contracts, error, retry } = usePayers()
  const listed = payers?.find((payer) => payer.id === id)
  // A company created just now is not in the list yet.
  const read = useAnswer(companies.read, { params: { id } }, { enabled: payers !== undefined && !listed })
  const company = listed ?? read.data
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
      <PanelFace
        error={payers ? read.error : error}
        onRetry={payers ? read.retry : retry}
        missingText="Cet assureur n’existe pas."
      />
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
  const mayEdit = useMay(companies.patch)
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
          <RecordForm record={companyRecord} row={company} onClose={() => setShown(null)} />
        </div>
      ) : (
        <PanelSection title="Identité">
          <FactList
            facts={[
              [firmNumbers(countryCode).taxId.name, taxId],
              ['Téléphone', phone && formatPhone(phone, countryCode)],
              ['E-mail', email],
            ]}
          />
        </PanelSection>
      )}
      <PanelSection title="Contrats" fact={plural(contracts.length, 'contrat')}>
        {contracts.length === 0 ? (
          <span className={text.quiet}>Aucun contrat : personne n’est encore couvert par cet assureur.</span>
        ) : (
          contracts.map((contract) => (
            <div key={contract.id} className={classes.line}>
              <TextLink to={`/contrats/${contract.id}`}>{contract.label}</TextLink>
              {contract.archived && <StatusTag>Archivé</StatusTag>}
              <span className={text.quiet}>
                {formatPercent(contract.defaultCoverage)}, {plural(contract.policies, 'assuré')}
              </span>
            </div>
          ))
        )}
      </PanelSection>
      <CompanyBills companyId={id} />
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
