import { Group, Select } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import {
  excludedForGood,
  orderPreparations,
  type OrderRecord,
  orderRecords,
} from '#shared/contract/order-preparations.ts'
import { suppliers } from '#shared/contract/suppliers.ts'
import { caps } from '#shared/domain/caps.ts'
import { addDays } from '#shared/domain/dates.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { formatDay } from '#shared/ui/date-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { CountInput } from '#backoffice/ui/forms/count-input.tsx'
import {
  needSentence,
  quantitySentence,
  supplierSentence,
  withoutOrder,
} from '#backoffice/order-preparation/need-words.ts'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { OfferTable } from '#backoffice/ui/offer-table.tsx'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { todayAtom } from '#backoffice/ui/today.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One product of the list: why, how much, from whom; each is changed by one gesture. */
export function RecordPanel({ id, onClose }: PanelProps) {
  const { data, error, retry } = useAnswer(orderPreparations.recordsStat, { body: { productIds: [id] } })
  const mayDecide = useMay(orderRecords.patch)
  const record = data?.[0]
  const title = record?.label ?? 'Produit'
  useTabTitle(title)
  if (!record)
    return (
      <SidePanel title={title} onClose={onClose}>
        <PanelFace
          error={error}
          onRetry={retry}
          missingText="Ce produit n’est pas dans le stock, ou l’adresse est incomplète."
        />
      </SidePanel>
    )
  return (
    <SidePanel title={title} subtitle={record.packaging ?? undefined} onClose={onClose}>
      <Why record={record} />
      {mayDecide && <Decide key={`${record.quantity} ${record.supplierId}`} record={record} />}
      <Offers record={record} />
    </SidePanel>
  )
}

function Why({ record }: { record: OrderRecord }) {
  const currency = useCurrency()
  const without = withoutOrder(record, currency)
  return (
    <PanelSection title="Pourquoi">
      <p>{needSentence(record)}</p>
      <p>{quantitySentence(record)}</p>
      {without && <p>{without}</p>}
      <FactList
        facts={[
          ['Proposé', String(record.proposed)],
          ['En stock', String(record.stock)],
          ['En route', String(record.coming)],
          ['Dû à des clients', record.dues > 0 ? String(record.dues) : null],
          ['Minimum', record.minimum > 0 ? String(record.minimum) : null],
          ['Rangement', record.storage],
          [
            'Fiche',
            <TextLink key="product" to={`/stock/${record.id}`}>
              {record.label}
            </TextLink>,
          ],
        ]}
      />
    </PanelSection>
  )
}

function Decide({ record }: { record: OrderRecord }) {
  const send = useSend()
  const gesture = useGesture()
  const today = useAtomValue(todayAtom)
  const all = useAnswer(suppliers.all, {}).data ?? []
  const [quantity, setQuantity] = useState(record.quantity)
  const params = { id: record.id }
  const decide = (body: { quantity?: number; supplierId?: string; excludedUntil?: string | null }) =>
    gesture.run(() => send(orderRecords.patch, { params, body }))
  return (
    <PanelSection title="À commander">
      <form
        aria-label="À commander"
        onSubmit={(event) => {
          event.preventDefault()
          decide({ quantity })
        }}
      >
        <Group align="end">
          <CountInput label="Boîtes" min={0} max={caps.quantity} value={quantity} onChange={setQuantity} w={120} />
          <WriteButton
            type="submit"
            variant="default"
            disabled={quantity === record.quantity}
            loading={gesture.isRunning}
          >
            Enregistrer
          </WriteButton>
        </Group>
      </form>
      <Select
        label="Fournisseur"
        searchable
        mt={12}
        placeholder="Choisir un fournisseur"
        nothingFoundMessage="Aucun fournisseur"
        data={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={record.supplierId}
        allowDeselect={false}
        disabled={gesture.isOffline}
        onChange={(supplierId) => supplierId && decide({ supplierId })}
      />
      {record.changedByName && <p>{`Modifié par ${record.changedByName}.`}</p>}
      <Group mt={12}>
        {record.isChanged && (
          <WriteButton variant="default" onClick={() => gesture.run(() => send(orderRecords.remove, { params }))}>
            Revenir à la proposition
          </WriteButton>
        )}
        {record.excludedUntil ? (
          <>
            <p>
              {record.excludedUntil === excludedForGood
                ? 'Exclu pour toujours.'
                : `Exclu jusqu’au ${formatDay(record.excludedUntil)}.`}
            </p>
            <WriteButton variant="default" onClick={() => decide({ excludedUntil: null })}>
              Proposer de nouveau
            </WriteButton>
          </>
        ) : (
          <>
            <WriteButton variant="default" onClick={() => decide({ excludedUntil: addDays(today, 30) })}>
              Exclure 30 jours
            </WriteButton>
            <WriteButton variant="default" onClick={() => decide({ excludedUntil: excludedForGood })}>
              Exclure pour toujours
            </WriteButton>
          </>
        )}
      </Group>
      {gesture.modals}
    </PanelSection>
  )
}

function Offers({ record }: { record: OrderRecord }) {
  const currency = useCurrency()
  return (
    <PanelSection title="Fournisseurs">
      <p>{supplierSentence(record, currency)}</p>
      {record.offers.length > 0 && <OfferTable offers={record.offers} />}
    </PanelSection>
  )
}
