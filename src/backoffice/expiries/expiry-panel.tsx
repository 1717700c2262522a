import { Select } from '@mantine/core'
import { expiries, type Expiry } from '#shared/contract/expiries.ts'
import { expiryTasks, type NewExpiryTask } from '#shared/contract/expiry-tasks.ts'
import { stockItems } from '#shared/contract/stock-items.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import type { CallReply } from '#shared/contract/endpoint.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import { formatSignedPercent } from '#shared/ui/money-format.ts'
import { Money } from '#shared/ui/money.tsx'
import { plural } from '#shared/ui/plural.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { ChanceBar } from '#backoffice/expiries/chance-bar.tsx'
import classes from '#backoffice/expiries/expiries.module.css'
import { chanceText, formatUnits, gestureWords, paceText, proposalReason } from '#backoffice/expiries/expiry-words.ts'
import { TaskGestures } from '#backoffice/expiries/task-gestures.tsx'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import table from '#backoffice/ui/small-table.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One lot beside the list: its chance, what leaves before it, and what can be done. */
export function ExpiryPanel({ id, onClose }: PanelProps) {
  const { data: lot, error, retry } = useAnswer(expiries.read, { params: { id } }, { keep: true })
  const title = lot?.label ?? 'Lot'
  useTabTitle(title)
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      subtitle={
        lot && (
          <>
            {lot.lot ? `Lot ${lot.lot}` : 'Sans numéro de lot'}, {formatShortDay(lot.expiresOn)}
            {lot.discountPercent !== null && (
              <StatusTag tone="success">{`${formatSignedPercent(-lot.discountPercent)} au comptoir`}</StatusTag>
            )}
          </>
        )
      }
    >
      {lot ? (
        <>
          <Proposal lot={lot} />
          <Outlook lot={lot} />
          <Ahead lots={lot.lotsAhead} />
          <Facts lot={lot} />
        </>
      ) : (
        <PanelFace error={error} onRetry={retry} missingText="Ce lot n’expire pas bientôt, ou n’est plus en stock." />
      )}
    </SidePanel>
  )
}

function Proposal({ lot }: { lot: Expiry }) {
  const send = useSend()
  const say = useNotice()
  const gesture = useGesture()
  const mayAccept = useMay(expiryTasks.create)
  const mayPrice = useMay({ permission: 'price.edit' })
  const task = taskOf(lot)
  const { kind, percent } = lot.proposal
  const words = kind === 'none' ? null : gestureWords[kind]
  return (
    <PanelSection
      title={lot.task ? 'Action en cours' : 'Proposition'}
      fact={lot.task ? gestureWords[lot.task.kind] : words}
    >
      <p className={`${classes.reason} ${classes.spaced}`}>{proposalReason(lot)}</p>
      {lot.task ? (
        <TaskGestures task={lot.task} productId={lot.pharmacyProductId} supplierId={lot.supplier?.id ?? null} />
      ) : (
        task &&
        mayAccept &&
        (task.kind !== 'discount' || mayPrice) && (
          <WriteButton
            loading={gesture.isRunning}
            onClick={() =>
              gesture.run(async () => {
                await send(expiryTasks.create, { body: task })
                say({ text: `${words}\u00a0: ajouté aux actions en cours` })
              })
            }
          >
            {kind === 'discount'
              ? `Proposer ${formatSignedPercent(-percent!)} au comptoir`
              : `${words} (${task.quantity})`}
          </WriteButton>
        )
      )}
      {gesture.modals}
    </PanelSection>
  )
}

/** The task that accepts the proposal; null when nothing is proposed. */
function taskOf({ id: stockItemId, proposal: { kind, quantity, percent, sister } }: Expiry): NewExpiryTask | null {
  if (quantity === null) return null
  switch (kind) {
    case 'none':
      return null
    case 'return':
    case 'destroy':
      return { kind, stockItemId, quantity }
    case 'discount':
      return percent === null ? null : { kind, stockItemId, quantity, percent }
    case 'transfer':
      return sister && { kind, stockItemId, quantity, toPharmacyId: sister.id }
  }
}

function Outlook({
  lot: { chance, left, quantity, perDay, ahead, days, daysInStock, riskCost, riskPrice },
}: {
  lot: Expiry
}) {
  return (
    <PanelSection title="Chance de vendre à temps" fact={chance !== null && chanceText(chance)}>
      <div className={classes.spaced}>
        <ChanceBar chance={chance} />
      </div>
      <FactList
        facts={[
          ['Jours restants', days < 0 ? 'expiré' : plural(days, 'jour')],
          [
            'Vendus',
            perDay === null
              ? 'pas assez d’historique'
              : `${paceText(perDay)} (sur ${plural(daysInStock, 'jour')} en rayon)`,
          ],
          ['Vendus avant lui', ahead === null ? null : ahead === 0 ? 'aucun lot' : plural(ahead, 'unité')],
          ['Resterait', left === null ? null : `${formatUnits(left)} sur ${quantity}`],
          ['Risque au coût', riskCost !== null && <Money key="cost" amount={riskCost} unit />],
          ['Risque au prix', riskPrice !== null && <Money key="price" amount={riskPrice} unit />],
        ]}
      />
    </PanelSection>
  )
}

function Ahead({ lots }: { lots: CallReply<typeof expiries.read>['lotsAhead'] }) {
  if (lots.length === 0) return null
  return (
    <PanelSection title="Lots vendus avant lui">
      <table className={table.table}>
        <thead>
          <tr>
            <th>Lot</th>
            <th>Péremption</th>
            <th className={table.end}>Stock</th>
            <th className={table.end}>Resterait</th>
          </tr>
        </thead>
        <tbody>
          {lots.map(({ id, lot, expiresOn, quantity, left }) => (
            <tr key={id}>
              <td>
                <TextLink to={`/peremptions/${id}`}>{lot ?? 'Sans numéro'}</TextLink>
              </td>
              <td>{formatShortDay(expiresOn)}</td>
              <td className={table.end}>{quantity}</td>
              <td className={table.end}>{formatUnits(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelSection>
  )
}

function Facts({ lot }: { lot: Expiry }) {
  return (
    <PanelSection title="Lot" fact={<TextLink to={`/stock/${lot.pharmacyProductId}`}>Fiche du produit</TextLink>}>
      <div className={classes.spaced}>
        <SupplierChoice lot={lot} />
      </div>
      <FactList
        facts={[
          ['Reprise jusqu’au', lot.returnUntil && formatShortDay(lot.returnUntil)],
          ['Rangement', lot.storage],
          ['Prix de vente', <Money key="price" amount={lot.salePrice} unit />],
        ]}
      />
    </PanelSection>
  )
}

function SupplierChoice({ lot: { id, supplier } }: { lot: Expiry }) {
  const send = useSend()
  const gesture = useGesture()
  const mayChange = useMay(stockItems.patch)
  const known = useAnswer(suppliers.all, {}).data ?? []
  const choices = known.map(({ id: value, name }) => ({ value, label: name }))
  if (supplier && !known.some((each) => each.id === supplier.id))
    choices.push({ value: supplier.id, label: supplier.name })
  return (
    <>
      <Select
        label="Fournisseur"
        placeholder="Inconnu"
        clearable
        searchable
        nothingFoundMessage="Aucun fournisseur"
        disabled={!mayChange || gesture.isOffline}
        data={choices}
        value={supplier?.id ?? null}
        onChange={(supplierId) => gesture.run(() => send(stockItems.patch, { params: { id }, body: { supplierId } }))}
      />
      {gesture.modals}
    </>
  )
}
