import { Button } from '@mantine/core'
import { IconArrowsExchange, IconPackage, IconPill, IconSticker2, IconTrash, IconUserX } from '@tabler/icons-react'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { askPharmacist } from '#kiosk/counter/rights/right-request.ts'
import { mostQuantity, mostUnits } from '#kiosk/counter/sale/unit-sale.ts'
import type { SaleRecord } from '#shared/domain/sale.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { Money } from '#shared/ui/money.tsx'
import classes from './line-panel.module.css'
import { LotList } from './lot-list.tsx'
import { PadField, PadKeys, PadRefusal, usePad } from './pad-field.tsx'
import { PanelFrame } from './panel-frame.tsx'
import type { LineFacts, LotChoice } from './use-line-facts.ts'

const dearest = 1_000_000_000

export type LineFields = { typeQuantity: () => void; typePrice: () => void }

interface LinePanelProps {
  record: SaleRecord
  facts: LineFacts
  today: string
  maySellExpired: boolean
  /** Another price than the lot's asks a member who may set it. */
  mayPrice: boolean
  /** What opening a box means for this line, in one sentence. Null: the line sells boxes. */
  unpack: string | null
  onQuantity: (quantity: number) => void
  onPrice: (price: number) => void
  onLot: (lot: LotChoice) => void
  /** Undefined if the lot cannot be opened. */
  onByUnit: (() => void) | undefined
  /** Back to whole boxes. Undefined if the line sells boxes. */
  onByBox: (() => void) | undefined
  onEquivalents: (() => void) | undefined
  /** Notes a missed sale. */
  onMissed: () => void
  /** Undefined if the line has no posology. */
  onLabel: (() => void) | undefined
  onRemove: () => void
  onClose: () => void
  /** A number was typed: returns the focus to the search field. */
  onTyped: () => void
  fields: Ref<LineFields>
}

/** The panel of one line, in place of the results: quantity, price and lot. Scans still add lines. */
export function LinePanel({
  record,
  facts,
  today,
  maySellExpired,
  mayPrice,
  unpack,
  onQuantity,
  onPrice,
  onLot,
  onByUnit,
  onClose,
  onTyped,
  fields,
  ...gestures
}: LinePanelProps) {
  const quantity = useRef<HTMLInputElement>(null)
  const price = useRef<HTMLInputElement>(null)
  const pad = usePad<'quantity' | 'price'>({
    onCommit: (name, value) => {
      if (name === 'price') onPrice(value)
      else if (value > 0) onQuantity(value)
    },
    mostOf: (name) => (name === 'price' ? dearest : unpack === null ? mostQuantity : mostUnits),
    onDone: onTyped,
  })
  useImperativeHandle(
    fields,
    () => ({ typeQuantity: () => quantity.current?.focus(), typePrice: () => price.current?.focus() }),
    [],
  )
  const oldPrice = facts?.item.salePrice ?? record.price
  const newPrice = (pad.typing?.name === 'price' ? pad.typing.draft : null) ?? record.price
  return (
    <PanelFrame
      title={unbroken(record.label)}
      name={`Ligne ${record.label}`}
      fact={facts?.product.storage ?? 'Rangement non précisé'}
      closeLabel="Fermer la ligne"
      onClose={onClose}
    >
      <div className={classes.fields}>
        <PadField ref={quantity} name="quantity" label="Quantité" value={record.quantity} pad={pad} />
        <PadField ref={price} name="price" label="Prix" value={record.price} pad={pad} isMoney />
      </div>
      <PadRefusal pad={pad} />
      {oldPrice !== newPrice && (
        <p className={classes.change}>
          Prix{' '}
          <s>
            <Money amount={oldPrice} />
          </s>{' '}
          →{' '}
          <b>
            <Money amount={newPrice} unit />
          </b>
        </p>
      )}
      {unpack && !pad.typing && (
        <p className={classes.sentence} role="status">
          {unpack}
        </p>
      )}
      {pad.typing ? (
        <PadKeys
          pad={pad}
          doneLabel={
            pad.typing.name === 'quantity' ? 'Changer la quantité' : mayPrice ? 'Changer le prix' : askPharmacist
          }
        />
      ) : (
        <>
          {facts && (
            <LotList
              record={record}
              lots={facts.lots}
              form={facts.product.form}
              today={today}
              maySellExpired={maySellExpired}
              onLot={onLot}
            />
          )}
          <LineGestures
            {...gestures}
            onByUnit={
              onByUnit &&
              (() => {
                onByUnit()
                quantity.current?.focus()
              })
            }
          />
        </>
      )}
    </PanelFrame>
  )
}

type LineGesturesProps = Pick<
  LinePanelProps,
  'onByUnit' | 'onByBox' | 'onEquivalents' | 'onLabel' | 'onMissed' | 'onRemove'
>

function LineGestures({ onByUnit, onByBox, onEquivalents, onLabel, onMissed, onRemove }: LineGesturesProps) {
  return (
    <div className={classes.gestures}>
      {onByUnit && (
        <Button variant="default" size="sm" leftSection={<IconPill size={22} aria-hidden />} onClick={onByUnit}>
          Vendre à l’unité
        </Button>
      )}
      {onByBox && (
        <Button variant="default" size="sm" leftSection={<IconPackage size={22} aria-hidden />} onClick={onByBox}>
          Vendre à la boîte
        </Button>
      )}
      {onEquivalents && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsExchange size={22} aria-hidden />}
          onClick={onEquivalents}
        >
          Équivalents
        </Button>
      )}
      {onLabel && (
        <Button variant="default" size="sm" leftSection={<IconSticker2 size={22} aria-hidden />} onClick={onLabel}>
          Étiquette
        </Button>
      )}
      <Button variant="default" size="sm" leftSection={<IconUserX size={22} aria-hidden />} onClick={onMissed}>
        Vente manquée
      </Button>
      <Button variant="default" size="sm" leftSection={<IconTrash size={22} aria-hidden />} onClick={onRemove}>
        Retirer la ligne
      </Button>
    </div>
  )
}
