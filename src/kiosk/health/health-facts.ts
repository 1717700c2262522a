import { useAtomValue } from 'jotai'
import { printerStateAtom, stuckPrintsAtom, type PrinterState } from '#kiosk/counter/print/printer-state.ts'
import { scannerStateAtom, type ScannerState } from '#kiosk/counter/scan/scanner-state.ts'
import { useSeconds } from '#kiosk/ui/use-seconds.ts'
import { buildVersion } from '#shared/build.ts'
import { needsSignInAtom } from '#shared/session/claims.ts'
import { diskAtom, type Disk } from '#shared/store/disk/disk-atoms.ts'
import { formerSalesAtom, type FormerSales } from '#shared/store/sales/former-sales.ts'
import { printerChoiceAtom, terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import type { ListMeta } from '#shared/store/lists/list-meta.ts'
import { queueFacts, type QueueFacts } from '#shared/store/outbox/queue-facts.ts'
import { snapshotAtom } from '#shared/store/sales/sale-atoms.ts'
import { clockSkewAtom } from '#shared/windows/clock-skew.ts'
import { connectivityAtom, type Connectivity } from '#shared/windows/connectivity.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'
import { browserName } from './browser-name.ts'
import { useMeasures } from './use-measures.ts'

/** The state of this terminal, without patient data. Times in epoch milliseconds, sizes in bytes. */
export type HealthFacts = {
  now: number
  terminal: { code: string; id: string; pharmacy: string | null; pharmacyId: string | null }
  network: Pick<Connectivity, 'state' | 'seconds'>
  /** The sign-in service rejects this terminal. */
  needsSignIn: boolean
  queue: QueueFacts
  former: readonly FormerSales[]
  kept: number | null
  disk: Disk
  storage: { used: number; quota: number } | null
  lists: readonly ListMeta[] | null
  clockSkewMs: number | null
  windows: number | null
  isLeader: boolean
  versions: { page: string; server: string | null; browser: string }
  printer: PrinterState
  /** A printer that takes commands. It also opens the drawer. */
  hasPrinter: boolean
  stuckPrints: number
  scanner: ScannerState
}

/** The current facts. Facts that the browser does not publish are polled every few seconds. */
export function useHealthFacts(): HealthFacts {
  const terminal = useAtomValue(terminalAtom)
  const measures = useMeasures()
  const network = useAtomValue(connectivityAtom)
  return {
    now: useSeconds(),
    terminal: {
      code: terminal?.terminalCode ?? '',
      id: terminal?.terminalId ?? '',
      pharmacy: terminal?.pharmacy?.name ?? null,
      pharmacyId: terminal?.account?.pharmacyId ?? null,
    },
    network: { state: network.state, seconds: network.seconds },
    needsSignIn: useAtomValue(needsSignInAtom),
    queue: queueFacts(useAtomValue(snapshotAtom)),
    former: useAtomValue(formerSalesAtom),
    disk: useAtomValue(diskAtom),
    clockSkewMs: useAtomValue(clockSkewAtom),
    isLeader: useAtomValue(isLeaderAtom),
    versions: { page: buildVersion, server: measures.serverVersion, browser: browserName(navigator.userAgent) },
    kept: measures.kept,
    storage: measures.storage,
    lists: measures.lists,
    windows: measures.windows,
    printer: useAtomValue(printerStateAtom),
    hasPrinter: useAtomValue(printerChoiceAtom).printer.way !== 'browser',
    stuckPrints: useAtomValue(stuckPrintsAtom).length,
    scanner: useAtomValue(scannerStateAtom),
  }
}
