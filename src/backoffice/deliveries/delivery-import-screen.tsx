import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '#shared/client/call.ts'
import { deliveryImports, type DeliveryImport } from '#shared/contract/delivery-imports.ts'
import type { ColumnMapping } from '#shared/domain/files/column-mapping.ts'
import { sharedColumn } from '#shared/domain/files/column-mapping.ts'
import type { NoteField } from '#shared/domain/delivery-notes/note-fields.ts'
import { AppError } from '#shared/domain/errors.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { NotePreview } from '#backoffice/deliveries/note-preview.tsx'
import { mappedNoteFields, mappedStockFields, readByWords } from '#backoffice/deliveries/note-words.ts'
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
import { useNotice } from '#backoffice/ui/notices.ts'
import { Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { Sheet } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

const noteTitle = 'Importer un BL'
const openingTitle = 'Stock de départ'
/** In ms: a note of 20,000 lines is sent and judged. */
const timeoutMs = 120_000

/** Reads the file of a delivery note, shows what it means, and begins its deliveries. */
export function DeliveryImportScreen() {
  useTabTitle(noteTitle)
  return useMay(deliveryImports.create) ? (
    <Importing isOpening={false} />
  ) : (
    <ClosedPage title={noteTitle}>Réservé aux personnes qui ont le droit de gérer les livraisons.</ClosedPage>
  )
}

/** Reads the file of what stands on the shelves, shows what it means, and enters it as lots with quantities and costs. */
export function OpeningStockScreen() {
  useTabTitle(openingTitle)
  const mayRead = useMay(deliveryImports.create)
  return useMay(deliveryImports.enter) && mayRead ? (
    <Importing isOpening />
  ) : (
    <ClosedPage title={openingTitle}>
      Réservé aux personnes qui ont le droit de gérer les livraisons et de corriger le stock.
    </ClosedPage>
  )
}

function Importing({ isOpening }: { isOpening: boolean }) {
  const title = isOpening ? openingTitle : noteTitle
  const back = { to: useListAddress('/livraisons'), title: 'Livraisons' }
  const [, go] = useLocation()
  const isOffline = useAtomValue(isOfflineAtom)
  const send = useSend()
  const say = useNotice()
  const currency = useCurrency()
  const gesture = useGesture()
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const [read, setRead] = useState<DeliveryImport | null>(null)
  const [trouble, setTrouble] = useState<{ name: string; text: string } | null>(null)
  const mayLeave = useLeaveGuard(read !== null)

  const take = (file: File) =>
    gesture.run(async () => {
      setTrouble(null)
      try {
        setRead(
          await call(deliveryImports.create, { body: { ...(supplierId && { supplierId }), bl: file } }, { timeoutMs }),
        )
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
  const enter = (makesProducts: boolean) =>
    gesture.run(async () => {
      const params = { id: read!.id }
      const { lots, units, value } = await send(
        deliveryImports.enter,
        { params, body: { makesProducts } },
        { timeoutMs },
      )
      mayLeave()
      say({
        text: `${plural(lots, 'lot entré', 'lots entrés')}\u00a0: ${plural(units, 'boîte')}, ${formatMoney(value, currency)} au coût`,
      })
      go('/stock')
    })
  const table = read?.tables[read.sheet]
  return (
    <Page scrolls>
      <DetailHead back={back} title={title} />
      <div className={classes.steps}>
        <Sheet
          title={isOpening ? '1. Fichier' : '1. Fournisseur et fichier'}
          fact={read && plural(read.rows.length, 'ligne')}
        >
          {!isOpening && (
            <SupplierField value={supplierId} onChange={(id) => (setSupplierId(id), setRead(null), setTrouble(null))} />
          )}
          <FileDrop
            name={read?.fileName ?? null}
            fact={
              read
                ? readByWords(read)
                : isOpening
                  ? 'Une ligne par lot\u00a0: code ou désignation, quantité, prix d’achat, prix public, lot et péremption s’ils sont connus'
                  : supplierId
                    ? 'Le fichier du grossiste, tel quel'
                    : 'Choisissez d’abord le fournisseur'
            }
            isReading={gesture.isRunning}
            trouble={trouble}
            disabled={(supplierId === null && !isOpening) || isOffline}
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
          {isOffline && <p className={classes.barrier}>Hors ligne : importer un fichier demande le réseau.</p>}
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
            fields={isOpening ? mappedStockFields : mappedNoteFields}
            mapping={read.profile.columns as ColumnMapping<NoteField>}
            onChange={(columns) => change({ profile: { ...read.profile, columns } })}
            fact={readByWords(read)}
            barrier={barrierOf(read, isOpening)}
          />
        )}
        {read && (
          <NotePreview
            read={read}
            onDecide={(line, productId) => change({ decisions: [{ line, productId }] })}
            isRunning={gesture.isRunning}
          />
        )}
        {read && !isOpening && <BookStep key={read.id} read={read} isRunning={gesture.isRunning} onBook={book} />}
        {read && isOpening && <EnterStep key={read.id} read={read} isRunning={gesture.isRunning} onEnter={enter} />}
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

interface EnterStepProps {
  read: DeliveryImport
  isRunning: boolean
  onEnter: (makesProducts: boolean) => void
}

/** Enters the lots, once it is decided what becomes of lines of no known product. */
function EnterStep({ read, isRunning, onEnter }: EnterStepProps) {
  const isOffline = useAtomValue(isOfflineAtom)
  const [makesProducts, setMakesProducts] = useState(false)
  const held = read.rows.filter(({ row }) => row !== null && row.delivered + row.free > 0)
  const unknown = held.filter(({ productId }) => productId === null).length
  const barrier =
    barrierOf(read, true) ??
    errorsBarrier(read) ??
    (held.length === 0
      ? 'Aucune boîte en stock dans ce fichier.'
      : unknown > 0 && !makesProducts
        ? `${plural(unknown, 'ligne est sans produit connu', 'lignes sont sans produit connu')}\u00a0: choisissez leur produit, ou cochez la case.`
        : undefined)
  return (
    <Sheet title="4. Entrée en stock">
      {unknown > 0 && (
        <Checkbox
          mb="sm"
          label={
            unknown === 1
              ? 'Faire de la ligne sans produit connu un produit de la pharmacie'
              : `Faire des ${unknown} lignes sans produit connu des produits de la pharmacie`
          }
          checked={makesProducts}
          onChange={(event) => setMakesProducts(event.currentTarget.checked)}
        />
      )}
      <div className={classes.buttons}>
        <Button
          loading={isRunning}
          disabled={isOffline || barrier !== undefined}
          onClick={() => onEnter(makesProducts)}
        >
          Entrer le stock de départ
        </Button>
      </div>
      {barrier && <p className={classes.barrier}>{barrier}</p>}
    </Sheet>
  )
}

function barrierOf({ profile: { columns } }: DeliveryImport, isOpening: boolean): string | undefined {
  if (!columns.delivered) return `Choisissez la colonne de la quantité ${isOpening ? 'en stock' : 'livrée'}.`
  if (isOpening && !columns.purchasePrice) return 'Choisissez la colonne du prix d’achat.'
  if (!columns.code && !columns.label) return 'Choisissez la colonne du code ou de la désignation.'
  const twice = sharedColumn(columns as ColumnMapping<NoteField>)
  return twice && `La colonne «\u00a0${twice}\u00a0» est choisie deux fois.`
}

function errorsBarrier({ rows }: DeliveryImport): string | undefined {
  const errors = rows.filter(({ outcome }) => outcome === 'error').length
  return errors > 0
    ? `${plural(errors, 'ligne ne se lit pas', 'lignes ne se lisent pas')}\u00a0: corrigez les colonnes ou le fichier.`
    : undefined
}

/** Why the deliveries of a file cannot begin yet. */
function bookingBarrier(read: DeliveryImport, bl: string): string | undefined {
  const errors = errorsBarrier(read)
  if (errors) return errors
  if (read.notes.length === 0) return 'Aucune ligne à recevoir.'
  const known = read.notes.find(({ knownAs }) => knownAs !== null)
  if (known) return `Le BL ${known.bl} a déjà été reçu\u00a0: livraison n°\u00a0${known.knownAs!.number}.`
  return read.notes.some((note) => note.bl === null) && bl.trim() === '' ? 'Indiquez le numéro du BL.' : undefined
}
