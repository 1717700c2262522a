import { useParams } from 'wouter'
import { contracts } from '#shared/contract/contracts.ts'
import { insuredImports } from '#shared/contract/insured-imports.ts'
import { InsuredImport } from '#backoffice/insured/insured-import.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const title = 'Importer les assurés'

/** Imports the insured persons of a contract from a file of the insurer or employer. */
export function InsuredImportScreen() {
  const { id } = useParams<{ id: string }>()
  const mayEdit = useMay(insuredImports.run)
  const { data: contract, error, retry } = useAnswer(contracts.read, { params: { id } })
  const payerId = contract?.companyId ?? contract?.owner?.id ?? ''
  const kept = useAnswer(
    insuredImports.readMapping,
    { params: { id: payerId } },
    { enabled: mayEdit && payerId !== '' },
  )
  const back = { to: `/contrats/${id}`, title: contract ? `${contract.payerName}, ${contract.label}` : 'Contrat' }
  if (!contract)
    return (
      <DetailFace
        back={back}
        title={title}
        error={error}
        onRetry={retry}
        missingText="Ce contrat n’existe pas, ou l’adresse est incomplète."
      />
    )
  const refusal = mayEdit
    ? contract.archived
      ? 'Ce contrat est archivé\u00a0: il ne prend plus d’assurés.'
      : null
    : 'Réservé aux personnes qui ont le droit de modifier les contrats. Demandez au titulaire.'
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      {refusal ? <p>{refusal}</p> : <InsuredImport contract={contract} kept={kept.data?.mapping ?? null} />}
    </Page>
  )
}
