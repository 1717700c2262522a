import { Checkbox, NumberInput, Select } from '@mantine/core'
import type { NewDestruction } from '#shared/contract/destructions.ts'
import { destructionReasons, type DestructionReason, stockReasonWords } from '#shared/domain/stock-reasons.ts'
import { formatMonth } from '#shared/ui/date-format.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/destructions/destruction.module.css'
import type { DoomedLot } from '#backoffice/destructions/doomed-lots.ts'

export type DestroyedLine = Omit<NewDestruction['lines'][number], 'quantity'> & { quantity: number | string }

interface DestroyedLinesProps {
  lots: readonly DoomedLot[]
  value: readonly DestroyedLine[]
  onChange: (lines: DestroyedLine[]) => void
  error: string | undefined
  errorAt: (path: string) => string | undefined
}

const reasons = destructionReasons.map((value) => ({ value, label: stockReasonWords[value] }))

/** The proposed lots; a ticked one has its quantity and reason. */
export function DestroyedLines({ lots, value, onChange, error, errorAt }: DestroyedLinesProps) {
  const change = (id: string, part: Partial<DestroyedLine>) =>
    onChange(value.map((line) => (line.stockItemId === id ? { ...line, ...part } : line)))
  const tick = ({ lot, reason }: DoomedLot, isTicked: boolean) =>
    onChange(
      isTicked
        ? [...value, { stockItemId: lot.id, quantity: lot.quantity, reason }]
        : value.filter(({ stockItemId }) => stockItemId !== lot.id),
    )
  return (
    <fieldset className={classes.lots}>
      <legend>Lots à détruire</legend>
      {lots.length === 0 && (
        <p className={text.quiet}>Aucun lot périmé ni rappelé en stock. Ajoutez un produit ci-dessous.</p>
      )}
      {lots.map((doomed) => {
        const { lot, label } = doomed
        const place = value.findIndex(({ stockItemId }) => stockItemId === lot.id)
        const line = value[place]
        return (
          <div key={lot.id} className={classes.lot}>
            <Checkbox
              label={label}
              description={[
                lot.lot ? `lot ${lot.lot}` : 'sans numéro',
                lot.expiresOn && formatMonth(lot.expiresOn),
                plural(lot.quantity, lot.packaging.toLocaleLowerCase('fr')),
              ]
                .filter(Boolean)
                .join(', ')}
              checked={line !== undefined}
              onChange={({ currentTarget }) => tick(doomed, currentTarget.checked)}
            />
            {line && (
              <div className={classes.fields}>
                <NumberInput
                  aria-label={`Quantité de ${label}`}
                  min={1}
                  max={lot.quantity}
                  allowDecimal={false}
                  value={line.quantity}
                  onChange={(quantity) => change(lot.id, { quantity })}
                  error={errorAt(`lines.${place}.quantity`)}
                />
                <Select
                  aria-label={`Motif pour ${label}`}
                  allowDeselect={false}
                  data={reasons}
                  value={line.reason}
                  onChange={(reason) => change(lot.id, { reason: reason as DestructionReason })}
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
