import { useAtomValue } from 'jotai'
import { Routes } from '#backoffice/routes.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { reportError } from '#shared/session/reports/report-errors.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'

/** The back-office window: theme, error boundary and screens. */
export function BackOffice() {
  // Keeps the clock running, so that a list opened after a night asks for its own day at once.
  useAtomValue(todayAtom)
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (
    <AppProvider {...(currency ? { currency } : {})}>
      <FatalBoundary onError={reportError} kept="Ce qui est enregistré est conservé.">
        <DiskFaces>
          <Routes />
        </DiskFaces>
      </FatalBoundary>
    </AppProvider>
  )
}
