import { Client } from 'pg'

const marker = /^\s*\/\* prepared: ([\w-]+) \*\//

type Query = (this: Client, ...given: unknown[]) => unknown

/**
 * Prepares the statements that ask for it, once per connection: those whose text begins with `/* prepared: name *\/`. For the few that stand on the
 * selling path, where parsing and planning cost more than running. One name, one text: put what varies into parameters.
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
