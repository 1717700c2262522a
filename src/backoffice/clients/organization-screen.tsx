import { useAtomValue } from 'jotai'
import { useParams } from 'wouter'
import { type Organization, organizations } from '#shared/contract/organizations.ts'
import { firmNumbers } from '#shared/domain/countries/country-facts.ts'
import { organizationListStateAtom, organizationsAtom } from '#shared/store/lists/organization-list-atoms.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { plural } from '#shared/ui/plural.ts'
import { ClientPage } from '#backoffice/clients/client-page.tsx'
import { CreditSheet } from '#backoffice/clients/credit-sheet.tsx'
import { OrganizationSheet } from '#backoffice/clients/organization-sheet.tsx'
import { OwnedContracts } from '#backoffice/clients/owned-contracts.tsx'
import { countryCodeAtom } from '#backoffice/ui/country.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { PolicyTable } from '#backoffice/ui/policies/policy-table.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useListSearch } from '#backoffice/ui/use-list-search.tsx'

const editKeys: readonly KeyHint[] = [{ keys: ['M'], label: 'Modifier' }]

/** One organization: an employer that owns contracts, or a client on credit. */
export function OrganizationScreen() {
  const { id } = useParams<{ id: string }>()
  const { data, error, retry, dataUpdatedAt } = useAnswer(organizations.read, { params: { id } })
  const isOffline = useAtomValue(isOfflineAtom)
  const listed = useAtomValue(organizationsAtom).get(id)
  const organization = data ?? (isOffline ? listed : undefined)
  const back = { to: useListAddress('/clients'), title: 'Clients' }
  if (!organization)
    return (
      <DetailFace
        back={back}
        title="Organisme"
        error={error}
        onRetry={retry}
        missingText="Cet organisme n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownOrganization key={id} organization={organization} readAt={dataUpdatedAt} back={back} />
}

function KnownOrganization({
  organization,
  readAt,
  back,
}: {
  organization: Organization
  /** 0: it comes from the stored list of this terminal. */
  readAt: number
  back: { to: string; title: string }
}) {
  const countryCode = useAtomValue(countryCodeAtom)
  const { id, name, phone, paymentDelayDays, taxId } = organization
  return (
    <ClientPage
      kind="organization"
      client={organization}
      name={name}
      calls={organizations}
      back={back}
      readAt={readAt}
      listedAt={useAtomValue(organizationListStateAtom).syncedAt}
      archivingText="Il n’apparaîtra plus au comptoir ni dans les recherches. Ses ventes et factures restent, et sa fiche peut être rouverte."
      editKeys={editKeys}
      figures={[
        { name: firmNumbers(countryCode).taxId.name, value: taxId ?? '–' },
        { name: 'Téléphone', value: phone ? formatPhone(phone, countryCode) : '–' },
        { name: 'Délai de paiement', value: plural(paymentDelayDays, 'jour') },
      ]}
      sheets={{
        wide: <OwnedContracts organization={organization} />,
        narrow: (
          <>
            <OrganizationSheet organization={organization} />
            <CreditSheet client={organization} calls={organizations} />
          </>
        ),
      }}
      list={{
        value: 'assures',
        label: 'Assurés',
        children: <InsuredTable id={id} name={name} />,
      }}
    />
  )
}

/** Everybody insured under the contracts that the organization owns. */
function InsuredTable({ id, name }: { id: string; name: string }) {
  const search = useListSearch('Filtrer les assurés')
  return (
    <PolicyTable
      call={organizations.contractPolicies}
      input={{ params: { id }, query: search.query }}
      name={`Assurés ${name}`}
      emptyText={search.emptyText('Aucun assuré sous les contrats de cet organisme.')}
      start={search.field}
      withContract
    />
  )
}
