import type { Organization } from '#shared/contract/organizations.ts'
import { formatPercent } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/clients/detail.module.css'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useContractsAnswer } from '#backoffice/ui/policies/contract-choices.ts'
import { validityText } from '#backoffice/ui/policies/validity-text.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { TextLink } from '#backoffice/ui/text-link.tsx'

/**
 * The contracts of an organization for its members, with their insurer. It pays contracts without an insurer itself.
 */
export function OwnedContracts({ organization }: { organization: Organization }) {
  const { contracts, error, retry } = useContractsAnswer()
  const owned = contracts?.filter(({ owner }) => owner?.id === organization.id) ?? []
  return (
    <Sheet title="Contrats" fact={owned.length > 0 ? plural(owned.length, 'contrat') : undefined}>
      {!contracts ? (
        <PanelFace error={error} onRetry={retry} missingText="Cet organisme n’existe plus." />
      ) : owned.length === 0 ? (
        <Nothing>Aucun contrat souscrit par cet organisme.</Nothing>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Contrat</th>
              <th>Payé par</th>
              <th>Taux</th>
              <th>Validité</th>
              <th>Assurés</th>
            </tr>
          </thead>
          <tbody>
            {owned.map((contract) => (
              <tr key={contract.id}>
                <td>
                  <TextLink to={`/contrats/${contract.id}`}>{contract.label}</TextLink>{' '}
                  {contract.companyId === null && <StatusTag tone="info">À crédit</StatusTag>}
                </td>
                <td>{contract.companyId === null ? 'L’organisme lui-même' : contract.payerName}</td>
                <td>{formatPercent(contract.defaultCoverage)}</td>
                <td className={text.quiet}>{validityText(contract)}</td>
                <td>{contract.policies}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}
