import { products } from '#shared/contract/products.ts'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { nationalFacts } from '#backoffice/referential/national-words.ts'
import { innText, prescriptionTag } from '#backoffice/referential/product-words.ts'
import text from '#shared/ui/text.module.css'
import classes from '#backoffice/referential/referential.module.css'
import type { PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** Decimals of the currencies in which national sources give prices; currencies of the franc zone have none. */
const decimalsOf: Record<string, number> = { EUR: 2 }
const symbolOf: Record<string, string> = { EUR: '€', XOF: 'F CFA', XAF: 'F CFA' }

/** One product of the referential, with the facts of its national source. */
export function ProductPanel({ id, onClose }: PanelProps) {
  const { data: product, error, retry } = useAnswer(products.details, { params: { id } })
  useTabTitle(product?.label ?? 'Produit')
  if (!product) {
    return (
      <SidePanel title="Produit" onClose={onClose}>
        <PanelFace error={error} onRetry={retry} missingText="Ce produit n’existe pas dans le référentiel." />
      </SidePanel>
    )
  }
  const { inns, brand, form, atc, packagings, nationalCodes, referencePrice: price } = product
  const list = prescriptionTag(product)
  const facts: [string, string][] = [
    ['DCI', innText(inns) || '–'],
    ['Laboratoire', brand ?? '–'],
    ['Forme', form ?? '–'],
    ['ATC', atc ?? '–'],
    ['Conditionnements', packagings.map(({ label, units }) => `${label} (${units})`).join(', ') || '–'],
  ]
  return (
    <SidePanel
      title={unbroken(product.label)}
      onClose={onClose}
      subtitle={
        <>
          {list && <StatusTag>{list}</StatusTag>} {product.archived && <StatusTag>Archivé</StatusTag>}
        </>
      }
    >
      <PanelSection title="Produit">
        <Facts facts={facts} />
      </PanelSection>
      <PanelSection title="Codes">
        <Facts facts={product.codes.map((code) => [code.length === 13 ? 'EAN' : 'Code', code])} />
      </PanelSection>
      <PanelSection
        title="Source nationale"
        {...(price
          ? {
              fact: formatMoney(price.amount, {
                symbol: symbolOf[price.currency] ?? price.currency,
                decimals: decimalsOf[price.currency] ?? 0,
              }),
            }
          : {})}
      >
        <Facts facts={nationalFacts(nationalCodes)} />
      </PanelSection>
    </SidePanel>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  if (facts.length === 0) return <span className={text.quiet}>Rien de connu.</span>
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value], at) => [<dt key={`${at}n`}>{name}</dt>, <dd key={`${at}v`}>{value}</dd>])}
    </dl>
  )
}
