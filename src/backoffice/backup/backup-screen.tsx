import { pharmacies } from '#shared/contract/users.ts'
import { formatHour } from '#shared/ui/date-format.ts'
import type { KeyHint } from '#shared/ui/key-bar.tsx'
import { PageHead } from '#shared/ui/page-head.tsx'
import { mediumFacts } from '#backoffice/backup/backup-facts.tsx'
import { BesideSheet } from '#backoffice/backup/beside-shops.tsx'
import { CopyNote } from '#backoffice/backup/copy-note.tsx'
import { DrillSheet } from '#backoffice/backup/drill-facts.tsx'
import { lostFacts } from '#backoffice/backup/lost-facts.tsx'
import { SecondComputer } from '#backoffice/backup/second-computer.tsx'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const noKeys: readonly KeyHint[] = []

/** Whether the pharmacy would survive the loss of its computer: the medium, and what a restored copy still waits for. */
export function BackupScreen() {
  const { data, error, retry, dataUpdatedAt } = useAnswer(pharmacies.engine, {})
  usePageKeys(noKeys, data ? `À jour à ${formatHour(dataUpdatedAt)}` : null)
  return (
    <Page scrolls>
      <PageHead title="Sauvegarde" facts="de toutes les pharmacies de ce serveur" />
      {data ? (
        <>
          {data.copy && (
            <Sheet title="Copie restaurée">
              <CopyNote copy={data.copy} lost={data.lost ?? null} />
            </Sheet>
          )}
          {data.lost && (
            <Sheet title="Ce que la restauration a perdu">
              <FactList facts={lostFacts(data.lost)} />
            </Sheet>
          )}
          <Sheet title="Support de sauvegarde">
            <FactList facts={mediumFacts(data.backup ?? null)} />
          </Sheet>
          {data.standby && (
            <Sheet title="Second ordinateur">
              <SecondComputer standby={data.standby} />
            </Sheet>
          )}
          <DrillSheet drill={data.drill} />
          <BesideSheet beside={data.beside} />
        </>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Le serveur ne le dit pas." />
      )}
    </Page>
  )
}
