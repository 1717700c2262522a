import { MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { inventories, type InventoryScope } from '#shared/contract/inventories.ts'
import { pharmacyProductStorages } from '#shared/contract/pharmacy-product-storages.ts'
import { productCategories } from '#shared/contract/referential.ts'
import { abcClasses, type AbcClass } from '#shared/domain/inventories/abc.ts'
import { uuid7 } from '#shared/store/tools/uuid7.ts'
import { SidePanel } from '#shared/ui/side-panel.tsx'
import { DoubtfulProducts } from '#backoffice/inventories/doubtful-products.tsx'
import { abcWords, scopeKinds } from '#backoffice/inventories/inventory-words.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import type { NewPanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import records from '#backoffice/ui/records/records.module.css'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const title = 'Nouvel inventaire'

type Typed = {
  label: string
  kind: InventoryScope['kind']
  ids: string[]
  class: AbcClass
  days: string | null
}

const expiryDays = ['30', '90', '180', '365'].map((value) => ({ value, label: `Sous ${value}\u00a0jours` }))

/** Chooses what is counted; the page of the inventory opens. The address may name the kind. */
export function NewInventoryPanel({ values, onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const send = useSend()
  const [id] = useState(uuid7)
  useTabTitle(title)
  const form = useForm({
    initial: {
      label: '',
      kind: scopeKinds.find(({ value }) => value === values['portee'])?.value ?? 'whole',
      ids: [],
      class: 'A',
      days: '90',
    } as Typed,
    schema: inventories.create.body!,
    bodyOf: (typed) => ({ id, label: typed.label.trim() || labelOf(typed), scope: scopeOf(typed) }),
    check: ({ kind, ids }) =>
      ids.length === 0 && (kind === 'storages' || kind === 'categories' || kind === 'products')
        ? [{ path: 'ids', text: 'Choisissez au moins une ligne.' }]
        : [],
    send: (body) => send(inventories.create, { body }),
    onDone: (made) => onMade(made.id),
  })
  const { kind } = form.values
  return (
    <SidePanel title={title} onClose={() => leave(onClose)}>
      <div className={records.body}>
        <FormFrame label={title} form={form} submitLabel="Commencer" onCancel={onClose}>
          <Stack gap="md">
            <Select
              label="À compter"
              data={[...scopeKinds]}
              allowDeselect={false}
              value={kind}
              onChange={(next) => next && form.set({ kind: next as Typed['kind'], ids: [] })}
            />
            <ScopeFields typed={form.values} change={form.set} error={form.field('ids', 'scope.ids').error} />
            <TextInput label="Nom" placeholder={labelOf(form.values)} maxLength={200} {...form.text('label')} />
          </Stack>
        </FormFrame>
      </div>
    </SidePanel>
  )
}

interface ScopeFieldsProps {
  typed: Typed
  change: (change: Partial<Typed>) => void
  error: string | undefined
}

function ScopeFields({ typed, change, error }: ScopeFieldsProps) {
  switch (typed.kind) {
    case 'whole':
      return null
    case 'storages':
      return <Storages value={typed.ids} onChange={(ids) => change({ ids })} error={error} />
    case 'categories':
      return <Categories value={typed.ids} onChange={(ids) => change({ ids })} error={error} />
    case 'abc':
      return (
        <Select
          label="Classe, selon les ventes de 180 jours"
          data={abcClasses.map((value) => ({ value, label: abcWords[value] }))}
          allowDeselect={false}
          value={typed.class}
          onChange={(next) => next && change({ class: next as AbcClass })}
        />
      )
    case 'expiring':
      return (
        <Select
          label="Date de péremption"
          data={expiryDays}
          allowDeselect={false}
          value={typed.days}
          onChange={(days) => change({ days })}
        />
      )
    case 'products':
      return <DoubtfulProducts value={typed.ids} onChange={(ids) => change({ ids })} error={error} />
  }
}

interface ChoicesProps {
  value: string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

function Storages(props: ChoicesProps) {
  const { data } = useAnswer(pharmacyProductStorages.list, { query: { size: 200 } })
  const storages = (data?.items ?? []).filter(({ archived }) => !archived)
  return <Choices label="Rangements" data={storages.map(({ id, label }) => ({ value: id, label }))} {...props} />
}

function Categories(props: ChoicesProps) {
  const all = useAnswer(productCategories.all, {}).data ?? []
  return <Choices label="Catégories" data={all.map(({ id, label }) => ({ value: id, label }))} {...props} />
}

function Choices({
  label,
  data,
  value,
  onChange,
  error,
}: ChoicesProps & { label: string; data: { value: string; label: string }[] }) {
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'Choisir' : ''}
      searchable
      data={data}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

function scopeOf({ kind, ids, class: abc, days }: Typed): InventoryScope {
  switch (kind) {
    case 'whole':
      return { kind }
    case 'storages':
    case 'categories':
    case 'products':
      return { kind, ids }
    case 'abc':
      return { kind, class: abc }
    case 'expiring':
      return { kind, days: Number(days) }
  }
}

function labelOf({ kind, class: abc, days }: Typed): string {
  switch (kind) {
    case 'whole':
      return 'Inventaire général'
    case 'storages':
      return 'Rangements'
    case 'categories':
      return 'Catégories'
    case 'abc':
      return `Classe ${abc}`
    case 'expiring':
      return `Lots qui expirent sous ${days}\u00a0jours`
    case 'products':
      return 'Inventaire tournant'
  }
}
