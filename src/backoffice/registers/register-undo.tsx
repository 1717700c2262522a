import { Progress } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '#shared/client/call.ts'
import {
  registerImports,
  type KeptProduct,
  type RegisterImport,
  type UndoCounts,
} from '#shared/contract/register-imports.ts'
import { CatalogueModal } from '#shared/ui/catalogue-modal.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import type { ExportedColumn } from '#shared/ui/table-export.ts'
import { RegisterFailure } from '#backoffice/registers/register-failure.tsx'
import { keptWords, undoFacts, undoneText } from '#backoffice/registers/register-words.ts'
import { isOpenJob } from '#backoffice/registers/register-watch.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { jobState } from '#backoffice/ui/job-state.ts'
import { ListExport } from '#backoffice/ui/list-export.tsx'
import { sortedHere } from '#backoffice/ui/lists/columns.tsx'
import { ListRoom } from '#backoffice/ui/page.tsx'
import { FactList, Sheet } from '#backoffice/ui/sheet.tsx'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** « Annuler l’import »: asks first, with what would happen now, in figures. */
export function RegisterUndoButton({ run: { id, fileName } }: { run: RegisterImport }) {
  const [asked, setAsked] = useState<UndoCounts | null>(null)
  const gesture = useGesture()
  const send = useSend()
  const ask = () => gesture.run(async () => setAsked(await call(registerImports.previewUndo, { params: { id } })))
  const undo = () => {
    setAsked(null)
    gesture.run(() => send(registerImports.undo, { params: { id } }))
  }
  return (
    <>
      <WriteButton variant="default" size="compact-sm" loading={gesture.isRunning} onClick={ask}>
        Annuler l’import
      </WriteButton>
      <CatalogueModal
        opened={asked !== null}
        title={`Annuler l’import de ${fileName}\u202f?`}
        text="Les pharmacies gardent leurs produits et leur stock. L’annulation ne peut pas être reprise\u00a0: il faudrait importer le fichier de nouveau."
        facts={asked ? undoFacts(asked) : []}
        actions={[
          { label: 'Garder l’import', onClick: () => setAsked(null) },
          {
            label: 'Annuler l’import',
            onClick: undo,
            ...(gesture.isOffline ? { disabledReason: 'Hors ligne\u202f: demande le réseau.' } : {}),
          },
        ]}
      />
      {gesture.modals}
    </>
  )
}

const keptColumns: readonly ExportedColumn<KeptProduct>[] = sortedHere<KeptProduct>([
  {
    key: 'label',
    header: 'Produit',
    width: 280,
    grow: 1,
    render: ({ productId, label }) => <Link href={`/referentiel/${productId}`}>{label}</Link>,
    exported: ({ label }) => label,
  },
  {
    key: 'state',
    header: 'État',
    width: 120,
    render: ({ reason }) => <StatusTag tone={keptWords[reason].tone}>{keptWords[reason].label}</StatusTag>,
    exported: ({ reason }) => keptWords[reason].label,
  },
  {
    key: 'reason',
    header: 'Raison',
    width: 320,
    grow: 1,
    render: ({ reason }) => keptWords[reason].reason,
    exported: ({ reason }) => keptWords[reason].reason,
  },
])

interface UndoSheetProps {
  run: RegisterImport
  undo: NonNullable<RegisterImport['undo']>
  /** The products that it did not take back. */
  kept: readonly KeptProduct[]
}

/** The undo of an import: its progress, then what it did and the products that stay. */
export function UndoSheet({ run, undo, kept }: UndoSheetProps) {
  const { label, tone } = jobState(undo, 'Terminée')
  return (
    <Sheet
      title="Annulation"
      fact={<StatusTag {...(tone ? { tone } : {})}>{label}</StatusTag>}
      actions={
        kept.length > 0 && (
          <ListExport
            name="Produits non repris"
            small
            isLocal
            isOwnFile
            columns={keptColumns}
            source={() => ({ rows: kept })}
          />
        )
      }
    >
      <div className={classes.done}>
        {isOpenJob(undo) && (
          <>
            <Progress w="100%" value={undo.progress} aria-label="Progression de l’annulation" />
            <p>L’annulation continue sur le serveur : vous pouvez quitter cette page.</p>
          </>
        )}
        {undo.status === 'failed' && (
          <RegisterFailure text="L’import n’a pas été annulé, rien n’a changé." error={undo.error} />
        )}
        {undo.status === 'done' && <p role="status">{undoneText(run)}.</p>}
        {undo.counts && <FactList facts={undoFacts(undo.counts).map((fact) => [fact.label, fact.value] as const)} />}
      </div>
      {kept.length > 0 && (
        <TableRoom rows={kept.length}>
          <ListRoom>
            <DataTable
              label="Produits non repris"
              columns={keptColumns}
              rows={kept}
              rowKey={({ productId }) => productId}
            />
          </ListRoom>
        </TableRoom>
      )}
    </Sheet>
  )
}
