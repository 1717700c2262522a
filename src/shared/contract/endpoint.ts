import type * as z from 'zod'
import type { Resource } from '#shared/contract/freshness.ts'
import type { Permission } from '#shared/domain/permissions.ts'

/**
 * Who may call. `public`: anyone. `terminal`: a signed-in till, or an account without a PIN. `member`: a member who
 * unlocked with a PIN, or the admin. Otherwise: members with the named right.
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
  /** Path without the prefix of the API base; parameters as `{name}`. */
  path: string
  summary: string
  permission: Access
  /**
   * The resources that a writing call may change. The server sends a hint for each, and the calling window reads their
   * answers again. For a synced list, the hint is sent only when rows got a new revision.
   */
  touches?: readonly [Resource, ...Resource[]]
  /** Instead of `touches`: why a writing call changes nothing that an answer shows. */
  touchesNothing?: string
  /**
   * A till that sells offline sends this call later, when the member's token may have expired. The call therefore
   * accepts the terminal's token too, and its payload names the seller and his rights at that time. Control characters
   * in its texts are removed (`cleansTexts`): what a till did offline is not lost because of a character.
   */
  deferred?: true
  /**
   * A member without the right may make the call when its body holds a grant (`grant`): the service checks that another
   * member lent the right for this gesture (`requireRight`).
   */
  lends?: true
  /** The phone of a counting link may make the call, for the inventory of its link (`Actor.countsOnly`). */
  byCountingLink?: true
  /** The token of an assistant may make the call (`Actor.asksOnly`). */
  byAssistant?: true
  /** Whoever has the secret of the body may make the call, of whichever pharmacy; the answer shows what it opens. */
  bySecret?: true
  /** The body comes from a file: control characters in its texts are removed. Other calls refuse them. */
  cleansTexts?: true
  /** Reads by POST: its body asks about a `period`, and it runs within the limits of long questions. */
  asks?: true
  /** Reaches something outside the server, such as a printer: no copy of a pharmacy may, an exercise neither. */
  leaves?: true
  /** Why a call that is no GET may be made in a restored copy, which refuses every other one. */
  inCopy?: string
  /** Leads to the confirmation of a copy: a copy that waits for it takes the call, a day of the past does not. */
  readiesCopy?: true
  /** The reply is a stream of server-sent events; each event has the shape of `reply`. */
  stream?: true
  /**
   * The reply is CSV text, one row per line, sent unchanged. The call also requires `data.export` and leaves a trace.
   */
  csv?: true
  /** The reply is a file, a `Blob` for the caller. Each download leaves a trace, like CSV text. */
  file?: true
  /**
   * The body holds a whole file, or every item of a week offline: its own limits instead of 1 MB and 100,000 values (one
   * for each list, object and comma).
   */
  largeBody?: { megabytes: number; values: number }
  /** The body is a form with files: `multipart/form-data`, up to so many megabytes. A file is a `File` for both sides. */
  multipart?: { megabytes: number }
  /**
   * What the trial of a new version cannot do again (`recording.ts`): `outside`: it leaves the house, or tells of this
   * machine; `job`: its work is done later; `file`: its body is the content of a file.
   */
  unreplayed?: 'outside' | 'job' | 'file'
  status?: 200 | 201
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
}

type AnyEndpoint = Endpoint
/** The schema of an optional property; undefined when the call declares none. */
type Declared<S> = [S] extends [undefined] ? undefined : Exclude<S, undefined>
type Output<S> = S extends Schema ? z.output<S> : undefined
type Input<S> = S extends Schema ? z.input<S> : undefined
type Part<K extends string, S> = [S] extends [Schema]
  ? {} extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : {}

/** What a caller passes: path parameters, query and body, as far as the call declares them. */
export type CallInput<E extends AnyEndpoint> = Part<'params', Declared<E['params']>> &
  Part<'query', Declared<E['query']>> &
  Part<'body', Declared<E['body']>>
export type CallReply<E extends AnyEndpoint> = z.output<E['reply']>
/** What a handler receives, after parsing. */
export type HandlerInput<E extends AnyEndpoint> = {
  params: Output<Declared<E['params']>>
  query: Output<Declared<E['query']>>
  body: Output<Declared<E['body']>>
}
export type ReplyInput<E extends AnyEndpoint> = Input<E['reply']>

/** Whether a copy that waits for its confirmation, or a day of the past, refuses this call: it changes something. */
export function isRefusedInCopies({ method, asks, inCopy }: Pick<Endpoint, 'method' | 'asks' | 'inCopy'>): boolean {
  return method !== 'GET' && asks !== true && inCopy === undefined
}

/** Declares one call. The client, the route, the reply filter, OpenAPI and the permission test all use this object. */
export function endpoint<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Reply extends Schema = Schema,
>(call: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return call
}
