import { type ProductDetails, type ProductUses, products } from '#shared/contract/products.ts'
import { plural } from '#shared/ui/plural.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useGesture } from '#backoffice/ui/use-gesture.tsx'
import { useSend } from '#backoffice/ui/use-send.ts'

/** Archives a product after it says what still uses it, or takes it back. */
export function useArchiving({ id, label, version, archived }: ProductDetails) {
  const send = useSend()
  const say = useNotice()
  const { run, ask, isRunning, modals } = useGesture()
  const archive = async () => {
    await send(products.archive, { body: { productId: id } })
    say({ text: `Produit «\u00a0${label}\u00a0» archivé` })
  }
  const confirm = () =>
    ask({ title: `Archiver «\u00a0${label}\u00a0»\u202f?`, text: <Uses id={id} />, yes: 'Archiver', run: archive })
  const restore = () =>
    run(async () => {
      await send(products.patch, { params: { id }, body: { version, archived: false } })
      say({ text: `Produit «\u00a0${label}\u00a0» repris` })
    })
  return { turn: archived ? restore : confirm, isRunning, modals }
}

/** Read when the question is asked: pharmacies add and sell the product meanwhile. */
function Uses({ id }: { id: string }) {
  const { data } = useAnswer(products.uses, { params: { id } })
  return <span>{data ? usesText(data) : 'Recherche de ce qui l’utilise…'}</span>
}

/** « 3 pharmacies le gardent, avec 120 unités en stock. Il n’est plus proposé aux autres. » */
function usesText({ pharmacies, quantity, openRecalls, schemeLines }: ProductUses): string {
  const after = 'Il n’est plus proposé aux autres.'
  if (pharmacies === 0 && schemeLines === 0) return `Aucune pharmacie ne l’a. ${after}`
  const kept =
    pharmacies === 0
      ? 'Aucune pharmacie ne l’a'
      : `${plural(pharmacies, 'pharmacie')} ${pharmacies < 2 ? 'le garde' : 'le gardent'}, avec ${plural(quantity, 'unité')} en stock`
  const beside = [
    openRecalls > 0 ? `${plural(openRecalls, 'rappel')} en cours` : '',
    schemeLines > 0 ? `${plural(schemeLines, 'ligne')} de régime` : '',
  ].filter(Boolean)
  return `${[kept, ...beside].join(', ')}. ${after}`
}
