import { type LotChange, stockItems } from '#shared/contract/stock-items.ts'
import { correctionReasonWords } from '#shared/domain/lot-corrections.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/stock/stock.module.css'
import table from '#backoffice/ui/small-table.module.css'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shown = 8

/** The latest corrections of lot numbers and expiries. Nothing is drawn when none was ever corrected. */
export function LotChanges({ productId }: { productId: string }) {
  const { data } = useAnswer(stockItems.changes, { query: { pharmacyProductId: productId, size: shown } })
  if (!data || data.total === 0) return null
  return (
    <PanelSection title="Corrections de lots">
      <table className={`${table.table} ${table.dense}`}>
        <thead>
          <tr>
            <th>Le</th>
            <th>Avant</th>
            <th>Après</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((change) => (
            <tr key={change.id}>
              <td className={classes.wrap}>
                {formatMoment(change.at)}
                <div className={text.quiet}>
                  {[change.userName, correctionReasonWords[change.reason], change.note].filter(Boolean).join(', ')}
                </div>
              </td>
              <td>
                <Print of={change.before} />
              </td>
              <td>
                <b>
                  <Print of={change.after} />
                </b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  )
}

function Print({ of: { lot, expiresOn } }: { of: LotChange['before'] }) {
  return (
    <>
      {lot ?? 'Sans numéro'}
      <div className={text.quiet}>{expiresOn ? expiresOn.split('-').toReversed().join('/') : 'Sans date'}</div>
    </>
  )
}
