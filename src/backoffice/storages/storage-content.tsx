import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { pharmacyProductStorages, type Storage, type StorageMove } from '#shared/contract/pharmacy-product-storages.ts'
import { listStateAtom } from '#shared/store/lists/product-list-atoms.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection } from '#shared/ui/side-panel.tsx'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/storages/storages.module.css'
import table from '#backoffice/ui/small-table.module.css'
import { stockRowsByLabelAtom } from '#backoffice/ui/stock-rows-atom.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const shown = 12

/** Below the form of a storage: its products, and what went in and out. */
export function StorageContent({ row }: { row: Storage }) {
  return (
    <div className={classes.content}>
      <Products label={row.label} />
      <Moves storage={row} />
    </div>
  )
}

function Products({ label }: { label: string }) {
  const rows = useAtomValue(stockRowsByLabelAtom)
  const isListed = useAtomValue(listStateAtom).syncedAt !== null
  const kept = useMemo(() => rows.filter(({ storage }) => storage === label), [rows, label])
  return (
    <PanelSection
      title="Produits"
      fact={
        kept.length > 0 && (
          <TextLink to={`/stock?rangement=${encodeURIComponent(label)}`}>
            {kept.length > shown ? `Voir les ${kept.length} au stock` : 'Voir au stock'}
          </TextLink>
        )
      }
    >
      {kept.length === 0 ? (
        <p className={text.none}>
          {isListed ? 'Aucun produit dans ce rangement.' : 'La liste des produits n’est pas encore chargée.'}
        </p>
      ) : (
        <table className={`${table.table} ${table.dense}`} aria-label={`Produits de ${label}`}>
          <tbody>
            {kept.slice(0, shown).map(({ id, product, quantity }) => (
              <tr key={id}>
                <td>
                  <TextLink to={`/stock/${id}`}>{product.label}</TextLink>
                </td>
                <td className={table.end}>{formatAmount(quantity, { decimals: 0 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kept.length > shown && <span className={text.quiet}>{`et ${plural(kept.length - shown, 'autre')}`}</span>}
    </PanelSection>
  )
}

function Moves({ storage }: { storage: Storage }) {
  const { data } = useAnswer(pharmacyProductStorages.moves, { query: { storageId: storage.id, size: shown } })
  if (!data || data.total === 0) return null
  return (
    <PanelSection title="Déplacements">
      <table className={`${table.table} ${table.dense}`} aria-label="Déplacements">
        <tbody>
          {data.items.map((move) => (
            <tr key={move.id}>
              <td>
                {move.label}
                {move.lot !== null && `, lot ${move.lot}`}
                <div>{wayOf(move, storage.label)}</div>
                <div className={text.quiet}>{`${formatMoment(move.at)}, ${move.userName}`}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  )
}

/** « parti vers Frigo », « venu de Tiroir A3 » */
function wayOf({ from, to }: StorageMove, here: string): string {
  if (to === here) return from === null ? 'était sans rangement' : `venu de ${from}`
  return to === null ? 'n’a plus de rangement' : `parti vers ${to}`
}
