import { Button } from '@mantine/core'
import {
  IconBuildingBank,
  IconCalculator,
  IconCash,
  IconEyeOff,
  IconReceipt2,
  IconUserDollar,
  IconUserShare,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageSection } from '#kiosk/ui/page-section.tsx'
import { paymentLabels, typeFacts } from '#shared/domain/payment.ts'
import { expectedByMeans, totalsByType } from '#shared/domain/register/totals.ts'
import type { TillLedger } from '#shared/domain/register/till-ledger.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import type { GestureKind } from './gesture-panel.tsx'
import { Movements } from './movements.tsx'
import { meansName } from './register-words.ts'
import text from '#shared/ui/text.module.css'
import classes from './day.module.css'
import page from './register-page.module.css'
import table from './register-table.module.css'
import { openedWords, whenOf } from './when.ts'

interface DayProps {
  ledger: TillLedger
  openedAt: string
  /** In minor units. Undefined if no float was entered. */
  float: number | undefined
  /** Who gave the register, and what was taken. */
  received: ReactNode
  seesExpected: boolean
  /** Gestures at the drawer are possible only in one's own register. */
  isOwn: boolean
  /** The switch between the registers that are open on this terminal. */
  holders: ReactNode
  /** The sales that wait for the cashier. */
  toCollect: ReactNode
  /** The last closings. */
  closings: ReactNode
  /** The words of the button that counts, for who may close or asks for the right. */
  countLabel: (own: string) => string
  /** There is a colleague. */
  mayHandOver: boolean
  /** A count was begun or stored, and the register is not closed. */
  isCounting: boolean
  onGesture: (kind: GestureKind) => void
  onFloat: () => void
  onCount: () => void
  onHandOver: () => void
  /** Shown in place of the gestures while one is being typed. */
  panel: ReactNode
  notice: ReactNode
}

/** The register as the day goes: what came by each means, what was done at the drawer, and what can be done. */
export function Day({
  ledger,
  openedAt,
  float,
  received,
  seesExpected,
  holders,
  toCollect,
  closings,
  panel,
  notice,
  ...given
}: DayProps) {
  const sold = ledger.sales.filter(({ isCanceled }) => !isCanceled).length
  return (
    <main className={page.register}>
      <section className={page.main}>
        <header className={page.head}>
          <h1>Caisse</h1>
          <span className={classes.facts}>
            {`${openedWords(whenOf(openedAt))} · ${plural(sold, 'vente')}`}
            {float !== undefined && (
              <>
                {' · fond '}
                <Money amount={float} unit />
              </>
            )}
          </span>
        </header>
        {holders}
        {notice}
        {received}
        {float === undefined && given.isOwn && (
          <p className={classes.info} role="status">
            Le fond de caisse n’est pas déclaré.
            <Button variant="light" onClick={given.onFloat}>
              Déclarer le fond
            </Button>
          </p>
        )}
        {toCollect}
        <Totals ledger={ledger} seesExpected={seesExpected} />
        <Movements ledger={ledger} isWithheld={!seesExpected} />
        {closings}
      </section>
      {panel ?? (
        <Gestures
          expected={seesExpected ? (expectedByMeans([...ledger.movements, ...ledger.found])[0]?.expected ?? 0) : null}
          {...given}
        />
      )}
    </main>
  )
}

function Totals({ ledger: { movements, found }, seesExpected }: { ledger: TillLedger; seesExpected: boolean }) {
  const means = expectedByMeans(movements)
  const others = seesExpected
    ? [...totalsByType(movements)].filter(([type]) => typeFacts[type].counted === 'never')
    : []
  // Without them the drawer would not be what came in.
  const gaps = seesExpected ? expectedByMeans(found).filter(({ expected }) => expected !== 0) : []
  return (
    <PageSection title="Par moyen de paiement">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Moyen</th>
            <th scope="col">Montant</th>
          </tr>
        </thead>
        <tbody>
          {means.map((row) => (
            <tr key={meansName(row)}>
              <th scope="row">{row.type === 'CASH' ? 'Espèces, fond compris' : meansName(row)}</th>
              <td>{!seesExpected ? <Hidden /> : <Money amount={row.expected} unit={row.type === 'CASH'} />}</td>
            </tr>
          ))}
          {gaps.map((row) => (
            <tr key={`gap ${meansName(row)}`} className={text.quiet}>
              <th scope="row">{`Écart déjà compté, ${meansName(row).toLocaleLowerCase('fr')}`}</th>
              <td>
                <Money amount={row.expected} signed />
              </td>
            </tr>
          ))}
          {others.map(([type, amount]) => (
            <tr key={type} className={text.quiet}>
              <th scope="row">{paymentLabels[type]}</th>
              <td>
                <Money amount={amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  )
}

function Hidden() {
  return (
    <span className={classes.hidden}>
      <IconEyeOff size={20} aria-hidden />À compter à la fermeture
    </span>
  )
}

type GesturesProps = Pick<
  DayProps,
  'isOwn' | 'countLabel' | 'mayHandOver' | 'isCounting' | 'onGesture' | 'onCount' | 'onHandOver'
> & { expected: number | null }

function Gestures({
  expected,
  isOwn,
  countLabel,
  mayHandOver,
  isCounting,
  onGesture,
  onCount,
  onHandOver,
}: GesturesProps) {
  return (
    <aside className={page.side}>
      {expected !== null && <GiantAmount label="Espèces en caisse" amount={expected} size="total" />}
      {isOwn && (
        <div className={page.gestures}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconReceipt2 size={26} aria-hidden />}
            onClick={() => onGesture('disbursement')}
          >
            Décaissement
          </Button>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCash size={26} aria-hidden />}
            onClick={() => onGesture('cash-in')}
          >
            Entrée d’espèces
          </Button>
          <Button
            variant="default"
            size="md"
            leftSection={<IconBuildingBank size={26} aria-hidden />}
            onClick={() => onGesture('deposit')}
          >
            Versement en banque
          </Button>
          <Button
            variant="default"
            size="md"
            leftSection={<IconUserDollar size={26} aria-hidden />}
            onClick={() => onGesture('collection')}
          >
            Encaisser un crédit
          </Button>
        </div>
      )}
      {mayHandOver && (
        <Button variant="default" size="md" leftSection={<IconUserShare size={26} aria-hidden />} onClick={onHandOver}>
          Passer la caisse à un collègue
        </Button>
      )}
      <div className={page.foot}>
        <Button
          className={page.primary!}
          size="lg"
          leftSection={<IconCalculator size={26} aria-hidden />}
          onClick={onCount}
        >
          {isCounting ? 'Reprendre le comptage' : countLabel('Compter la caisse')}
        </Button>
      </div>
    </aside>
  )
}
