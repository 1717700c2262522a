import { useAtomValue } from 'jotai'
import { permissionsAtom } from '#kiosk/counter/sale/counter-atoms.ts'
import { KioskPage } from '#kiosk/ui/kiosk-page.tsx'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { CashierSection } from './cashier-section.tsx'
import { DisplaySection } from './display-section.tsx'
import { HealthSection } from './health-section.tsx'
import { PrinterSection } from './printer-section.tsx'
import { RetypeSection } from './retype-section.tsx'
import { ScannerSection } from './scanner-section.tsx'

/** « Ce poste »: the devices of this terminal, one section for each kind. Stored on the terminal, for all members. */
export function PostScreen() {
  const terminal = useAtomValue(terminalAtom)
  const maySell = useAtomValue(permissionsAtom).has('sale.sell')
  return (
    <KioskPage title="Ce poste" facts={[terminal?.terminalCode, terminal?.pharmacy?.name].filter(Boolean).join(' · ')}>
      <PrinterSection />
      <ScannerSection />
      <DisplaySection />
      <CashierSection />
      <HealthSection />
      {maySell && <RetypeSection />}
    </KioskPage>
  )
}
