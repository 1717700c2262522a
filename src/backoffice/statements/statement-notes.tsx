import { type BillStatementDetail, billStatements, type StatementNote } from '#shared/contract/bill-statements.ts'
import { DataTable } from '#shared/ui/data-table.tsx'
import { plural } from '#shared/ui/plural.ts'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { countColumn, dayColumn, moneyColumn, sortedHere, textColumn } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { usePageRows } from '#backoffice/ui/use-page-rows.ts'

const columns = sortedHere<StatementNote>([
  textColumn('noteNumber', 'BL', ({ noteNumber }) => noteNumber, { strong: true, width: 120, grow: 1 }),
  dayColumn('day', 'Date', ({ day }) => day),
  countColumn('lines', 'Lignes', ({ lines }) => lines, { width: 80 }),
  moneyColumn('billed', 'Facturé', ({ billed }) => billed, { width: 116 }),
  moneyColumn('delivered', 'Livré', ({ delivered }) => delivered, { width: 116 }),
  moneyColumn('over', 'Écart', ({ billed, delivered }) => (delivered === null ? null : billed - delivered), {
    width: 106,
    signed: true,
    strong: true,
  }),
])

/** The notes of a statement beside their deliveries, and what was delivered without being billed. */
export function StatementNotes({ statement: { id } }: { statement: BillStatementDetail }) {
  const { data, error, retry } = useAnswer(billStatements.notes, { params: { id } }, { keep: true })
  const doors = usePageRows<StatementNote>(({ deliveryId }) => deliveryId && `/livraisons/${deliveryId}`)
  const rows = data ? [...data.notBilled, ...data.notes] : []
  return (
    <Sheet
      title="Bons et livraisons"
      fact={
        data && data.notBilled.length > 0
          ? plural(data.notBilled.length, 'livraison n’est pas facturée', 'livraisons ne sont pas facturées')
          : undefined
      }
    >
      {!data ? (
        <PanelFace error={error} onRetry={retry} missingText="Ce relevé n’existe plus." />
      ) : rows.length === 0 ? (
        <Nothing>Aucun bon.</Nothing>
      ) : (
        <TableRoom rows={rows.length}>
          <ListRoom>
            <DataTable
              label="Bons et livraisons"
              columns={columns}
              rows={rows}
              rowKey={({ noteNumber, deliveryId }) => `${deliveryId} ${noteNumber}`}
              {...doors}
            />
          </ListRoom>
        </TableRoom>
      )}
    </Sheet>
  )
}
