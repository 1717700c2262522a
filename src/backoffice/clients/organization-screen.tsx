import { useAtomValue } from 'jotai'
import { useParams } from 'wouter'
import { type Organization, organizations } from '#shared/contract/organizations.ts'
import { organizationListStateAtom, organizationsAtom } from '#shared/store/organization-list-atoms.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ArchiveButton } from '#backoffice/clients/archive-button.tsx'
import { BillTable } from '#backoffice/clients/bill-table.tsx'
import { CreditSheet } from '#backoffice/clients/credit-sheet.tsx'
import { OrganizationSheet } from '#backoffice/clients/organization-sheet.tsx'
import { OwnedContracts } from '#backoffice/clients/owned-contracts.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DetailTabs } from '#backoffice/ui/detail-tabs.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PolicyTable } from '#backoffice/ui/policies/policy-table.tsx'
import { ReadAge } from '#backoffice/ui/read-age.tsx'
import { rightsAtom } from '#backoffice/ui/rights.ts'
import { FigureBar, Sheets } from '#backoffice/ui/sheet.tsx'
import { TagMarks } from '#backoffice/ui/tag-marks.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useDetailTab } from '#backoffice/ui/use-detail-tab.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

const editKeys: readonly KeyHint[] = [{ keys: ['M'], label: 'Modifier' }]
const noKeys: readonly KeyHint[] = []

/** One organization: an employer that owns contracts, a client that pays later. */
export function OrganizationScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry, dataUpdatedAt } = useAnswer(organizations.read, { params: { id } })
  const isOffline = useAtomValue(isOfflineAtom)
  const listed = useAtomValue(organizationsAtom).get(id)
  const organization = data ?? (isOffline ? listed : undefined)
  const back = { to: useListAddress('/clients'), title: 'Clients' }
  if (!organization) return <DetailFace back={back} title="Organisme" error={error} onRetry={retry} missingText="Cet organisme n’existe pas, ou l’adresse est incomplète." />
  return <KnownOrganization key={id} organization={organization} readAt={dataUpdatedAt} back={back} />
}

function KnownOrganization({ organization, readAt, back }: { organization: Organization; /** 0: it stands in the list of this terminal. */ readAt: number; back: { to: string; title: string } }) {
  const { tab } = useDetailTab('fiche')
  const tags = useTags('organization')
  const mayEdit = useAtomValue(rightsAtom).has('client.edit')
  const isOffline = useAtomValue(isOfflineAtom)
  usePageKeys(mayEdit && !isOffline && tab === 'fiche' ? editKeys : noKeys)
  const { id, name } = organization
  return (
    <Page scrolls={tab === 'fiche'}>
      <DetailHead
        back={back}
        title={name}
        marks={
          <>
            {organization.archived && <StatusTag>Archivé</StatusTag>}
            <TagMarks ids={organization.tags} tags={tags} />
          </>
        }
        actions={mayEdit && <ArchiveButton of={{ id, name, archived: organization.archived }} calls={organizations} text="Il n’apparaîtra plus au comptoir ni dans les recherches. Ses ventes et factures restent, et sa fiche peut être rouverte." />}
      />
      <ReadAge readAt={readAt} listedAt={useAtomValue(organizationListStateAtom).syncedAt} />
      <Figures organization={organization} />
      <DetailTabs
        tabs={[
          {
            value: 'fiche',
            label: 'Fiche',
            sheets: true,
            children: (
              <Sheets
                wide={<OwnedContracts organization={organization} />}
                narrow={
                  <>
                    <OrganizationSheet organization={organization} />
                    <CreditSheet client={organization} calls={organizations} />
                  </>
                }
              />
            ),
          },
          {
            value: 'assures',
            label: 'Assurés',
            children: <PolicyTable call={organizations.contractPolicies} input={{ params: { id }, query: {} }} name={`Assurés ${name}`} emptyText="Aucun assuré sous les contrats de cet organisme." withContract />,
          },
          { value: 'factures', label: 'Factures', children: <BillTable clientId={id} bills={organizations.bills} name={name} /> },
        ]}
      />
    </Page>
  )
}

function Figures({ organization: { phone, paymentDelayDays, outgoing, creditLimit, taxId } }: { organization: Organization }) {
  const countryCode = useAtomValue(countryCodeAtom)
  const isOver = creditLimit !== null && outgoing > creditLimit
  return (
    <FigureBar
      figures={[
        { name: 'IFU', value: taxId ?? '–' },
        { name: 'Téléphone', value: phone ? formatPhone(phone, countryCode) : '–' },
        { name: 'Délai de paiement', value: plural(paymentDelayDays, 'jour') },
        { name: 'Encours', value: <Money amount={outgoing} unit />, ...(isOver ? { tone: 'danger' as const } : {}) },
        { name: 'Limite de crédit', value: creditLimit === null ? 'Aucune' : <Money amount={creditLimit} unit /> },
      ]}
    />
  )
}
