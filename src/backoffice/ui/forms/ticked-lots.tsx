import { Checkbox, NumberInput, Select } from '@mantine/core'
import { formatMonth } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/ui/forms/ticked-lots.module.css'

/** A lot that may be ticked. `quantity`: in stock; `proposed`: filled in by the tick; default: all. */
export type TickableLot<Reason extends string> = {
  id: string
  label: string
  lot: string | null
  expiresOn: string | null
  packaging: string
  quantity: number
  proposed?: number
  reason: Reason
  /** Why it is proposed, in words. */
  why?: string
}
export type TickedLot<Reason extends string> = { stockItemId: string; quantity: number | string; reason: Reason }

interface TickedLotsProps<Reason extends string> {
  legend: string
  /** Shown without lots. */
  none: string
  lots: readonly TickableLot<Reason>[]
  reasons: readonly { value: Reason; label: string }[]
  value: readonly TickedLot<Reason>[]
  onChange: (lines: TickedLot<Reason>[]) => void
  error: string | undefined
  errorAt: (path: string) => string | undefined
}

/** The line of a lot as its tick makes it. */
export function tickOf<Reason extends string>({
  id,
  quantity,
  proposed,
  reason,
}: TickableLot<Reason>): TickedLot<Reason> {
  return { stockItemId: id, quantity: proposed ?? quantity, reason }
}

/** Lots to choose from; a ticked one has its quantity and reason. */
export function TickedLots<Reason extends string>({
  legend,
  none,
  lots,
  reasons,
  value,
  onChange,
  error,
  errorAt,
}: TickedLotsProps<Reason>) {
  const change = (id: string, part: Partial<TickedLot<Reason>>) =>
    onChange(value.map((line) => (line.stockItemId === id ? { ...line, ...part } : line)))
  return (
    <fieldset className={classes.lots}>
      <legend>{legend}</legend>
      {lots.length === 0 && <p className={text.quiet}>{none}</p>}
      {lots.map((each) => {
        const { id, label, lot, expiresOn, packaging, quantity, why } = each
        const place = value.findIndex(({ stockItemId }) => stockItemId === id)
        const line = value[place]
        return (
          <div key={id} className={classes.lot}>
            <Checkbox
              label={label}
              description={[
                lot ? `lot ${lot}` : 'sans numéro',
                expiresOn && formatMonth(expiresOn),
                plural(quantity, packaging.toLocaleLowerCase('fr')),
                why,
              ]
                .filter(Boolean)
                .join(', ')}
              checked={line !== undefined}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? [...value, tickOf(each)]
                    : value.filter(({ stockItemId }) => stockItemId !== id),
                )
              }
            />
            {line && (
              <div className={classes.fields}>
                <NumberInput
                  aria-label={`Quantité de ${label}`}
                  min={1}
                  max={quantity}
                  allowDecimal={false}
                  value={line.quantity}
                  onChange={(typed) => change(id, { quantity: typed })}
                  error={errorAt(`lines.${place}.quantity`)}
                />
                <Select
                  aria-label={`Motif pour ${label}`}
                  allowDeselect={false}
                  data={[...reasons]}
                  value={line.reason}
                  onChange={(reason) => change(id, { reason: reason as Reason })}
                />
              </div>
            )}
          </div>
        )
      })}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
