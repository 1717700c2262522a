import type { Asked, Answer } from '#tests/support/api-edge.ts'

type Listed = { id: string }

/** A server that gives the changes of one list by cursor, `size` at a time, as the contract says. */
export function aListServer<Row extends Listed>(rows: Row[], given: { epoch?: string; removed?: string[] } = {}) {
  const shelf = { changes: rows, removed: given.removed ?? [], epoch: given.epoch ?? 'e1', isDown: false }
  const answer = ({ query }: Asked): Answer => {
    if (shelf.isDown) return { status: 503, body: { message: 'internal' } }
    const from = Number(query.get('cursor') || 0)
    const to = from + Number(query.get('size'))
    const more = to < shelf.changes.length
    return {
      status: 200,
      body: {
        items: shelf.changes.slice(from, to),
        total: new Set(shelf.changes.map(({ id }) => id).filter((id) => !shelf.removed.includes(id))).size,
        cursor: String(Math.min(to, shelf.changes.length)),
        more,
        epoch: shelf.epoch,
        removed: from > 0 ? shelf.removed : [],
      },
    }
  }
  return { shelf, answer }
}
