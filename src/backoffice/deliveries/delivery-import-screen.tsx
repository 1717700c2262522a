import { Button, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { deliveryImports, type DeliveryImport } from '#shared/contract/delivery-imports.ts'
import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import type { NoteField } from '#shared/domain/delivery-notes/note-fields.ts'
import { AppError } from '#shared/domain/errors.ts'
import { plural } from '#shared/ui/plural.ts'
import { NotePreview } from '#backoffice/deliveries/note-preview.tsx'
import { mappedNoteFields, readByWords } from '#backoffice/deliveries/note-words.ts'
import { SupplierField } from '#backoffice/ui/forms/supplier-field.tsx'
import { ClosedPage } from '#backoffice/ui/closed-page.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { DayField } from '#backoffice/ui/forms/day-field.tsx'
import { useLeaveGuard } from '#backoffice/ui/forms/leave-guard.ts'
import { FileDrop } from '#backoffice/ui/imports/file-drop.tsx'
import classes from '#backoffice/ui/imports/imports.module.css'
import { MappingStep } from '#backoffice/ui/imports/mapping-step.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { isOfflineAtom } from '#backoffice/ui/offline.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Importer un BL'
/** In ms: a note of 20,000 lines is sent and judged. */
const timeoutMs = 120_000

/** Reads the file of a delivery note, shows what it means, and begins its deliveries. */
export function DeliveryImportScreen() {
  useTabTitle(title)
  return useMay(deliveryImports.create) ? (
    <Importing />
  ) : (
    <ClosedPage title={title}>Réservé aux personnes qui ont le droit de gérer les livraisons.</ClosedPage>
  )
}

function Importing() {
  const back = { to: useListAddress('/livraisons'), title: 'Livraisons' }
  const [, go] = useLocation()
  const isOffline = useAtomValue(isOfflineAtom)
  const send = useSend()
  const gesture = useGesture()
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const [read, setRead] = useState<DeliveryImport | null>(null)
  const [trouble, setTrouble] = useState<{ name: string; text: string } | null>(null)
  const mayLeave = useLeaveGuard(read !== null)

  const take = (file: File) =>
    gesture.run(async () => {
      setTrouble(null)
      try {
        setRead(await call(deliveryImports.create, { body: { supplierId: supplierId!, bl: file } }, { timeoutMs }))
      } catch (error) {
        if (!(error instanceof AppError) || error.message !== 'deliveryImports:unreadableFile') throw error
        setTrouble({ name: file.name, text: (error.details as { reason: string }).reason })
      }
    })
  const change = (body: object) =>
    gesture.run(async () =>
      setRead(await call(deliveryImports.patch, { params: { id: read!.id }, body }, { timeoutMs })),
    )
  const book = (body: { receivedOn: string; bl: string | null }) =>
    gesture.run(async () => {
      const { ids } = await send(deliveryImports.book, { params: { id: read!.id }, body }, { timeoutMs })
      mayLeave()
      go(ids.length === 1 ? `/livraisons/${ids[0]}` : '/livraisons')
    })
  const table = read?.tables[read.sheet]
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet title="1. Fournisseur et fichier" fact={read && plural(read.rows.length, 'ligne')}>
          <SupplierField value={supplierId} onChange={(id) => (setSupplierId(id), setRead(null), setTrouble(null))} />
          <FileDrop
            name={read?.fileName ?? null}
            fact={
              read
                ? readByWords(read)
                : supplierId
                  ? 'Le fichier du grossiste, tel quel'
                  : 'Choisissez d’abord le fournisseur'
            }
            isReading={gesture.isRunning}
            trouble={trouble}
            disabled={supplierId === null || isOffline}
            onFile={take}
          >
            {read && read.tables.length > 1 && (
              <Select
                aria-label="Feuille"
                allowDeselect={false}
                w={200}
                data={read.tables.map(({ name }, at) => ({ value: String(at), label: name ?? '' }))}
                value={String(read.sheet)}
                onChange={(value) => change({ sheet: Number(value) })}
              />
            )}
          </FileDrop>
          {isOffline && <p className={classes.barrier}>Hors ligne : importer un BL demande le réseau.</p>}
          {read?.looksLike && (
            <p className={classes.barrier}>
              Ce fichier a les colonnes de « {read.looksLike} »&nbsp;: vérifiez le fournisseur choisi.
            </p>
          )}
        </Sheet>
        {read && table && (
          <MappingStep<NoteField>
            headers={table.headers.map(({ header }) => header)}
            samplesOf={(header) => table.headers.find((each) => each.header === header)?.samples ?? []}
            fields={mappedNoteFields}
            mapping={read.profile.columns as ColumnMapping<NoteField>}
            onChange={(columns) => change({ profile: { ...read.profile, columns } })}
            fact={readByWords(read)}
            barrier={barrierOf(read)}
          />
        )}
        {read && (
          <NotePreview
            read={read}
            onDecide={(line, productId) => change({ decisions: [{ line, productId }] })}
            isRunning={gesture.isRunning}
          />
        )}
        {read && <BookStep key={read.id} read={read} isRunning={gesture.isRunning} onBook={book} />}
      </div>
      {gesture.modals}
    </Page>
  )
}

interface BookStepProps {
  read: DeliveryImport
  isRunning: boolean
  onBook: (body: { receivedOn: string; bl: string | null }) => void
}

/** The number of the note, when the file says none, and the day of the delivery. */
function BookStep({ read, isRunning, onBook }: BookStepProps) {
  const today = useAtomValue(todayAtom)
  const isOffline = useAtomValue(isOfflineAtom)
  const [bl, setBl] = useState('')
  const [receivedOn, setReceivedOn] = useState<string | null>(today)
  const barrier = bookingBarrier(read, bl)
  return (
    <Sheet title="4. Livraison">
      <div className={classes.buttons}>
        {read.notes.some((note) => note.bl === null) && (
          <TextInput
            label="N° du BL"
            required
            maxLength={40}
            value={bl}
            onChange={(event) => setBl(event.currentTarget.value)}
          />
        )}
        <DayField label="Reçue le" value={receivedOn} onChange={setReceivedOn} />
        <Button
          mt={24}
          loading={isRunning}
          disabled={isOffline || barrier !== undefined || receivedOn === null}
          onClick={() => onBook({ receivedOn: receivedOn!, bl: bl.trim() || null })}
        >
          {read.notes.length > 1 ? `Commencer ${read.notes.length} livraisons` : 'Commencer la livraison'}
        </Button>
      </div>
      {barrier && <p className={classes.barrier}>{barrier}</p>}
    </Sheet>
  )
}

function barrierOf({ profile: { columns } }: DeliveryImport): string | undefined {
  if (!columns.delivered) return 'Choisissez la colonne de la quantité livrée.'
  if (!columns.code && !columns.label) return 'Choisissez la colonne du code ou de la désignation.'
  const twice = sharedColumn(columns as ColumnMapping<NoteField>)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}

/** Why the deliveries of a file cannot begin yet. */
function bookingBarrier(read: DeliveryImport, bl: string): string | undefined {
  const errors = read.rows.filter(({ outcome }) => outcome === 'error').length
  if (errors > 0)
    return `${plural(errors, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes ou le fichier.`
  if (read.notes.length === 0) return 'Aucune ligne à recevoir.'
  const known = read.notes.find(({ knownAs }) => knownAs !== null)
  if (known) return `Le BL ${known.bl} a déjà été reçu\u00a0: livraison n°\u00a0${known.knownAs!.number}.`
  return read.notes.some((note) => note.bl === null) && bl.trim() === '' ? 'Indiquez le numéro du BL.' : undefined
}
