import { tags, type Tag } from '#shared/contract/tags.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'

const most = 500
const none: readonly Tag[] = []

/** The pharmacy's tags of a type; empty until loaded. */
export function useTags(type: Tag['type']): readonly Tag[] {
  return useAllTags([type])
}

export function useAllTags(types: readonly Tag['type'][]): readonly Tag[] {
  // A comma-separated text: the contract parses it into a list.
  return useAnswer(tags.list, { query: { types: types.join(','), size: most } }).data?.items ?? none
}
