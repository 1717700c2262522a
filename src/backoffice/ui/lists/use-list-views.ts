import { useAtomValue } from 'jotai'
import { type ProductView, productViews } from '#shared/contract/product-views.ts'
import { fold } from '#shared/domain/search/fold.ts'
import { sessionAtom } from '#shared/store/identity/identity-atoms.ts'
import { useNotice } from '#backoffice/ui/notices.ts'
import { useAnswer } from '#backoffice/ui/use-answer.ts'
import { useSend } from '#backoffice/ui/use-send.ts'

const most = 200
const none: readonly ProductView[] = []

/** The named selections of a list: the member's own and those shared with the pharmacy. */
export function useListViews(list: string) {
  const isMember = useAtomValue(sessionAtom) !== null
  const send = useSend()
  const say = useNotice()
  const { data } = useAnswer(productViews.list, { query: { list, size: most } }, { enabled: isMember })
  const views = data?.items ?? none
  const keep = async (view: Pick<ProductView, 'name' | 'search' | 'columns' | 'shared'>) => {
    // The same name again replaces the member's own view.
    const before = views.find(({ own, name }) => own && fold(name) === fold(view.name))
    if (before) await send(productViews.patch, { params: { id: before.id }, body: view })
    else await send(productViews.create, { body: { list, ...view } })
  }
  const drop = async ({ id, name, search, columns, shared }: ProductView) => {
    await send(productViews.remove, { params: { id } })
    say({
      text: `Vue «\u00a0${name}\u00a0» retirée`,
      undo: () => send(productViews.create, { body: { list, name, search, columns, shared } }),
    })
  }
  return { views, keep, drop }
}
