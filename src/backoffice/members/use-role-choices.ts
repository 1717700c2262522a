import { roles } from '#shared/contract/users.ts'
import { roleLabel } from '#shared/domain/permissions.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 500

/** The roles of the pharmacy, to choose one. */
export function useRoleChoices() {
  const { data } = useAnswer(roles.list, { query: { size: most } })
  return (data?.items ?? []).map(({ id, name }) => ({ value: id, label: roleLabel(name) }))
}
