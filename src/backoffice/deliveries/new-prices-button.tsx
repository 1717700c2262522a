import { Button, Checkbox, Group } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type NewPrice, newPrices } from '#shared/domain/deliveries/new-prices.ts'
import { productsAtom } from '#shared/store/lists/product-list-atoms.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import type { ActOnLine } from '#backoffice/deliveries/use-delivery-lines.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import table from '#backoffice/ui/small-table.module.css'

interface NewPricesProps {
  lines: readonly JudgedLine[]
  act: ActOnLine
}

/** Takes the sale prices that the note or the price policy gives, for the whole note; what changes is listed first. */
export function NewPricesButton({ lines, act }: NewPricesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const prices = newPrices(lines)
  if (prices.length === 0) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {`Prendre ${plural(prices.length, 'nouveau prix public', 'nouveaux prix publics')}`}
      </Button>
      {isOpen && <NewPricesModal prices={prices} act={act} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface NewPricesModalProps {
  prices: readonly NewPrice<JudgedLine>[]
  act: ActOnLine
  onClose: () => void
}

function NewPricesModal({ prices, act, onClose }: NewPricesModalProps) {
  const say = useNotice()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const taken = prices.filter((price) => !left.has(keyOf(price)))
  const take = () => {
    const acts = taken.flatMap(({ lines, after }) =>
      lines.map(({ id }) => act({ lineId: id, set: { salePrice: after } })),
    )
    void Promise.all(acts).then((areKept) => {
      if (areKept.every(Boolean))
        say({
          text: `${plural(taken.length, 'prix public repris', 'prix publics repris')}, en vigueur à la validation`,
        })
    })
    onClose()
  }
  return (
    <PanelModal opened onClose={onClose} title="Prix publics de la livraison" size="lg" centered>
      <p className={text.quiet}>
        Ces prix vaudront à la validation, pour les boîtes de la livraison et pour celles qui sont en rayon.
      </p>
      <table className={table.table} aria-label="Prix publics qui changent">
        <thead>
          <tr>
            <th>Produit</th>
            <th className={table.end}>Prix actuel</th>
            <th className={table.end}>Nouveau prix</th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <PriceRow
              key={keyOf(price)}
              price={price}
              isTaken={!left.has(keyOf(price))}
              onChange={(isTaken) => {
                const next = new Set(left)
                if (isTaken) next.delete(keyOf(price))
                else next.add(keyOf(price))
                setLeft(next)
              }}
            />
          ))}
        </tbody>
      </table>
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          Annuler
        </Button>
        <Button disabled={taken.length === 0} onClick={take}>
          {`Prendre ${plural(taken.length, 'prix', 'prix')}`}
        </Button>
      </Group>
    </PanelModal>
  )
}

interface PriceRowProps {
  price: NewPrice<JudgedLine>
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}

function PriceRow({ price: { lines, before, after }, isTaken, onChange }: PriceRowProps) {
  const [line] = lines
  const label = line!.productLabel ?? line!.label
  const product = useAtomValue(productsAtom).get(line!.productId!)
  const lots = (product?.stockItems ?? []).filter(
    ({ archived, packaging, quantity }) => !archived && quantity > 0 && packaging === line!.packaging,
  )
  const boxes = lots.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <tr>
      <td className={table.whole}>
        <Checkbox
          label={label}
          description={
            lots.length === 0
              ? 'Aucun lot en rayon'
              : `${plural(lots.length, 'lot')} en rayon, ${plural(boxes, 'boîte')}`
          }
          checked={isTaken}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </td>
      <td className={table.end}>
        <Money amount={before} />
      </td>
      <td className={table.end}>
        <b>
          <Money amount={after} />
        </b>
      </td>
    </tr>
  )
}

function keyOf({ lines }: NewPrice<JudgedLine>): string {
  return lines[0]!.id
}
