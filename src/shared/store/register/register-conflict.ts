/**
 * The register has changed since it was read; nothing was written. `open`: it is already open. `gone`: it was closed or
 * handed over in another window. `taken`: the receiver already has another open register here. `unfinished`: there is
 * unsent content that the closing does not pass over.
 */
export class RegisterConflict extends Error {
  override readonly name = 'RegisterConflict'
  constructor(readonly reason: 'open' | 'gone' | 'taken' | 'unfinished') {
    super(`the register: ${reason}`)
  }
}
