import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { plural } from '#shared/ui/plural.ts'
import { CompanyPanel } from '#backoffice/payers/company-panel.tsx'
import { companyRecord } from '#backoffice/payers/company-record.ts'
import { NewContractModal } from '#backoffice/payers/contract-modal.tsx'
import { useInsurerColumns } from '#backoffice/payers/insurer-columns.tsx'
import { type InsurerQuery, useInsurerRows } from '#backoffice/payers/insurer-rows.ts'
import { usePayers } from '#backoffice/payers/use-payers.ts'
import { flagFilter, searchFilter } from '#backoffice/ui/lists/filters.tsx'
import { list } from '#backoffice/ui/lists/list-declaration.ts'
import { ListScreen } from '#backoffice/ui/lists/list-screen.tsx'
import { localRows } from '#backoffice/ui/lists/local-rows.ts'
import { newRecordPanel } from '#backoffice/ui/records/record-panel.tsx'
import { contracts } from '#shared/contract/contracts.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const insurerList = list({
  home: '/assurances',
  title: 'Assureurs',
  noun: companyRecord.noun,
  source: localRows(useInsurerRows),
  useColumns: useInsurerColumns,
  filters: [
    searchFilter<InsurerQuery>('Filtrer les assureurs'),
    flagFilter<InsurerQuery>({ key: 'archives', label: 'Archivés aussi', query: { archived: true } }),
  ],
  facts: ({ payers, contracts }) => `${plural(payers, 'assureur')}, ${plural(contracts, 'contrat')}`,
  open: { page: ({ contract }) => contract && `/contrats/${contract.id}`, panel: CompanyPanel },
  create: { needs: companyRecord.needs, panel: newRecordPanel(companyRecord) },
  Actions: AddContract,
  words: { exportName: 'Assureurs et contrats', empty: 'Aucun assureur enregistré.' },
})

/**
 * Payers other than the patient, with their contracts: insurers, social security, and organizations that pay for their
 * members.
 */
export function InsurersScreen() {
  return <ListScreen list={insurerList} />
}

function AddContract() {
  const [, go] = useLocation()
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useMay(contracts.create)
  const { payers } = usePayers()
  if (!mayEdit) return null
  return (
    <>
      <WriteButton variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsAdding(true)}>
        Nouveau contrat
      </WriteButton>
      {isAdding && (
        <NewContractModal
          companies={payers ?? []}
          onClose={() => setIsAdding(false)}
          onMade={(id) => go(`/contrats/${id}`)}
        />
      )}
    </>
  )
}
