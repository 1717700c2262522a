import { SegmentedControl, TextInput } from '@mantine/core'
import { contracts } from '#shared/contract/contracts.ts'
import { useCurrency } from '#shared/ui/currency.tsx'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { type Currency, formatAmount } from '#shared/ui/money-format.ts'
import { readAmount } from '#shared/ui/read-amount.ts'
import { Dialog } from '#backoffice/ui/dialog.tsx'
import { bodyOfException, type ContractDetail, type ContractException } from '#backoffice/payers/contract-detail.ts'
import { AmountField } from '#backoffice/ui/forms/amount-field.tsx'
import { toChoose } from '#backoffice/ui/forms/field-names.ts'
import { FormFrame } from '#backoffice/ui/forms/form-frame.tsx'
import type { Issue } from '#backoffice/ui/forms/issue-words.ts'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import { ProductField } from '#backoffice/ui/forms/product-field.tsx'
import type { Choice } from '#backoffice/ui/forms/search-field.tsx'
import { useForm } from '#backoffice/ui/forms/use-form.ts'
import { readPercent } from '#backoffice/ui/policies/policy-values.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

type Values = { product: Choice | null; excluded: boolean; coverage: string; referencePrice: string }

interface ExceptionModalProps {
  contract: ContractDetail
  /** Null: adds an exception for another product. */
  exception: ContractException | null
  onClose: () => void
}

/** Edits a contract's exception for one product. */
export function ExceptionModal({ contract, exception, onClose }: ExceptionModalProps) {
  const send = useSend()
  const currency = useCurrency()
  const leave = useLeave()
  // The call replaces the whole list: an edited exception keeps its place, a new one is appended.
  const at = exception ? contract.products.indexOf(exception) : contract.products.length
  const form = useForm({
    initial: valuesOf(exception, currency),
    schema: contracts.patch.body!,
    bodyOf: (values) => ({
      products: contract.products.map(bodyOfException).toSpliced(at, 1, bodyOf(values, currency)),
    }),
    check: (values) => issuesOf(values, at),
    words: { taken: 'Ce produit est déjà dans la liste du contrat.' },
    send: (body) => send(contracts.patch, { params: { id: contract.id }, body }),
    onDone: onClose,
  })
  const { excluded } = form.values
  return (
    <Dialog
      opened
      onClose={() => leave(onClose)}
      title={exception ? unbroken(exception.label) : 'Produit exclu ou à taux particulier'}
      size={520}
    >
      <FormFrame label="Produit exclu ou à taux particulier" form={form} onCancel={onClose}>
        {!exception && (
          <ProductField
            label="Produit"
            required
            autoFocus
            except={contract.products.map(({ pharmacyProductId }) => pharmacyProductId)}
            {...form.field('product', `products.${at}.pharmacyProductId`)}
          />
        )}
        <SegmentedControl
          fullWidth
          aria-label="Couverture"
          data={[
            { value: 'covered', label: 'À taux particulier' },
            { value: 'excluded', label: 'Exclu' },
          ]}
          value={excluded ? 'excluded' : 'covered'}
          onChange={(next) => form.set({ excluded: next === 'excluded' })}
        />
        {!excluded && (
          <>
            <TextInput
              data-span="3"
              label="Taux (%)"
              placeholder={`${contract.defaultCoverage}, du contrat`}
              inputMode="numeric"
              autoComplete="off"
              {...form.text('coverage', `products.${at}.coverage`)}
            />
            <AmountField
              data-span="3"
              label="Prix de référence"
              placeholder="Aucun"
              {...form.field('referencePrice', `products.${at}.referencePrice`)}
            />
          </>
        )}
      </FormFrame>
    </Dialog>
  )
}

function valuesOf(exception: ContractException | null, currency: Currency): Values {
  if (!exception) return { product: null, excluded: false, coverage: '', referencePrice: '' }
  const { pharmacyProductId, label, excluded, coverage, referencePrice } = exception
  return {
    product: { id: pharmacyProductId, label },
    excluded,
    coverage: coverage === null ? '' : String(coverage),
    referencePrice: referencePrice === null ? '' : formatAmount(referencePrice, currency),
  }
}

function bodyOf({ product, excluded, coverage, referencePrice }: Values, currency: Currency) {
  const own = excluded
    ? { coverage: null, referencePrice: null }
    : { coverage: readPercent(coverage), referencePrice: readAmount(referencePrice, currency) }
  return { pharmacyProductId: product?.id ?? '', excluded, ...own }
}

function issuesOf({ product, excluded, coverage, referencePrice }: Values, at: number): Issue[] {
  return [
    ...(product ? [] : [{ path: `products.${at}.pharmacyProductId`, text: toChoose('pharmacyProductId') }]),
    ...(excluded || coverage.trim() || referencePrice.trim()
      ? []
      : [{ path: `products.${at}.coverage`, text: 'Indiquez un taux ou un prix de référence.' }]),
  ]
}
