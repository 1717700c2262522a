import { Button } from '@mantine/core'
import { IconLockOpen, IconPrinter } from '@tabler/icons-react'
import { useCurrency } from '#shared/ui/currency.tsx'
import { GiantAmount } from '#shared/ui/giant-amount.tsx'
import type { ClosedRegister } from './closing-paper.ts'
import { gapWords } from './cause-words.ts'
import classes from './register.module.css'

/** It is closed: what was found, the paper, and the next one. */
export function Closed({ closed, isNextOpen, onPrint, onOpen }: { closed: ClosedRegister; isNextOpen: boolean; onPrint: () => void; onOpen: () => void }) {
  const currency = useCurrency()
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Caisse fermée</h1>
        </header>
        <GiantAmount label="Écart" amount={closed.gap} signed tone={closed.gap === 0 ? 'settled' : 'due'} hint={gapWords(closed.gap, currency)} />
        {closed.waiting > 0 && <p className={classes.lead}>La fermeture est enregistrée sur ce poste. Elle sera définitive quand les ventes qui attendent seront envoyées.</p>}
      </section>
      <aside className={classes.side}>
        <div className={classes.gestures}>
          <Button variant="default" size="md" leftSection={<IconPrinter size={26} aria-hidden />} onClick={onPrint}>
            Imprimer le rapport
          </Button>
        </div>
        <div className={classes.foot}>
          <Button className={classes.primary!} size="lg" leftSection={<IconLockOpen size={26} aria-hidden />} onClick={onOpen}>
            {isNextOpen ? 'Revenir à la caisse' : 'Ouvrir une autre caisse'}
          </Button>
        </div>
      </aside>
    </main>
  )
}
