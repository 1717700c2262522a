import { useAtomValue } from 'jotai'
import { call } from '#shared/client/call.ts'
import { pharmacyProducts, type StockMovement } from '#shared/contract/pharmacy-products.ts'
import { onePage } from '#shared/contract/values.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { movementCauseWords } from '#shared/domain/stock-movement-words.ts'
import { wordsOfStockReason } from '#shared/domain/stock-reasons.ts'
import { addDays, dayOf, localDayOf } from '#shared/domain/dates.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { formatAmount, formatSigned } from '#shared/ui/money-format.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import type { ExportColumn } from '#shared/ui/table-export.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/stock/stock.module.css'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shownMovements = 12

const exportColumns: readonly ExportColumn<StockMovement>[] = [
  { header: 'Date', exported: ({ at }) => ({ moment: at }) },
  { header: 'Mouvement', exported: ({ cause }) => movementCauseWords[cause] },
  { header: 'Vente', exported: ({ saleNumber }) => saleNumber },
  { header: 'Lot', exported: ({ lot }) => lot },
  { header: 'Quantité', exported: ({ quantity }) => quantity },
  { header: 'Avant', exported: ({ before }) => before },
  { header: 'Après', exported: ({ after }) => after },
  { header: 'Motif', exported: whyOf },
  { header: 'Par', exported: ({ userName }) => userName },
]

/** The latest stock movements, newest first; a sale links to its page. */
export function MovementTable({ productId, today }: { productId: string; today: string }) {
  const { data, error, retry } = useAnswer(pharmacyProducts.history, {
    params: { id: productId },
    query: { size: shownMovements },
  })
  const timeZone = useAtomValue(terminalAtom)?.pharmacy?.timeZone
  if (!data) {
    return (
      <PanelSection title="Derniers mouvements">
        <PanelFace error={error} onRetry={retry} missingText="Ce produit n’est plus dans le stock." />
      </PanelSection>
    )
  }
  return (
    <PanelSection
      title="Derniers mouvements"
      fact={
        <span className={classes.fact}>
          {data.total > data.items.length
            ? `${formatAmount(data.total, { decimals: 0 })} en 90\u00a0jours`
            : '90\u00a0jours'}
          {data.total > 0 && (
            <ListExport
              small
              name="Mouvements"
              columns={exportColumns}
              source={() => ({
                readPage: (page, size, signal) =>
                  call(pharmacyProducts.history, onePage({ params: { id: productId }, query: { page, size } }), {
                    signal,
                  }),
                rowKey: ({ id }) => id,
              })}
            />
          )}
        </span>
      }
    >
      {data.items.length === 0 ? (
        <p className={text.none}>Aucun mouvement en 90 jours.</p>
      ) : (
        <table className={`${table.table} ${table.dense}`}>
          <tbody>
            {data.items.map((movement) => (
              <tr key={movement.id}>
                <td className={`${text.quiet} ${classes.when}`}>{momentText(movement.at, today, timeZone)}</td>
                <td className={table.wide}>
                  <Cause movement={movement} />
                </td>
                <td className={`${table.end} ${movement.quantity > 0 ? classes.gain : classes.loss}`}>
                  {formatSigned(movement.quantity, { decimals: 0 })}
                </td>
                <td className={`${table.end} ${text.quiet}`}>{formatAmount(movement.after, { decimals: 0 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PanelSection>
  )
}

function Cause({ movement }: { movement: StockMovement }) {
  const { cause, saleId, saleNumber, lot } = movement
  const why = whyOf(movement)
  // An inventory that takes a late sale back says why: the sale stands beside it.
  if (saleId && cause !== 'inventory')
    return (
      <TextLink to={`/ventes/${saleId}`}>
        {saleNumber === null ? movementCauseWords[cause] : `${movementCauseWords[cause]} n°\u00a0${saleNumber}`}
      </TextLink>
    )
  return (
    <span title={why ?? undefined}>
      {[movementCauseWords[cause], lot && `lot ${lot}`, why].filter(Boolean).join(', ')}
    </span>
  )
}

/** The reason in French and the note: « Casse, tombée du rayon ». */
function whyOf({ reason, note }: StockMovement): string | null {
  const words = reason === null ? null : (wordsOfStockReason(reason) ?? reason)
  return [words, note].filter(Boolean).join(', ') || null
}

const shortDay = new Intl.DateTimeFormat('fr', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** « 11:42 » today, « Hier », else « 18 nov. ». */
function momentText(at: string, today: string, timeZone: string | undefined): string {
  const moment = new Date(at)
  const day = timeZone ? localDayOf(moment, timeZone) : dayOf(moment)
  if (day === today) return formatHour(moment)
  if (day === addDays(today, -1)) return 'Hier'
  return shortDay.format(new Date(day))
}
