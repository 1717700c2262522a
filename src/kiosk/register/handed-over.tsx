import { Button } from '@mantine/core'
import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { lockAtom } from '#shared/session/unlock.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import { GapAmount } from './gap-amount.tsx'
import type { HandedOverRegister } from './hand-over.tsx'
import classes from './register-page.module.css'

/**
 * The register was handed over: the count, the difference for members who may see it, and the way back to the counter.
 */
export function HandedOver({
  done: { giver, receiver, counted, given, remark, differences },
  onBack,
}: {
  done: HandedOverRegister
  onBack: () => void
}) {
  const currency = useCurrency()
  const seesExpected = useAtomValue(permissionsAtom).has('register.seeExpected')
  const lock = useSetAtom(lockAtom)
  const gap = differences.reduce((sum, row) => sum + row.gap, 0)
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Caisse passée</h1>
        </header>
        <GiantAmount
          label={given === null ? 'Espèces acceptées' : `Espèces comptées par ${receiver}`}
          amount={counted}
          hint={
            given === null
              ? `Comptées par ${giver}, acceptées par ${receiver}`
              : `${giver} a compté ${formatMoney(given, currency)}`
          }
        />
        {remark && <p className={classes.lead}>{`Différence entre les deux comptages\u00a0: ${remark}`}</p>}
        {seesExpected && <GapAmount gap={gap} size="total" />}
        <p className={classes.lead}>{`${receiver} a maintenant la caisse. Ses ventes y seront enregistrées.`}</p>
      </section>
      <aside className={classes.side}>
        <div className={classes.gestures}>
          <Button variant="default" size="md" leftSection={<IconArrowRight size={26} aria-hidden />} onClick={onBack}>
            Rester au comptoir
          </Button>
        </div>
        <div className={classes.foot}>
          <Button
            className={classes.primary!}
            size="lg"
            leftSection={<IconLock size={26} aria-hidden />}
            onClick={() => void lock()}
          >
            Quitter le poste
          </Button>
        </div>
      </aside>
    </main>
  )
}
