import type { Bank } from '#shared/contract/banks.ts'
import type { ProductView } from '#shared/contract/product-views.ts'
import type { ListLayout } from '#shared/contract/list-layouts.ts'
import { ok, taken, type Answer, type Asked } from './a-desk.tsx'

const idOf = (n: number) => `018f0000-0000-7000-8000-0000000007${String(n).padStart(2, '0')}`

/** A server that keeps banks and how the member wants his lists; `isRefused` names the changes that it refuses. */
export function aBankServer(names: readonly string[], isRefused: (name: string) => boolean = () => false) {
  const banks: Bank[] = names.map((name, index) => ({ id: idOf(index + 1), name, archived: false }))
  const layouts: ListLayout[] = []
  const views: ProductView[] = []
  const answer = ({ path, method, body }: Asked): Answer => {
    if (path === '/list-layouts') {
      if (method === 'PUT') layouts.push(body as ListLayout)
      return ok(method === 'PUT' ? body : layouts.slice(-1))
    }
    if (path === '/product-views') {
      if (method === 'POST') {
        const made = { ...(body as ProductView), id: idOf(50 + views.length), own: true, ownerName: 'DOSSOU Aurèle' }
        views.push(made)
        return { status: 201, body: made }
      }
      return ok({ items: views, total: views.length })
    }
    const view = views.find(({ id }) => path === `/product-views/${id}`)
    if (view && method === 'DELETE') {
      views.splice(views.indexOf(view), 1)
      return ok({ id: view.id })
    }
    if (view && method === 'PATCH') return ok(Object.assign(view, body))
    const bank = banks.find(({ id }) => path === `/banks/${id}`)
    if (method === 'GET' && path === '/banks') return ok({ items: banks, total: banks.length })
    if (method === 'PATCH' && bank) {
      if (isRefused(bank.name)) return taken('name')
      Object.assign(bank, body)
    }
    if (method === 'POST' && path === '/banks') {
      const made = { archived: false, ...(body as { name: string }), id: idOf(banks.length + 1) }
      banks.push(made)
      return { status: 201, body: made }
    }
    return bank ? ok(bank) : undefined
  }
  return { answer, banks, layouts, views, idOf }
}
