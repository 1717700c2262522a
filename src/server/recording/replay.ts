import { randomUUID } from 'node:crypto'
import { compareAnswers, withKnownIds, withKnownMoments, type Pair } from '#shared/domain/trial/compare-answers.ts'
import { displayName } from '#shared/domain/person.ts'
import { adminPermissions } from '#shared/domain/permissions.ts'
import type { Permission } from '#shared/domain/permissions.ts'
import type { CallDifference } from '#shared/domain/trial/trial-words.ts'
import type { Database } from '#server/db/database.ts'
import type { App } from '#server/http/route.ts'
import type { Actor } from '#server/identity/actor.ts'
import { permissionsOf, type Identity } from '#server/identity/identity.ts'
import { rolesOf } from '#server/identity/identity.repo.ts'
import type { Caller, RecordedCall } from '#server/recording/call-record.ts'
import {
  accountName,
  addUnlocks,
  idsThatExist,
  readUnlocks,
  tablesOfIds,
  type IdTables,
} from '#server/recording/copies.repo.ts'

/** `start`: the copy on which the calls are made again; `end`: the shop after them, as it was. */
export type Copies = { start: Database; end: Database }

/** Lets in whom the records name. Its tokens are drawn here and valid for one call: nobody outside can have one. */
export type TrustingIdentity = Identity & { tokenFor(actor: Actor): string }

export function trustRecords(identity: Identity): TrustingIdentity {
  const issued = new Map<string, Actor>()
  return {
    ...identity,
    tokenFor(actor) {
      issued.clear()
      const token = randomUUID()
      issued.set(token, actor)
      return token
    },
    actorOf: (token) =>
      issued.has(token) ? Promise.resolve(issued.get(token)!) : Promise.reject(new Error('no call of the records')),
  }
}

export type Replay = {
  app: App
  identity: TrustingIdentity
  /** The clock of the app. */
  clock: { now: Date }
  copies: Copies
}

export type Replayed = { calls: number; different: number; differences: CallDifference[] }

/** How many differences are told. */
const mostTold = 10

/** Gives the copy the unlocks and grants of the shop: the calls that made them have a PIN, and are not recorded. */
export async function takeUnlocksOver({ start, end }: Copies): Promise<void> {
  const found = await end.platform(readUnlocks)
  await start.platform((tx) => addUnlocks(tx, found))
}

/** Makes the calls again, one after the other, and compares each answer with the one of the records. */
export async function replay(
  calls: AsyncIterable<RecordedCall>,
  { app, identity, clock, copies }: Replay,
): Promise<Replayed> {
  const known = { ids: new Map<string, string>(), moments: new Map<string, string>() }
  const judge = await openJudge(copies)
  const found: Replayed = { calls: 0, different: 0, differences: [] }
  for await (const call of calls) {
    clock.now = new Date(call.at)
    const actor = await actorOf(copies.start, call.caller)
    const sent = translated(call, known)
    const reply = await app.inject({
      method: call.method as 'GET',
      url: `/api${call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent.params[name])))}`,
      query: sent.query as Record<string, string>,
      headers: {
        authorization: `Bearer ${identity.tokenFor(actor)}`,
        ...(call.skewMs === 0 ? {} : { 'x-client-time': String(clock.now.getTime() - call.skewMs) }),
      },
      ...(sent.body === undefined ? {} : { payload: sent.body }),
    })
    found.calls++
    const differ = (path: string, before: unknown, after: unknown): void => {
      found.different++
      const { at, method, path: address } = call
      if (found.differences.length < mostTold)
        found.differences.push({ at, method, call: address, path, before, after })
    }
    if (reply.statusCode !== call.status) {
      const said = answerOf(reply.body)
      differ('réponse', outcome(call.status, call.answer), outcome(reply.statusCode, said))
      continue
    }
    const compared = compareAnswers(call.answer, answerOf(reply.body), known)
    if (!compared.isEqual) {
      const { path, before, after } = compared.difference
      differ(path, before, after)
      continue
    }
    const wrong = await judge(compared.ids, actor.pharmacyId)
    if (wrong) differ(wrong.path, wrong.before, wrong.after)
    for (const { before, after } of compared.ids) known.ids.set(before, after)
    for (const { before, after } of compared.moments) known.moments.set(before, after)
  }
  return found
}

/**
 * Says which pair is none: one of its ids exists on both sides, so no server has given it during the calls. Answers
 * the first such pair.
 */
async function openJudge({ start, end }: Copies) {
  const tables: IdTables = await end.platform(tablesOfIds)
  return async (pairs: readonly Pair[], pharmacyId: string | null): Promise<Pair | undefined> => {
    if (pairs.length === 0) return undefined
    const look = (database: Database, ids: string[]) =>
      database.platform((tx) => idsThatExist(tx, { tables, pharmacyId, ids }))
    const before = await look(
      start,
      pairs.map((pair) => pair.before),
    )
    const after = await look(
      end,
      pairs.map((pair) => pair.after),
    )
    return pairs.find((pair) => before.has(pair.before) || after.has(pair.after))
  }
}

/** Params, query and body of a call with the ids and moments that the trial gave for those of the first server. */
function translated(
  { params, query, body }: RecordedCall,
  known: { ids: ReadonlyMap<string, string>; moments: ReadonlyMap<string, string> },
): { params: Record<string, unknown>; query: Record<string, unknown>; body?: object } {
  const text = JSON.stringify({ params, query, body })
  return JSON.parse(withKnownMoments(withKnownIds(text, known.ids), known.moments)) as ReturnType<typeof translated>
}

/** Who made a call, with the rights that the roles give now in the copy. */
async function actorOf(database: Database, caller: Caller): Promise<Actor> {
  const { kind, userId, pharmacyId, unlockId, signInId, opensOnly, countsOnly, asksOnly, isSuspended } = caller
  const { names, roles } = await database.platform(async (tx) => ({
    names: await accountName(tx, userId),
    roles: kind === 'member' && pharmacyId !== null ? await rolesOf(tx, pharmacyId, userId) : [],
  }))
  const narrow: Permission | undefined = countsOnly ? 'inventory.count' : asksOnly ? 'report.see' : undefined
  const rights = kind === 'admin' ? adminPermissions : narrow ? [narrow] : permissionsOf(roles)
  return {
    kind,
    userId,
    pharmacyId,
    unlockId,
    permissions: new Set(rights),
    roles: kind === 'admin' ? ['admin'] : narrow ? [] : roles.map(({ name }) => name),
    name: names ? displayName({ firstName: names.first_name, lastName: names.last_name }) : '',
    ...(signInId !== undefined && { signInId }),
    ...(opensOnly !== undefined && { opensOnly }),
    ...(countsOnly !== undefined && { countsOnly }),
    ...(asksOnly !== undefined && { asksOnly }),
    ...(isSuspended && { isSuspended }),
  }
}

function answerOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body === '' ? null : body
  }
}

/** « 201 », or a refusal with its message. */
function outcome(status: number, answer: unknown): string {
  const message = (answer as { message?: unknown } | null)?.message
  return status >= 400 && typeof message === 'string' ? `${status} ${message}` : String(status)
}
