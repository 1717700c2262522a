import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Acting } from '#server/db/database.ts'
import type { Actor } from '#server/identity/actor.ts'

/**
 * Who makes a call. What a till sends later was done by the seller whom the body names, and the service refuses the call
 * when he is none; the token may be that of somebody who works at the till now.
 */
export function actingIn(
  { method, path, deferred }: Pick<Endpoint, 'method' | 'path' | 'deferred'>,
  actor: Actor | null,
  body: unknown,
): Acting {
  const said = deferred && typeof body === 'object' && body !== null ? body : {}
  return {
    userId: idIn(said, 'sellerId') ?? actor?.userId ?? null,
    unlockId: actor?.unlockId ?? null,
    terminalId: idIn(said, 'terminalId') ?? null,
    call: `${method} ${path}`,
  }
}

function idIn(body: object, field: string): string | undefined {
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' ? value : undefined
}
