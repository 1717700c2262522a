/**
 * Why the embedded PostgreSQL does not run. The message is in French: the owner of the shop reads it and can act on it.
 */
export class EmbeddedError extends Error {
  readonly reason: 'platform' | 'account' | 'unreachable' | 'in-use' | 'version' | 'disk-full' | 'broken'

  constructor(reason: EmbeddedError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmbeddedError'
    this.reason = reason
  }
}
