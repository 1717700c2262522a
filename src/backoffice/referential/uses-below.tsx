import { plural } from '#shared/ui/plural.ts'
import text from '#shared/ui/text.module.css'
import { TextLink } from '#backoffice/ui/text-link.tsx'

/** Below a record of a small family: how many products use it, and the list of them. `filter`: the key of the list's filter. */
export function usesBelow(filter: string) {
  return function UsesBelow({ row: { id, products } }: { row: { id: string; products: number } }) {
    if (products === 0) return <span className={text.quiet}>Aucun produit ne l’utilise.</span>
    return (
      <TextLink to={`/referentiel?${filter}=${id}`}>
        {`${plural(products, 'produit')} ${products < 2 ? 'l’utilise' : 'l’utilisent'}`}
      </TextLink>
    )
  }
}
