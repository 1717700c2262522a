import { Button, Progress } from '@mantine/core'
import { IconBarcode, IconTruckReturn } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { Link, useParams } from 'wouter'
import { deliveries, type DeliveryDetail } from '#shared/contract/deliveries.ts'
import { labels } from '#shared/contract/labels.ts'
import { supplierReturns } from '#shared/contract/supplier-returns.ts'
import { sumsOfDelivery } from '#shared/domain/deliveries/delivery-sums.ts'
import { refusedNotesAtom } from '#shared/store/sales/note-atoms.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { DataTable } from '#shared/ui/data-table.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { formatMoney } from '#shared/ui/money-format.ts'
import { plural } from '#shared/ui/plural.ts'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { useShortcuts } from '#shared/ui/use-shortcuts.ts'
import { CloseDeliveryModal } from '#backoffice/deliveries/close-delivery-modal.tsx'
import classes from '#backoffice/deliveries/deliveries.module.css'
import { DeliveryDues, useDeliveryDues } from '#backoffice/deliveries/delivery-dues.tsx'
import { noteName, stateWords } from '#backoffice/deliveries/delivery-words.ts'
import { type JudgedLine, judgedLines } from '#backoffice/deliveries/judged-line.ts'
import { HeldActsNotice } from '#backoffice/deliveries/held-acts-notice.tsx'
import { LineAlerts } from '#backoffice/deliveries/line-alerts.tsx'
import { lineColumns } from '#backoffice/deliveries/line-columns.tsx'
import { LineEditor } from '#backoffice/deliveries/line-editor.tsx'
import { NoteSheet } from '#backoffice/deliveries/note-sheet.tsx'
import { ScanBar } from '#backoffice/deliveries/scan-bar.tsx'
import { useDeliveryLines } from '#backoffice/deliveries/use-delivery-lines.ts'
import { CancelWithReason } from '#backoffice/ui/cancel-with-reason.tsx'
import { DetailFace } from '#backoffice/ui/detail-face.tsx'
import { DetailHead } from '#backoffice/ui/detail-head.tsx'
import { TableRoom } from '#backoffice/ui/imports/table-room.tsx'
import { useListAddress } from '#backoffice/ui/list-address.ts'
import { usePageKeys } from '#backoffice/ui/page-keys.ts'
import { ListRoom, Page } from '#backoffice/ui/page.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FigureBar, Sheets } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { todayAtom } from '#backoffice/ui/today.ts'
import { type Answer, useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const openKeys = [
  { keys: ['Entrée'], label: 'Ligne suivante' },
  { keys: ['Ctrl Entrée'], label: 'Valider la livraison' },
]
const noKeys = [] as const

/** One delivery: its lines are compared with the goods, then it is closed. */
export function DeliveryScreen() {
  const { id } = useParams<{ id: string }>()
  const answer = useAnswer(deliveries.read, { params: { id } })
  const { data: delivery, error, retry } = answer
  const back = { to: useListAddress('/livraisons'), title: 'Livraisons' }
  useTabTitle(delivery ? noteName(delivery.bl) : 'Livraison')
  if (!delivery)
    return (
      <DetailFace
        back={back}
        title="Livraison"
        error={error}
        onRetry={retry}
        missingText="Cette livraison n’existe pas, ou l’adresse est incomplète."
      />
    )
  return <KnownDelivery key={id} delivery={delivery} answer={answer} back={back} />
}

interface KnownDeliveryProps {
  delivery: DeliveryDetail
  answer: Answer<DeliveryDetail>
  back: { to: string; title: string }
}

function KnownDelivery({ delivery, answer, back }: KnownDeliveryProps) {
  const today = useAtomValue(todayAtom)
  const currency = useCurrency()
  const mayManage = useMay(deliveries.act)
  const isOpen = delivery.state === 'draft' || delivery.state === 'open'
  const mayAct = isOpen && mayManage
  const { lines: all, waiting, held, act } = useDeliveryLines(delivery, answer)
  const lines = useMemo(() => judgedLines(all, today), [all, today])
  const columns = useMemo(() => lineColumns(currency), [currency])
  const owed = useDeliveryDues(lines)
  const [lineId, setLineId] = useState<string | null>(null)
  const [isClosing, setIsClosing] = useState(false)
  const scanField = useRef<HTMLInputElement>(null)
  const line = lines.find(({ id }) => id === lineId)
  const back2scan = () => (setLineId(null), scanField.current?.focus())
  const next = (after: string) => {
    const place = lines.findIndex(({ id }) => id === after)
    const following = [...lines.slice(place + 1), ...lines.slice(0, place)].find(({ isChecked }) => !isChecked)
    if (following) setLineId(following.id)
    else back2scan()
  }
  usePageKeys(mayAct ? openKeys : noKeys)
  useShortcuts({ 'mod+enter': () => setIsClosing(true) }, mayAct && !isClosing)
  const { label, tone } = stateWords[delivery.state]
  return (
    <Page scrolls>
      <DetailHead
        back={back}
        title={`${delivery.supplierName}, ${noteName(delivery.bl)}`}
        record={delivery.id}
        marks={
          <>
            <StatusTag tone={tone}>{label}</StatusTag>
            {waiting > 0 && <StatusTag tone="info">{`${waiting} à envoyer`}</StatusTag>}
          </>
        }
        actions={
          mayManage && (
            <Gestures delivery={delivery} {...(mayAct ? { onCloseDelivery: () => setIsClosing(true) } : {})} />
          )
        }
      />
      <Refused deliveryId={delivery.id} />
      {!isClosing && <HeldActsNotice held={held} />}
      <Figures delivery={delivery} lines={lines} />
      {mayAct && <ScanBar lines={all} act={act} onLine={setLineId} fieldRef={scanField} />}
      {mayAct && line && (
        <LineEditor
          key={line.id}
          line={line}
          onSave={(set) => {
            void act({ lineId: line.id, set })
            next(line.id)
          }}
          onRemove={() => {
            void act({ lineId: line.id, set: { isRemoved: true } })
            back2scan()
          }}
          onAnotherLot={() => {
            const id = uuid7()
            void act({
              lineId: id,
              line: {
                code: line.code,
                label: line.label,
                productId: line.productId,
                packagingId: line.packagingId,
              },
              set: { purchasePrice: line.purchasePrice, vat: line.vat, received: 0 },
            })
            setLineId(id)
          }}
          onClose={back2scan}
        />
      )}
      <TableRoom rows={lines.length}>
        <ListRoom>
          <DataTable
            label="Lignes de la livraison"
            columns={columns}
            rows={lines}
            rowKey={({ id }: JudgedLine) => id}
            selectedKey={lineId}
            emptyText="Aucune ligne. Scannez les boîtes, ou ajoutez un produit par son nom."
            {...(mayAct ? { onOpen: ({ id }: JudgedLine) => setLineId(id) } : {})}
          />
        </ListRoom>
      </TableRoom>
      <Sheets
        wide={
          <>
            {delivery.state !== 'canceled' && <DeliveryDues owed={owed} />}
            <LineAlerts lines={lines} act={act} mayAct={mayAct} onLine={setLineId} />
          </>
        }
        narrow={<NoteSheet delivery={delivery} lines={lines} mayAct={mayAct} />}
      />
      {isClosing && (
        <CloseDeliveryModal
          delivery={delivery}
          lines={lines}
          owed={owed}
          held={held}
          act={act}
          onClose={() => setIsClosing(false)}
          onLine={(id) => setLineId(id)}
        />
      )}
    </Page>
  )
}

function Figures({ delivery, lines }: { delivery: DeliveryDetail; lines: readonly JudgedLine[] }) {
  const currency = useCurrency()
  const { checked, lines: count, received, noted, free, total } = sumsOfDelivery(lines)
  return (
    <FigureBar
      figures={[
        { name: 'Reçue le', value: formatDay(delivery.receivedOn) },
        {
          name: 'Contrôle',
          value: (
            <>
              {`${checked} sur ${plural(count, 'ligne')}`}
              <Progress value={count === 0 ? 0 : (checked * 100) / count} size="sm" aria-label="Lignes contrôlées" />
            </>
          ),
        },
        {
          name: 'Boîtes reçues',
          value: noted > 0 ? `${received} sur ${noted}` : String(received),
          ...(received < noted ? { tone: 'warning' as const } : {}),
        },
        { name: 'Unités gratuites', value: String(free) },
        { name: 'Reçu TTC', value: formatMoney(total, currency) },
      ]}
    />
  )
}

/** Gestures of this terminal that the server refused, such as one on a delivery that was closed meanwhile. */
function Refused({ deliveryId }: { deliveryId: string }) {
  const refused = useAtomValue(refusedNotesAtom).filter(
    (note) => note.kind === 'delivery-act' && note.act.deliveryId === deliveryId,
  )
  if (refused.length === 0) return null
  return (
    <p role="alert" className={classes.problem}>
      {`${plural(refused.length, 'saisie refusée', 'saisies refusées')}\u00a0: la livraison était déjà validée ou annulée. Le détail est au comptoir, dans la file d’envoi.`}
    </p>
  )
}

function Gestures({ delivery, onCloseDelivery }: { delivery: DeliveryDetail; onCloseDelivery?: () => void }) {
  const send = useSend()
  const mayPrintLabels = useMay(labels.markPrinted)
  const mayReturn = useMay(supplierReturns.create)
  return (
    <>
      {delivery.state === 'closed' && mayPrintLabels && (
        <Button
          variant="default"
          component={Link}
          href="/etiquettes"
          leftSection={<IconBarcode size={18} aria-hidden />}
        >
          Étiquettes de prix
        </Button>
      )}
      {delivery.state === 'closed' && mayReturn && (
        <Button
          variant="default"
          component={Link}
          href={`/retours?nouveau=oui&fournisseur=${delivery.supplierId}&livraison=${delivery.id}`}
          leftSection={<IconTruckReturn size={18} aria-hidden />}
        >
          Rendre des boîtes
        </Button>
      )}
      {delivery.state !== 'canceled' && (
        <CancelWithReason
          label="Annuler la livraison"
          question={'Annuler cette livraison\u202f?'}
          consequence={
            delivery.state === 'closed'
              ? 'Ses boîtes ressortent du stock. Impossible si une boîte est déjà partie.'
              : 'Rien n’est entré en stock.'
          }
          yes="Annuler la livraison"
          run={(reason) => send(deliveries.cancel, { params: { id: delivery.id }, body: { reason } })}
        />
      )}
      {onCloseDelivery && <WriteButton onClick={onCloseDelivery}>Valider la livraison</WriteButton>}
    </>
  )
}
