import { Button } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { type MergePreview, type ProductDetails, products } from '#shared/contract/products.ts'
import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { innText, mainCode } from '#backoffice/referential/product-words.ts'
import classes from '#backoffice/referential/referential.module.css'
import { type Choice, SearchField } from '#backoffice/ui/forms/search-field.tsx'
import { useNotice } from '#backoffice/ui/notices.ts'
import { PanelFace } from '#backoffice/ui/panel-face.tsx'
import { PanelModal } from '#backoffice/ui/panel-modal.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'
import { WriteButton } from '#backoffice/ui/write-button.tsx'

const typingMs = 200
const shown = 12

/** Merges a duplicate into a product: says what follows in every pharmacy, then does it. */
export function MergeModal({ product, onClose }: { product: ProductDetails; onClose: () => void }) {
  const [duplicate, setDuplicate] = useState<Choice | null>(null)
  const send = useSend()
  const say = useNotice()
  const { run, isRunning, modals } = useGesture()
  const preview = useAnswer(
    products.mergePreview,
    { params: { id: product.id }, query: { duplicateId: duplicate?.id ?? '' } },
    { enabled: duplicate !== null },
  )
  const merge = () =>
    run(async () => {
      await send(products.merge, { params: { id: product.id }, body: { duplicateId: duplicate!.id } })
      say({ text: `«\u00a0${duplicate!.label}\u00a0» réuni avec «\u00a0${product.label}\u00a0»` })
      onClose()
    })
  return (
    <PanelModal opened onClose={onClose} title="Fusionner un doublon" size={720}>
      <div className={classes.merge}>
        <p className={classes.kept}>
          Produit gardé : <b>{product.label}</b>
        </p>
        <DuplicateField except={product.id} value={duplicate} onChange={setDuplicate} />
        {duplicate !== null &&
          (preview.data ? (
            <Effects preview={preview.data} />
          ) : (
            <PanelFace error={preview.error} onRetry={preview.retry} missingText="Ce produit n’existe plus." />
          ))}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <WriteButton loading={isRunning} disabled={!preview.data || duplicate === null} onClick={merge}>
            Fusionner
          </WriteButton>
        </div>
      </div>
      {modals}
    </PanelModal>
  )
}

function DuplicateField({
  except,
  ...field
}: {
  except: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
}) {
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback((typed: string) => setAsked(typed.trim().slice(0, 100)), typingMs)
  const { data, isFetching } = useAnswer(
    products.list,
    { query: { search: asked, only: 'in-use', size: shown } },
    { enabled: asked !== '', keep: true },
  )
  return (
    <SearchField
      {...field}
      label="Doublon à réunir avec lui"
      placeholder="Nom, DCI ou code"
      autoFocus
      withinPortal={false}
      choices={(asked === '' ? [] : (data?.items ?? []))
        .filter(({ id }) => id !== except)
        .map((product) => ({
          id: product.id,
          label: product.label,
          detail: [innText(product.inns), product.brand, mainCode(product.codes)].filter(Boolean).join(' · '),
        }))}
      onSearch={ask}
      isSearching={isFetching || asked === ''}
      nothingText="Aucun produit trouvé."
    />
  )
}

/** What a merge does: in the referential, then pharmacy by pharmacy. */
function Effects({ preview: { codes, pharmacies } }: { preview: MergePreview }) {
  return (
    <>
      <p className={classes.kept}>
        {codes.length === 0 ? 'Aucun code de plus.' : `Codes repris : ${codes.join(', ')}.`}
      </p>
      {pharmacies.length === 0 ? (
        <p className={text.quiet}>Aucune pharmacie n’a le doublon.</p>
      ) : (
        <table className={classes.effects} aria-label="Effet dans chaque pharmacie">
          <thead>
            <tr>
              <th scope="col">Pharmacie</th>
              <th scope="col">Effet</th>
            </tr>
          </thead>
          <tbody>
            {pharmacies.map((effect) => (
              <tr key={effect.pharmacyId}>
                <td>{effect.pharmacyName}</td>
                <td>{effectWords(effect)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={text.quiet}>Le stock, les lots et leurs mouvements sont gardés. Une fusion est définitive.</p>
    </>
  )
}

/** « A les deux : 3 lots (12 unités) passent au produit gardé, 1 exception de contrat, 1 ligne de régime » */
function effectWords({ kind, lots, quantity, exceptions, schemeLines }: MergePreview['pharmacies'][number]): string {
  const held = `${plural(lots, 'lot')} (${plural(quantity, 'unité')})`
  const parts = [
    kind === 'joined'
      ? `A les deux : ${held} ${lots < 2 ? 'passe' : 'passent'} au produit gardé`
      : `N’a que le doublon : il prend le nom du produit gardé, avec ${held}`,
    exceptions > 0 ? plural(exceptions, 'exception de contrat', 'exceptions de contrat') : '',
    schemeLines > 0 ? plural(schemeLines, 'ligne de régime', 'lignes de régime') : '',
  ]
  return parts.filter(Boolean).join(', ')
}
