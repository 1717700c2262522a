import { Button } from '@mantine/core'
import { useCurrency } from '#shared/ui/currency.tsx'
import { isUncontrolled, uncontrolledOf } from '#shared/domain/deliveries/uncontrolled.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import classes from '#backoffice/deliveries/deliveries.module.css'
import { alertWords } from '#backoffice/deliveries/delivery-words.ts'
import type { JudgedLine } from '#backoffice/deliveries/judged-line.ts'
import { NewPricesButton } from '#backoffice/deliveries/new-prices-button.tsx'
import { RepeatedLines } from '#backoffice/deliveries/repeated-lines.tsx'
import { uncontrolledWords } from '#backoffice/deliveries/uncontrolled-lines.tsx'
import type { ActOnLine } from '#backoffice/deliveries/use-delivery-lines.ts'
import { Nothing, Sheet } from '#backoffice/ui/sheet.tsx'

/** The most lines that are told: a note of 1,500 lines is looked through in the table. */
const most = 12

interface LineAlertsProps {
  lines: readonly JudgedLine[]
  act: ActOnLine
  /** False once the delivery is closed. */
  mayAct: boolean
  onLine: (id: string) => void
}

/** What to look at before the delivery is closed, with the gesture that settles it. */
export function LineAlerts({ lines, act, mayAct, onLine }: LineAlertsProps) {
  const currency = useCurrency()
  const told = lines.flatMap((line) =>
    line.alerts.filter(({ kind }) => kind !== 'lacks').map((alert) => ({ line, alert })),
  )
  const unseen = uncontrolledOf(lines)
  const firstUnseen = lines.find(isUncontrolled)
  return (
    <Sheet
      title="À vérifier"
      fact={told.length > most ? `${most} sur ${told.length}` : undefined}
      actions={mayAct && <NewPricesButton lines={lines} act={act} />}
    >
      {firstUnseen && (
        <ul className={classes.alerts} aria-label="Contrôle">
          <li>
            <StatusTag tone="warning">À contrôler</StatusTag>
            <p>{uncontrolledWords(unseen)}.</p>
            {mayAct && (
              <Button variant="subtle" size="xs" onClick={() => onLine(firstUnseen.id)}>
                Ouvrir
              </Button>
            )}
          </li>
        </ul>
      )}
      {mayAct && <RepeatedLines lines={lines} act={act} />}
      {told.length === 0 ? (
        firstUnseen === undefined && <Nothing>Rien à signaler.</Nothing>
      ) : (
        <ul className={classes.alerts}>
          {told.slice(0, most).map(({ line, alert }) => {
            const { sentence, tag, tone } = alertWords(alert, currency)
            return (
              <li key={`${line.id} ${alert.kind}`}>
                <StatusTag tone={tone}>{tag}</StatusTag>
                <p>
                  <b>{line.productLabel ?? line.label}</b> : {sentence}
                </p>
                {mayAct && alert.kind === 'margin' && line.proposed !== null && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => void act({ lineId: line.id, set: { salePrice: line.proposed } })}
                  >
                    {`Prix public à ${formatMoney(line.proposed, currency)}`}
                  </Button>
                )}
                {mayAct && alert.kind === 'expired' && (
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => void act({ lineId: line.id, set: { received: 0, free: 0, isChecked: true } })}
                  >
                    Refuser le lot
                  </Button>
                )}
                {mayAct && (
                  <Button variant="subtle" size="xs" onClick={() => onLine(line.id)}>
                    Ouvrir
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Sheet>
  )
}
