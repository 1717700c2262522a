import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { pharmacies, type Pharmacy } from '#shared/contract/users.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import { PageHead } from '#shared/ui/page-head.tsx'
import { useOwnPharmacy } from '#backoffice/ui/use-own-pharmacy.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'

const editKeys = [{ keys: ['M'], label: 'Modifier' }]
const noKeys: typeof editKeys = []

/** The layout of a page of pharmacy settings. */
export function SettingsPage({
  title,
  facts,
  children,
}: {
  title: string
  facts: string
  children: (pharmacy: Pharmacy, mayEdit: boolean) => ReactNode
}) {
  const { data, error, retry, dataUpdatedAt } = useOwnPharmacy()
  const mayEdit = useMay(pharmacies.changeSettings)
  const isOffline = useAtomValue(isOfflineAtom)
  usePageKeys(mayEdit && !isOffline ? editKeys : noKeys, data ? `À jour à ${formatHour(dataUpdatedAt)}` : null)
  return (
    <Page scrolls>
      <PageHead title={title} facts={facts} />
      {data ? (
        children(data, mayEdit)
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Cette pharmacie n’existe plus." />
      )}
    </Page>
  )
}
