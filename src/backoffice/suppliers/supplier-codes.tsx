import { Button } from '@mantine/core'
import { type Supplier, type SupplierCode, suppliers } from '#shared/contract/suppliers.ts'
import { plural } from '#shared/ui/plural.ts'
import { useMay } from '#backoffice/ui/rights.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const most = 200
const none: readonly SupplierCode[] = []

/** Which product each code of the supplier's notes means; a wrong one is forgotten, and asked about again. */
export function SupplierCodes({ row }: { row: Supplier }) {
  const { data, error, retry } = useAnswer(suppliers.codes, { params: { id: row.id }, query: { size: most } })
  const mayForget = useMay(suppliers.forgetCode)
  const send = useSend()
  const gesture = useGesture()
  const codes = data?.items ?? none
  return (
    <Sheet title="Codes de ses BL" fact={data && data.total > 0 ? plural(data.total, 'code') : undefined}>
      {!data ? (
        <PanelFace error={error} onRetry={retry} missingText="Ce fournisseur n’existe plus." />
      ) : codes.length === 0 ? (
        <Nothing>Aucun code enregistré. Ils s’enregistrent à l’import de ses BL.</Nothing>
      ) : (
        <table className={`${table.table} ${table.dense}`}>
          <thead>
            <tr>
              <th>Code</th>
              <th>Produit</th>
              {mayForget && <th aria-label="Actions" />}
            </tr>
          </thead>
          <tbody>
            {codes.map(({ code, productId, productLabel }) => (
              <tr key={code}>
                <td>{code}</td>
                <td>
                  <TextLink to={`/stock/${productId}`}>{productLabel}</TextLink>
                </td>
                {mayForget && (
                  <td className={table.end}>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      disabled={gesture.isOffline}
                      aria-label={`Supprimer le code ${code}`}
                      onClick={() => gesture.run(() => send(suppliers.forgetCode, { params: { id: row.id, code } }))}
                    >
                      Supprimer
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {gesture.modals}
    </Sheet>
  )
}
