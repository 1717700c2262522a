import { useState } from 'react'
import { type ProductDetails, products } from '#shared/contract/products.ts'
import { currencyOf } from '#shared/domain/countries/country-facts.ts'
import { formatShortDay } from '#shared/ui/date-format.ts'
import text from '#shared/ui/text.module.css'
import { unbroken } from '#shared/ui/marked-label.tsx'
import { formatMoney } from '#shared/ui/money-format.ts'
import { PanelSection, SidePanel } from '#shared/ui/side-panel.tsx'
import { StatusTag } from '#shared/ui/status-tag.tsx'
import { MergeModal } from '#backoffice/referential/merge-modal.tsx'
import { nationalFacts } from '#backoffice/referential/national-words.ts'
import { ProductForm } from '#backoffice/referential/product-form.tsx'
import { ProductHoldings } from '#backoffice/referential/product-holdings.tsx'
import { ProductText } from '#backoffice/ui/product-text.tsx'
import { innText, prescriptionTag } from '#backoffice/referential/product-words.ts'
import { useArchiving } from '#backoffice/referential/use-archiving.tsx'
import classes from '#backoffice/referential/referential.module.css'
import { useLeave } from '#backoffice/ui/forms/leave-guard.ts'
import type { NewPanelProps, PanelProps } from '#backoffice/ui/lists/list-declaration.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { useMay } from '#backoffice/ui/rights.ts'
import { FactList } from '#backoffice/ui/sheet.tsx'
import { useTabTitle } from '#backoffice/ui/tab-title.ts'
import { TextLink } from '#backoffice/ui/text-link.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

/** One product of the referential: what is edited, its texts, who has it, and the facts of its national source. */
export function ProductPanel({ id, onClose }: PanelProps) {
  const { data: product, error, retry } = useAnswer(products.details, { params: { id } })
  const leave = useLeave()
  useTabTitle(product?.label ?? 'Produit')
  if (product) return <KnownProduct key={id} product={product} onClose={() => leave(onClose)} />
  return (
    <SidePanel title="Produit" onClose={onClose}>
      <PanelFace error={error} onRetry={retry} missingText="Ce produit n’existe pas dans le référentiel." />
    </SidePanel>
  )
}

/** The panel of a new product; once created it opens, for its texts. */
export function NewProductPanel({ text, onClose, onMade }: NewPanelProps) {
  const leave = useLeave()
  const say = useNotice()
  useTabTitle('Nouveau produit')
  return (
    <SidePanel title="Nouveau produit" onClose={() => leave(onClose)}>
      <div className={classes.body}>
        <ProductForm
          name={text}
          onCancel={() => leave(onClose)}
          onDone={({ id, label }) => {
            say({ text: `Produit «\u00a0${label}\u00a0» créé` })
            onMade(id)
          }}
        />
      </div>
    </SidePanel>
  )
}

function KnownProduct({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const [shown, setShown] = useState<'edit' | 'merge' | null>(null)
  const mayEdit = useMay(products.patch)
  const say = useNotice()
  const { turn, isRunning, modals } = useArchiving(product)
  const list = prescriptionTag(product)
  const isMerged = product.mergedInto !== null
  return (
    <SidePanel
      title={unbroken(product.label)}
      onClose={onClose}
      subtitle={
        <>
          {list && <StatusTag>{list}</StatusTag>} {product.archived && <StatusTag>Archivé</StatusTag>}
        </>
      }
      footer={
        mayEdit &&
        shown !== 'edit' &&
        !isMerged && (
          <>
            <WriteButton variant="default" onClick={() => setShown('edit')}>
              Modifier
            </WriteButton>
            <WriteButton variant="default" loading={isRunning} onClick={turn}>
              {product.archived ? 'Reprendre' : 'Archiver'}
            </WriteButton>
            {!product.archived && (
              <WriteButton variant="default" onClick={() => setShown('merge')}>
                Fusionner
              </WriteButton>
            )}
          </>
        )
      }
    >
      {shown === 'edit' ? (
        <div className={classes.body}>
          <ProductForm
            // another version: the values that somebody else saved
            key={product.version}
            product={product}
            onCancel={() => setShown(null)}
            onDone={({ label }) => {
              say({ text: `Produit «\u00a0${label}\u00a0» enregistré` })
              setShown(null)
            }}
          />
        </div>
      ) : (
        <>
          {product.mergedInto && (
            <PanelSection title="Fusionné">
              <span>
                Réuni avec <TextLink to={`/referentiel/${product.mergedInto.id}`}>{product.mergedInto.label}</TextLink>
              </span>
            </PanelSection>
          )}
          <Identity product={product} />
          <ProductHoldings productId={product.id} />
          <ProductText productId={product.id} kind="notice" mayEdit={mayEdit} />
          <ProductText productId={product.id} kind="spc" mayEdit={mayEdit} />
          <NationalSource product={product} />
        </>
      )}
      {shown === 'merge' && <MergeModal product={product} onClose={() => setShown(null)} />}
      {modals}
    </SidePanel>
  )
}

function Identity({ product }: { product: ProductDetails }) {
  const { inns, brand, form, atc, category, unit, section, packagings, changedAt, changedBy } = product
  return (
    <>
      <PanelSection title="Produit" {...(changedAt ? { fact: changedWords(changedAt, changedBy) } : {})}>
        <FactList
          facts={[
            ['DCI', innText(inns) || null],
            ['Laboratoire', brand],
            ['Forme', form],
            ['ATC', atc === null ? null : <AtcLink key="atc" code={atc} />],
            ['Catégorie', category],
            ['Unité', unit],
            ['Conditionnements', packagings.map(({ label, units }) => `${label} (${units})`).join(', ') || null],
            ['Section', section],
          ]}
        />
      </PanelSection>
      <PanelSection title="Codes">
        {product.codes.length === 0 ? (
          <span className={text.quiet}>Aucun code : un scan ne le trouve pas.</span>
        ) : (
          <ul className={classes.codes}>
            {product.codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  )
}

function AtcLink({ code }: { code: string }) {
  return <TextLink to={`/referentiel?atc=${code}`}>{code}</TextLink>
}

function changedWords(at: string, by: string | null): string {
  return `modifié le ${formatShortDay(at)}${by ? ` par ${by}` : ''}`
}

function NationalSource({ product: { nationalCodes, referencePrice: price } }: { product: ProductDetails }) {
  return (
    <PanelSection
      title="Source nationale"
      {...(price
        ? {
            fact: formatMoney(price.amount, currencyOf(price.currency)),
          }
        : {})}
    >
      <FactList facts={nationalFacts(nationalCodes)} />
    </PanelSection>
  )
}
