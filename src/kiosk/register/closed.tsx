import { Button } from '@mantine/core'
import { IconLockOpen, IconPrinter } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { numberedClosingAtom } from './closing-atoms.ts'
import { closingNumber, type ClosedRegister } from './closing-paper.ts'
import { GapAmount } from './gap-amount.tsx'
import classes from './register-page.module.css'
import { usePrintClosing } from './use-print-closing.ts'

/** The register is closed: its difference, its report, and the next register. `gap`: as this terminal computed it. */
export function Closed({
  closed,
  gap,
  isNextOpen,
  onOpen,
}: {
  closed: ClosedRegister
  gap: number
  isNextOpen: boolean
  onOpen: () => void
}) {
  const print = usePrintClosing()
  const numbered = useAtomValue(numberedClosingAtom({ registerId: closed.register.id, closingId: closed.count.id }))
  return (
    <main className={classes.register}>
      <section className={classes.main}>
        <header className={classes.head}>
          <h1>Caisse fermée</h1>
        </header>
        <GapAmount gap={gap} />
        <p className={classes.lead} role="status">
          {numbered
            ? `Fermeture ${closingNumber(numbered.count)}, enregistrée.`
            : 'La fermeture est enregistrée sur ce poste. ' +
              'Elle aura son numéro quand tout sera envoyé\u00a0; vous pourrez alors réimprimer le rapport avec ce numéro.'}
        </p>
      </section>
      <aside className={classes.side}>
        <div className={classes.gestures}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconPrinter size={26} aria-hidden />}
            onClick={() => print(numbered ?? closed)}
          >
            Imprimer le rapport
          </Button>
        </div>
        <div className={classes.foot}>
          <Button
            className={classes.primary!}
            size="lg"
            leftSection={<IconLockOpen size={26} aria-hidden />}
            onClick={onOpen}
          >
            {isNextOpen ? 'Revenir à la caisse' : 'Ouvrir une autre caisse'}
          </Button>
        </div>
      </aside>
    </main>
  )
}
