import { Client } from 'pg'
import { noteProcess } from '#server/db/question.ts'

const marker = /^\s*\/\* prepared: ([\w-]+) \*\//

type Query = (this: Client, ...given: unknown[]) => unknown

/**
 * Prepares, once per connection, each statement whose text begins with `/* prepared: name *\/`. Meant for the few
 * statements of the selling path whose parsing and planning take longer than their execution. A name must always have
 * the same text, so values that vary are parameters. Tells the question that begins a transaction which process it is.
 */
export class PreparingClient extends Client {
  static {
    const { query } = Client.prototype as unknown as { query: Query }
    const preparing: Query = function (text, values, ...rest) {
      if (typeof text === 'string' && text.startsWith('begin;')) noteProcess((this as { processID?: number }).processID)
      const name = typeof text === 'string' && Array.isArray(values) ? marker.exec(text)?.[1] : undefined
      return query.apply(this, name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest])
    }
    Object.assign(this.prototype, { query: preparing })
  }
}
