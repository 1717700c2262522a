import { dues, type Due } from '#shared/contract/dues.ts'
import { formatMoment } from '#shared/ui/date-format.ts'
import { formatAmount } from '#shared/ui/money-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { CancelDueButton, HandOverButton } from '#backoffice/dues/due-gestures.tsx'
import { stateOf } from '#backoffice/dues/due-words.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { PhoneLink } from '#backoffice/ui/phone-link.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { type Fact, FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** One due beside its list: whom to call, what of which sale, and its end. */
export function DuePanel({ id, onClose }: PanelProps) {
  const { data: due, error, retry } = useAnswer(dues.read, { params: { id } })
  const mayHandOver = useMay(dues.handOver)
  const mayCancel = useMay(dues.cancel)
  const title = due ? `Dû à ${due.name}` : 'Dû'
  useTabTitle(title)
  if (!due)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace error={error} onRetry={retry} missingText="Ce dû n’existe pas, ou l’adresse est incomplète." />
      </SidePanel>
    )
  const isOpen = due.state === 'open'
  return (
    <SidePanel
      title={title}
      subtitle={due.label}
      onClose={onClose}
      footer={isOpen && mayHandOver && <HandOverButton due={due} />}
    >
      <PanelSection title="À prévenir">
        <FactList facts={clientOf(due)} />
      </PanelSection>
      <PanelSection title="Dû">
        <FactList facts={factsOf(due)} />
        {isOpen && mayCancel && <CancelDueButton due={due} />}
      </PanelSection>
    </SidePanel>
  )
}

function clientOf({ name, phone, patientId, note }: Due): Fact[] {
  return [
    [
      'Nom',
      patientId ? (
        <TextLink key="name" to={`/patients/${patientId}`}>
          {name}
        </TextLink>
      ) : (
        name
      ),
    ],
    ['Téléphone', phone && <PhoneLink key="phone" phone={phone} />],
    ['Note', note],
  ]
}

function factsOf(due: Due): Fact[] {
  const { label, tone } = stateOf(due)
  const counted = (units: number) => formatAmount(units, { decimals: 0 })
  return [
    [
      'État',
      <StatusTag key="state" tone={tone}>
        {label}
      </StatusTag>,
    ],
    [
      'Produit',
      <TextLink key="product" to={`/stock/${due.pharmacyProductId}`}>
        {due.label}
      </TextLink>,
    ],
    ['Conditionnement', due.packaging],
    ['Dû', due.owed === due.quantity ? counted(due.owed) : `${counted(due.owed)} sur ${counted(due.quantity)}`],
    ['En rayon', counted(due.onShelf)],
    ['Vente', <TextLink key="sale" to={`/ventes/${due.saleId}`}>{`n°\u00a0${due.saleNumber}`}</TextLink>],
    ['Noté', `${formatMoment(due.createdAt)}, ${due.createdByName}`],
    ...(due.handedOverAt ? [['Remis', `${formatMoment(due.handedOverAt)}, ${due.handedOverByName}`] as const] : []),
    ...(due.canceledAt
      ? [['Annulé', `${formatMoment(due.canceledAt)}, ${due.canceledByName}\u00a0: ${due.cancelReason}`] as const]
      : []),
  ]
}
