import { Client } from 'pg'

const marker = /^\s*\/\* prepared: ([\w-]+) \*\//

type Query = (this: Client, ...given: unknown[]) => unknown

/**
 * Prepares, once per connection, the statements whose text begins with `/* prepared: name *\/`. For the few statements
 * of the selling path where parsing and planning take longer than running. One name must always have one text: pass
 * what varies as parameters.
 */
export class PreparingClient extends Client {
  static {
    const { query } = Client.prototype as unknown as { query: Query }
    const preparing: Query = function (text, values, ...rest) {
      const name = typeof text === 'string' && Array.isArray(values) ? marker.exec(text)?.[1] : undefined
      return query.apply(this, name === undefined ? [text, values, ...rest] : [{ name, text, values }, ...rest])
    }
    Object.assign(this.prototype, { query: preparing })
  }
}
