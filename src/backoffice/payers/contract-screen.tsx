import { IconArchive, IconArchiveOff, IconPencil, IconUpload } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { contracts } from '#shared/contract/contracts.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { Money } from '#shared/ui/money.tsx'
import { formatPercent } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { EditContractModal } from '#backoffice/payers/contract-modal.tsx'
import type { ContractDetail } from '#backoffice/payers/contract-detail.ts'
import { ContractMembers } from '#backoffice/payers/contract-members.tsx'
import { ExceptionTable } from '#backoffice/payers/exception-table.tsx'
import { lapseWords } from '#backoffice/payers/lapse-words.ts'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DetailTabs } from '#backoffice/ui/detail-tabs.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { listKeys } from '#backoffice/ui/list-keys.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { validityText } from '#backoffice/ui/policies/validity-text.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { FigureBar } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useDetailTab } from '#backoffice/ui/use-detail-tab.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const noKeys: readonly KeyHint[] = []

/** One contract: terms, exceptions for products, and insured persons. */
export function ContractScreen() {
  const { id } = useParams<{ id: string }>()
  const { data: contract, error, retry } = useAnswer(contracts.read, { params: { id } })
  const back = { to: useListAddress('/assurances'), title: 'Assureurs' }
  if (!contract)
    return (
      <DetailFace
        back={back}
        title="Contrat"
        error={error}
        onRetry={retry}
        missingText="Ce contrat n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownContract key={id} contract={contract} back={back} />
}

function KnownContract({ contract, back }: { contract: ContractDetail; back: { to: string; title: string } }) {
  const { tab } = useDetailTab('assures')
  const today = useAtomValue(todayAtom)
  const mayEdit = useMay(contracts.patch)
  const lapse = lapseWords(contract, today)
  usePageKeys(tab === 'assures' ? listKeys : noKeys)
  return (
    <Page>
      <DetailHead
        back={back}
        title={`${contract.payerName}, ${contract.label}`}
        record={contract.id}
        marks={
          <>
            {contract.archived && <StatusTag>Archivé</StatusTag>}
            {!contract.archived && lapse && <StatusTag tone={lapse.tone}>{lapse.label}</StatusTag>}
            {contract.companyId === null && <StatusTag tone="info">À crédit</StatusTag>}
          </>
        }
        actions={mayEdit && <Gestures contract={contract} />}
      />
      <Terms contract={contract} />
      <DetailTabs
        tabs={[
          {
            value: 'assures',
            label: `Assurés (${contract.policies})`,
            children: <ContractMembers contract={contract} />,
          },
          {
            value: 'produits',
            label: `Produits exclus ou à taux particulier (${contract.products.length})`,
            children: <ExceptionTable contract={contract} />,
          },
        ]}
      />
    </Page>
  )
}

function Terms({
  contract: { defaultCoverage, ceilings, familyCeilings, ceilingYear, owner, ownerName, number, ...validity },
}: {
  contract: ContractDetail
}) {
  const ceiling = (name: string, amount: number | null) =>
    amount === null ? [] : [{ name, value: <Money amount={amount} unit /> }]
  const ofYear = ceilingYear === 'contract' ? ' (du contrat)' : ''
  const shownCeilings = [
    ...ceiling('Plafond par vente', ceilings.perSale),
    ...ceiling('Plafond du jour', ceilings.perDay),
    ...ceiling('Plafond du mois', ceilings.perMonth),
    ...ceiling(`Plafond de l’année${ofYear}`, ceilings.perYear),
    ...ceiling('Par vente et famille', familyCeilings.perSale),
    ...ceiling('Par jour et famille', familyCeilings.perDay),
    ...ceiling('Par mois et famille', familyCeilings.perMonth),
    ...ceiling(`Par année et famille${ofYear}`, familyCeilings.perYear),
  ]
  return (
    <FigureBar
      figures={[
        { name: 'Taux', value: formatPercent(defaultCoverage) },
        ...(shownCeilings.length > 0 ? shownCeilings : [{ name: 'Plafonds', value: 'Aucun' }]),
        { name: 'Validité', value: validityText(validity) },
        {
          name: 'Souscrit par',
          value: owner ? (
            <TextLink to={owner.kind === 'organization' ? `/organismes/${owner.id}` : `/patients/${owner.id}`}>
              {ownerName}
            </TextLink>
          ) : (
            '–'
          ),
        },
        ...(number ? [{ name: 'N° du contrat', value: number }] : []),
      ]}
    />
  )
}

function Gestures({ contract }: { contract: ContractDetail }) {
  const [, go] = useLocation()
  const [isEditing, setIsEditing] = useState(false)
  const send = useSend()
  const { run, ask, isRunning, modals } = useGesture()
  const { id, archived, payerName, label } = contract
  const archive = () =>
    ask({
      title: 'Archiver ce contrat\u202f?',
      text: `${payerName}, ${label}. Il ne sera plus proposé ; les ventes faites sous ce contrat restent.`,
      yes: 'Archiver',
      run: () => send(contracts.remove, { params: { id } }),
    })
  const restore = () => run(() => send(contracts.patch, { params: { id }, body: { archived: false } }))
  return (
    <>
      {!archived && (
        <WriteButton
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => go(`/contrats/${id}/import`)}
        >
          Importer des assurés
        </WriteButton>
      )}
      <WriteButton
        variant="default"
        leftSection={archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
        loading={isRunning}
        onClick={archived ? restore : archive}
      >
        {archived ? 'Rouvrir' : 'Archiver'}
      </WriteButton>
      <WriteButton
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setIsEditing(true)}
      >
        Modifier
      </WriteButton>
      {isEditing && <EditContractModal contract={contract} onClose={() => setIsEditing(false)} />}
      {modals}
    </>
  )
}
