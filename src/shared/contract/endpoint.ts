import type * as z from 'zod'
import type { Resource } from '#shared/contract/freshness.ts'
import type { Permission } from '#shared/domain/permissions.ts'

/**
 * Who may call: `public` anyone · `terminal` the signed-in till or an account without a PIN · `member` whoever unlocked with a PIN (or the admin) ·
 * or one named right of the member.
 */
export type Access = Permission | 'public' | 'terminal' | 'member'

type Schema = z.ZodType
type Shape = z.ZodObject

export type Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Without the prefix of the API base; parameters as `{name}`. */
  path: string
  summary: string
  permission: Access
  /**
   * What a call that is no GET may change, at most. From it follow the hints of the server, and what the window that sends it asks again. Of a
   * synced list a hint goes out only where rows took a revision.
   */
  touches?: readonly [Resource, ...Resource[]]
  /** Instead of `touches`: why a call that is no GET changes nothing that an answer shows. */
  touchesNothing?: string
  /**
   * What a till sells offline is sent later, when the member's token may be gone: such a call also takes the terminal's token,
   * and its payload names the seller and the rights of the time.
   */
  deferred?: true
  /** The reply is a stream of server-sent events, each shaped like `reply`. */
  stream?: true
  /** The reply is a text file with one row a line, sent as it is. */
  csv?: true
  /** The body is a whole file's rows, or names all that a week without a network left: up to 16 MB instead of 1. */
  largeBody?: true
  status?: 200 | 201
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
}

type AnyEndpoint = Endpoint
/** The schema of an optional property, or undefined where the call declares none. */
type Declared<S> = [S] extends [undefined] ? undefined : Exclude<S, undefined>
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined
type Part<K extends string, S> = [S] extends [Schema]
  ? {} extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : {}

/** What a caller passes: path parameters, query and body, each only where the call has it. */
export type CallInput<E extends AnyEndpoint> = Part<'params', Declared<E['params']>> &
  Part<'query', Declared<E['query']>> &
  Part<'body', Declared<E['body']>>
export type CallReply<E extends AnyEndpoint> = z.output<E['reply']>
/** What a handler receives, parsed. */
export type HandlerInput<E extends AnyEndpoint> = {
  params: Output<Declared<E['params']>>
  query: Output<Declared<E['query']>>
  body: Output<Declared<E['body']>>
}
export type ReplyInput<E extends AnyEndpoint> = Input<E['reply']>

/** Declares one call. The same object feeds the client, the route, the reply filter, OpenAPI and the permission test. */
export function endpoint<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Reply extends Schema = Schema,
>(call: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return call
}
