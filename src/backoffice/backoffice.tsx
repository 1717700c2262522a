import { useAtomValue } from 'jotai'
import { Routes } from '#backoffice/routes.tsx'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'

/** The back-office window: theme, error boundary and screens. */
export function BackOffice() {
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (
    <AppProvider {...(currency ? { currency } : {})}>
      <FatalBoundary kept="Ce qui est enregistré est conservé.">
        <DiskFaces>
          <Routes />
        </DiskFaces>
      </FatalBoundary>
    </AppProvider>
  )
}
