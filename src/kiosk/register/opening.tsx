import { Button } from '@mantine/core'
import { IconLockOpen } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { tradeAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { useTypedKeys } from '#kiosk/ui/use-typed-keys.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { Keypad } from '#shared/ui/keypad.tsx'
import { typedAmount } from '#shared/ui/typed-amount.ts'
import classes from './register-page.module.css'
import { lastClosedAtom } from './closing-atoms.ts'
import { useAskOnce, usualOf } from './use-ask-once.tsx'
import { useOnce } from './use-once.ts'

interface OpeningProps {
  /** A sale opened the register already, so only the float is missing. */
  isOpen: boolean
  /** The switch between the registers that are open on this terminal. */
  holders?: ReactNode
  /** The sales that wait for the cashier. Collecting the first one also opens the register. */
  toCollect?: ReactNode
  /** The last closings. */
  closings?: ReactNode
  onOpen: (float: number) => Promise<unknown>
  onLater?: (() => void) | undefined
}

/** Asks for the content of the drawer at the start of the day. */
export function Opening({ isOpen, holders = null, toCollect = null, closings = null, onOpen, onLater }: OpeningProps) {
  const [float, setFloat] = useState(0)
  const { isBusy, once } = useOnce()
  const { denominations } = useAtomValue(tradeAtom)
  const former = useAtomValue(lastClosedAtom)
  const usual = usualOf(
    former.map((register) => register.float),
    denominations,
  )
  const { answers, askOnce } = useAskOnce(float, usual, { isBusy, onCorrect: () => setFloat(0) })
  const open = () => askOnce(() => once(() => onOpen(float)))
  useTypedKeys(
    (key) => setFloat((amount) => typedAmount(amount, key)),
    () => undefined,
  )
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>{isOpen ? 'Déclarer le fond de caisse' : 'Ouvrir la caisse'}</h1>
        </header>
        {holders}
        <p className={classes.lead}>
          Comptez ce que le tiroir contient avant la première vente. Sans fond de caisse, laissez 0.
        </p>
        {isOpen && (
          <p className={classes.lead}>Des ventes sont déjà dans cette caisse{'\u00a0'}: le fond s’y ajoute.</p>
        )}
        {toCollect}
        {closings}
      </section>
      <aside className={classes.side}>
        <GiantAmount label="Fond de caisse" amount={float} size="total" />
        <Keypad className={classes.pad!} onKey={(key) => setFloat((amount) => typedAmount(amount, key))} />
        {answers(open) || (
          <div className={classes.foot}>
            {onLater && (
              <Button variant="default" size="md" onClick={onLater}>
                Plus tard
              </Button>
            )}
            {/* Has the focus, so that Entrée opens the register after any typing on the keypad. */}
            <Button
              autoFocus
              className={classes.primary!}
              size="lg"
              loading={isBusy}
              leftSection={<IconLockOpen size={26} aria-hidden />}
              onClick={open}
            >
              {isOpen ? 'Déclarer le fond' : 'Ouvrir la caisse'}
            </Button>
          </div>
        )}
      </aside>
    </main>
  )
}
