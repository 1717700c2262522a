import { useAtomValue } from 'jotai'
import { printerStateAtom, stuckPrintsAtom, type PrinterState } from '#kiosk/ui/print-room.ts'
import { scannerStateAtom, type ScannerState } from '#kiosk/ui/scanner-room.ts'
import { useSeconds } from '#kiosk/ui/use-seconds.ts'
import { buildVersion } from '#shared/build.ts'
import { isEmptySale } from '#shared/domain/local-sale.ts'
import { diskAtom, type Disk } from '#shared/store/disk-atoms.ts'
import { formerSalesAtom, type FormerSales } from '#shared/store/former-sales.ts'
import { printerChoiceAtom, terminalAtom } from '#shared/store/identity-atoms.ts'
import type { ListMeta } from '#shared/store/list-meta.ts'
import { snapshotAtom } from '#shared/store/sale-atoms.ts'
import type { OutboxRow } from '#shared/store/sales-rows.ts'
import type { SalesSnapshot } from '#shared/store/sales-snapshot.ts'
import { clockSkewAtom } from '#shared/windows/clock-skew.ts'
import { connectivityAtom, type Connectivity } from '#shared/windows/connectivity.ts'
import { isLeaderAtom } from '#shared/windows/leader.ts'
import { browserName } from './browser-name.ts'
import { useMeasures } from './use-measures.ts'

/** What is known of this terminal, without anything about a patient. Moments in milliseconds of the clock, sizes in bytes. */
export type HealthFacts = {
  now: number
  terminal: { code: string; id: string; pharmacy: string | null; pharmacyId: string | null }
  network: Pick<Connectivity, 'state' | 'seconds'>
  queue: { waiting: number; refused: number; open: number; oldestAt: number | null; lastFailure: string | null }
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
  /** A printer that takes commands: it also opens the drawer. */
  hasPrinter: boolean
  stuckPrints: number
  scanner: ScannerState
}

/** The facts of this moment; what the browser only tells when asked is asked again every few seconds. */
export function useHealthFacts(): HealthFacts {
  const terminal = useAtomValue(terminalAtom)
  const measures = useMeasures()
  const network = useAtomValue(connectivityAtom)
  return {
    now: useSeconds(),
    terminal: { code: terminal?.terminalCode ?? '', id: terminal?.terminalId ?? '', pharmacy: terminal?.pharmacy?.name ?? null, pharmacyId: terminal?.account?.pharmacyId ?? null },
    network: { state: network.state, seconds: network.seconds },
    queue: queueOf(useAtomValue(snapshotAtom)),
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

function queueOf({ sales, outbox, patients }: SalesSnapshot): HealthFacts['queue'] {
  const waiting = outbox.filter(({ errors }) => !errors)
  const isRefused = ({ status }: { status: string }) => status === 'ERROR'
  const moments = waiting.map(momentOf).filter((at) => at !== null)
  return {
    waiting: waiting.length,
    refused: sales.filter(isRefused).length + patients.filter(isRefused).length + outbox.length - waiting.length,
    open: sales.filter((sale) => (sale.status === 'LOCAL' || sale.status === 'ONGOING') && !isEmptySale(sale)).length,
    oldestAt: moments.length > 0 ? Math.min(...moments) : null,
    lastFailure: waiting.findLast(({ lastFailure }) => lastFailure !== null)?.lastFailure ?? null,
  }
}

/** When it was ended or noted, as its payload says. */
function momentOf({ payload }: OutboxRow): number | null {
  const { soldAt, createdAt, missedAt, takenAt } = JSON.parse(payload) as Partial<Record<'soldAt' | 'createdAt' | 'missedAt' | 'takenAt', string>>
  const at = Date.parse(soldAt ?? createdAt ?? missedAt ?? takenAt ?? '')
  return Number.isNaN(at) ? null : at
}
