import { Checkbox, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { pharmacyProducts } from '#shared/contract/pharmacy-products.ts'
import type { BatchRefusal } from '#shared/contract/product-batch.ts'
import { catalogueEntry } from '#shared/domain/error-catalogue.ts'
import { plural } from '#shared/ui/plural.ts'
import { PolicyFields } from '#backoffice/stock/policy-fields.tsx'
import { noProduct, policyOf, readCount, type ProductValues } from '#backoffice/stock/product-values.ts'
import { useProductChoices } from '#backoffice/stock/use-product-choices.ts'
import classes from '#backoffice/stock/stock.module.css'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { TagField } from '#backoffice/ui/forms/tag-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { BatchDialogProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import type { StockRow } from '#backoffice/ui/stock-row.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'
import { useTags } from '#backoffice/ui/use-tags.ts'

type Part = 'storage' | 'limits' | 'category' | 'section' | 'tags' | 'price' | 'archive'
type BatchValues = Omit<ProductValues, 'label' | 'codes' | 'tagIds'> & {
  parts: Part[]
  addedTagIds: string[]
  removedTagIds: string[]
  acceptsBelowCost: boolean
}

const partWords: Record<Part, string> = {
  storage: 'Rangement',
  limits: 'Mini et maxi',
  category: 'Catégorie',
  section: 'Section réglementaire',
  tags: 'Étiquettes',
  price: 'Prix de vente',
  archive: 'Archiver',
}

const judgeMs = 300

/** Changes the ticked products, all or none; what each would refuse is told before. */
export function BatchUpdateModal({ rows, onClose, onDone }: BatchDialogProps<StockRow>) {
  const send = useSend()
  const say = useNotice()
  const leave = useLeave()
  const [ids] = useState(() => rows.map(({ id }) => id))
  const form = useForm({
    initial: {
      ...noProduct,
      parts: [] as Part[],
      addedTagIds: [] as string[],
      removedTagIds: [] as string[],
      acceptsBelowCost: false,
    } as BatchValues,
    schema: pharmacyProducts.batchUpdate.body!,
    bodyOf: (values) => ({ ids, changes: changesOf(values), acceptsBelowCost: values.acceptsBelowCost }),
    send: (body) => send(pharmacyProducts.batchUpdate, { body }),
    onDone: ({ updated }) => {
      say({ text: `${plural(updated, 'produit')} ${updated < 2 ? 'modifié' : 'modifiés'}` })
      onDone()
    },
  })
  const { parts } = form.values
  const refusals = useRefusals(ids, form.values)
  return (
    <PanelModal opened onClose={() => leave(onClose)} title={`Modifier ${plural(ids.length, 'produit')}`} size={560}>
      <FormFrame
        label="Modifier la sélection"
        form={form as never}
        onCancel={onClose}
        {...(parts.length === 0 ? { barrier: 'Cochez ce qui change.' } : {})}
        {...(refusals.length > 0 ? { barrier: `${plural(refusals.length, 'produit')} à retirer ou corriger.` } : {})}
      >
        {(Object.keys(partWords) as Part[]).map((part) => (
          <PartFields key={part} part={part} form={form as never} />
        ))}
        <Refusals refusals={refusals} />
        {refusals.some(({ message }) => message === 'stocks:priceBelowCost') && (
          <Checkbox
            label="Vendre ces produits sous leur prix d’achat"
            checked={form.values.acceptsBelowCost}
            onChange={(event) => form.set({ acceptsBelowCost: event.currentTarget.checked })}
          />
        )}
      </FormFrame>
    </PanelModal>
  )
}

/** What the server would refuse, asked while the form is filled. Empty while a value cannot be read. */
function useRefusals(ids: string[], values: BatchValues): readonly BatchRefusal[] {
  const [settled] = useDebouncedValue(values, judgeMs)
  const body = { ids, changes: changesOf(settled), acceptsBelowCost: settled.acceptsBelowCost, only: 'judge' as const }
  const read = pharmacyProducts.batchUpdate.body!.safeParse(body)
  const { data } = useAnswer(
    pharmacyProducts.batchUpdate,
    { body },
    { enabled: settled.parts.length > 0 && read.success, keep: true },
  )
  return settled.parts.length > 0 && read.success ? (data?.refusals ?? []) : []
}

function changesOf({ parts, ...values }: BatchValues) {
  const has = (part: Part) => parts.includes(part)
  return {
    ...(has('storage') ? { storageId: values.storageId } : {}),
    ...(has('limits') ? { minimum: readCount(values.minimum), maximum: readCount(values.maximum) } : {}),
    ...(has('category') ? { categoryId: values.categoryId } : {}),
    ...(has('section') ? { section: values.section } : {}),
    ...(has('tags') ? { addedTagIds: values.addedTagIds, removedTagIds: values.removedTagIds } : {}),
    ...(has('price') ? { pricePolicy: policyOf(values) } : {}),
    ...(has('archive') ? { archived: true } : {}),
  }
}

interface PartFieldsProps {
  part: Part
  form: ReturnType<typeof useForm<BatchValues, NonNullable<typeof pharmacyProducts.batchUpdate.body>, unknown>>
}

function PartFields({ part, form }: PartFieldsProps) {
  const { parts } = form.values
  const maySetPrices = useMay(pharmacyProducts.setPrice)
  if (part === 'price' && !maySetPrices) return null
  const isOn = parts.includes(part)
  return (
    <div className={classes.part}>
      <Checkbox
        label={partWords[part]}
        checked={isOn}
        onChange={() => form.set({ parts: isOn ? parts.filter((each) => each !== part) : [...parts, part] })}
      />
      {isOn && <div>{fieldsOf(part, form)}</div>}
    </div>
  )
}

function fieldsOf(part: Part, form: PartFieldsProps['form']): ReactNode {
  switch (part) {
    case 'storage':
      return <ChoiceOf which="storages" label="Rangement" placeholder="Aucun" {...form.field('storageId')} />
    case 'limits':
      return (
        <div className={classes.pair}>
          <TextInput label="Mini" inputMode="numeric" {...form.text('minimum', 'changes.minimum')} />
          <TextInput label="Maxi" inputMode="numeric" {...form.text('maximum', 'changes.maximum')} />
        </div>
      )
    case 'category':
      return (
        <ChoiceOf
          which="categories"
          label="Catégorie"
          placeholder="Celle du référentiel"
          {...form.field('categoryId')}
        />
      )
    case 'section':
      return <ChoiceOf which="sections" label="Section" placeholder="Celle du référentiel" {...form.field('section')} />
    case 'tags':
      return <TagChanges form={form} />
    case 'price':
      return <PolicyFields form={form as never} />
    case 'archive':
      return 'Un produit qui a encore du stock ne peut pas être archivé.'
  }
}

interface ChoiceOfProps {
  which: 'storages' | 'categories' | 'sections'
  label: string
  placeholder: string
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
}

function ChoiceOf({ which, label, ...field }: ChoiceOfProps) {
  const choices = useProductChoices()[which]
  return <Select aria-label={label} clearable searchable data={choices} {...field} />
}

function TagChanges({ form }: { form: PartFieldsProps['form'] }) {
  const tags = useTags('pharmacy-product')
  return (
    <div className={classes.pair}>
      <TagField label="Ajouter" tags={tags} {...form.field('addedTagIds', 'changes.addedTagIds')} />
      <TagField label="Retirer" tags={tags} {...form.field('removedTagIds', 'changes.removedTagIds')} />
    </div>
  )
}

const shownRefusals = 5

function Refusals({ refusals }: { refusals: readonly BatchRefusal[] }) {
  if (refusals.length === 0) return null
  return (
    <div className={classes.warned} role="alert">
      <b>{plural(refusals.length, 'produit')} refuseraient ce changement</b>
      <ul>
        {refusals.slice(0, shownRefusals).map(({ id, label, message }) => (
          <li key={id}>
            {label}
            {'\u00a0'}: {catalogueEntry(message)?.title ?? message}
          </li>
        ))}
      </ul>
      {refusals.length > shownRefusals && <span>et {refusals.length - shownRefusals} autres.</span>}
    </div>
  )
}
