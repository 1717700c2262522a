import type { Shop } from '#tests/server/support/shop.ts'
import type { Server } from '#tests/server/support/two-servers.ts'

export type Listed = { id: string }
type Page = { items: Listed[]; removed?: string[]; cursor: string; more: boolean; total: number; epoch: string }

/**
 * A till that reads one list by cursor, page after page, as its refresh does; on a new epoch it starts again. `former`:
 * an old till that does not send its epoch.
 */
export function aReader(server: Server, shop: Shop, list: string, { former = false } = {}) {
  const rows = new Map<string, Listed>()
  const epochs = new Set<string>()
  let [cursor, epoch] = ['', '']
  const ask = async (): Promise<Page> => {
    const known = former || epoch === '' ? '' : `&epoch=${epoch}`
    return (await server.get<Page>(`/${list}?cursor=${encodeURIComponent(cursor)}&size=3${known}`, shop.vendeur.token))
      .body
  }
  const read = async (): Promise<boolean> => {
    let page = await ask()
    if (epoch !== '' && page.epoch !== epoch) {
      rows.clear()
      ;[cursor, epoch] = ['', '']
      page = await ask()
    }
    for (const row of page.items) rows.set(row.id, row)
    for (const id of page.removed ?? []) rows.delete(id)
    ;({ cursor, epoch } = page)
    epochs.add(epoch)
    return page.more
  }
  return {
    rows,
    /** Every epoch that it received, in order. */
    epochs,
    read,
    async readOn() {
      while (await read());
    },
  }
}

export const byId = (rows: Iterable<Listed>): Listed[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
