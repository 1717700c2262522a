import { users } from '#shared/contract/users.ts'
import { displayName } from '#shared/domain/person.ts'
import type { Filter } from '#backoffice/ui/lists/filter.ts'
import { rowFilter } from '#backoffice/ui/lists/filters.tsx'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

/** A choice of one member of the pharmacy: « Payé par », « Vendeur ». */
export function userFilter<Query>({
  key = 'utilisateur',
  label,
  none = 'Aucun utilisateur',
  unknown = 'Un utilisateur',
  query,
}: {
  key?: string
  label: string
  none?: string
  unknown?: string
  query: (id: string) => Partial<Query>
}): Filter<Query> {
  return rowFilter({
    key,
    label,
    all: 'Tous',
    none,
    unknown,
    useChoices: useUserChoices,
    query,
  })
}

/** All members of the pharmacy, former ones included. */
export function useUserChoices() {
  const everyone = useAnswer(users.all, {}).data ?? []
  return everyone.map((user) => ({ value: user.id, label: displayName(user) }))
}
