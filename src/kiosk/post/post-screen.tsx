import { useAtomValue } from 'jotai'
import { permissionsAtom } from '#kiosk/ui/counter-atoms.ts'
import { terminalAtom } from '#shared/store/identity-atoms.ts'
import classes from './post.module.css'
import { DisplaySection } from './display-section.tsx'
import { HealthSection } from './health-section.tsx'
import { PrinterSection } from './printer-section.tsx'
import { RetypeSection } from './retype-section.tsx'
import { ScannerSection } from './scanner-section.tsx'

/** « Ce poste »: what is plugged into this terminal, one section for each kind of device. It is kept here, for every seller. */
export function PostScreen() {
  const terminal = useAtomValue(terminalAtom)
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1>Ce poste</h1>
        <span>{[terminal?.terminalCode, terminal?.pharmacy?.name].filter(Boolean).join(' · ')}</span>
      </header>
      <PrinterSection />
      <ScannerSection />
      <DisplaySection />
      <HealthSection />
      {maySell && <RetypeSection />}
    </main>
  )
}
