import { agreed, capital, noneOf, type Noun } from '#backoffice/ui/lists/french-noun.ts'
import type { ListDeclaration } from '#backoffice/ui/lists/list-declaration.ts'

type Words = { errorText: string; offlineText: string; emptyText: string }

type Asked<Query> = {
  search: string
  isFiltered: boolean
  initialWords: string | undefined
  query: Partial<Query>
}

/** The texts of a list that failed to load, needs the network, or is empty. */
export function listWords<Query>(
  { noun, words = {} }: { noun: Noun; words?: ListDeclaration<never, Query, never>['words'] },
  { search, isFiltered, initialWords, query }: Asked<Query>,
): Words {
  const filtered = typeof words.filtered === 'function' ? words.filtered(query) : words.filtered
  return {
    errorText: words.error ?? `Les ${noun.many} n’ont pas pu être ${agreed(noun, 'chargé')}s.`,
    offlineText: words.offline ?? `Les ${noun.many} demandent le réseau.`,
    emptyText: search
      ? `Aucun résultat pour «\u00a0${search}\u00a0»`
      : initialWords
        ? `${capital(noneOf(noun))} ${initialWords}.`
        : isFiltered
          ? (filtered ?? `${noneOf(noun)} ne correspond à ces filtres.`)
          : (words.empty ?? `${capital(noneOf(noun))}.`),
  }
}
