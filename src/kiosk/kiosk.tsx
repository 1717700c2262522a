import { useAtomValue } from 'jotai'
import { PrintRoom } from '#kiosk/late-parts.ts'
import { Routes } from '#kiosk/routes.tsx'
import { DiskFaces } from '#shared/session/disk-faces.tsx'
import { reportError } from '#shared/session/reports/report-errors.ts'
import { terminalAtom } from '#shared/store/identity/identity-atoms.ts'
import { AppProvider } from '#shared/ui/app-provider.tsx'
import { ErrorPage } from '#shared/ui/error-page.tsx'
import { FatalBoundary } from '#shared/ui/fatal-boundary.tsx'

/** The whole window, in the currency of its pharmacy. */
export function Kiosk() {
  const currency = useAtomValue(terminalAtom)?.pharmacy?.country.currency
  return (
    <AppProvider {...(currency ? { currency } : {})}>
      <FatalBoundary onError={reportError} kept="Vos ventes sont enregistrées sur ce poste.">
        <DiskFaces>
          <Routes />
          <PrintRoom />
        </DiskFaces>
      </FatalBoundary>
    </AppProvider>
  )
}

/** Without locks and durable storage a sale could be lost, so the counter is not shown. */
export function InsecureAddress() {
  return (
    <AppProvider>
      <ErrorPage
        title="Cette adresse n’est pas sûre"
        text={`Le navigateur ne garde les ventes que sur une adresse en https, ou sur localhost. Demandez à l’assistance l’adresse en https de ${location.host}.`}
        buttonLabel="Ouvrir en https"
        onButton={() => location.assign(location.href.replace(/^http:/, 'https:'))}
      />
    </AppProvider>
  )
}
