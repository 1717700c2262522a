/** The first place where two answers differ: its path, and what stands there in both. */
export type AnswerDifference = { path: string; before: unknown; after: unknown }
/** Two ids or moments that stand at the same place, for the same thing if the caller says so. */
export type Pair = { path: string; before: string; after: string }
export type Comparison =
  { isEqual: true; ids: readonly Pair[]; moments: readonly Pair[] } | { isEqual: false; difference: AnswerDifference }

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/
/** Fields that tell of the server and its other work, not of the rule: revisions of lists, who was seen last, what a platform said. */
const unjudged = new Set(['rev', 'cursor', 'epoch', 'lastSeen', 'requestId'])
/** In ms: the clock of the trial shows the moment of the arrival, the first server read its clock a little later. */
const sameMs = 5_000
/** Items of a list whose order is sought anew. */
const mostItems = 500

/**
 * Compares the answer of a call with that of the same call made again. Other ids are no difference when `known` does not
 * contradict: they are answered as pairs, for the caller to judge. Lists whose items stand in another order are equal when
 * their ids differ too (a list that is sorted by ids).
 */
export function compareAnswers(
  before: unknown,
  after: unknown,
  known: { ids: ReadonlyMap<string, string>; moments: ReadonlyMap<string, string> },
): Comparison {
  const ids: Pair[] = []
  const moments: Pair[] = []
  const difference = differenceAt(before, after, '', { known, ids, moments })
  return difference ? { isEqual: false, difference } : { isEqual: true, ids, moments }
}

type Found = { known: Parameters<typeof compareAnswers>[2]; ids: Pair[]; moments: Pair[] }

function differenceAt(before: unknown, after: unknown, path: string, found: Found): AnswerDifference | null {
  const differs = { path: path || '.', before, after }
  if (typeof before === 'string' && typeof after === 'string')
    return areSameTexts(before, after, path, found) ? null : differs
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return before === after ? null : differs
  if (Array.isArray(before) !== Array.isArray(after)) return differs
  if (Array.isArray(before) && Array.isArray(after)) return differenceOfLists(before, after, path, found)
  return differenceOfFields(before as Record<string, unknown>, after as Record<string, unknown>, path, found)
}

function differenceOfFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  found: Found,
): AnswerDifference | null {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (unjudged.has(key)) continue
    const difference = differenceAt(before[key], after[key], path ? `${path}.${key}` : key, found)
    if (difference) return difference
  }
  return null
}

function differenceOfLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  found: Found,
): AnswerDifference | null {
  if (before.length !== after.length)
    return { path: path ? `${path}.length` : 'length', before: before.length, after: after.length }
  const inOrder: Found = { ...found, ids: [], moments: [] }
  let difference: AnswerDifference | null = null
  for (const [index, item] of before.entries()) {
    difference ??= differenceAt(item, after[index], path ? `${path}.${index}` : String(index), inOrder)
  }
  if (!difference) return take(found, inOrder)
  if (before.length > mostItems) return difference
  const left = [...after]
  for (const [index, item] of before.entries()) {
    const place = left.findIndex((other) => {
      const tried: Found = { ...found, ids: [], moments: [] }
      if (differenceAt(item, other, path ? `${path}.${index}` : String(index), tried)) return false
      // Another order alone is a difference: only new ids may bring one.
      if (item === other || tried.ids.length === 0) return false
      take(found, tried)
      return true
    })
    if (place < 0) return difference
    left.splice(place, 1)
  }
  return null
}

function take(found: Found, { ids, moments }: Found): null {
  found.ids.push(...ids)
  found.moments.push(...moments)
  return null
}

function areSameTexts(before: string, after: string, path: string, { known, ids, moments }: Found): boolean {
  if (id.test(before) && id.test(after)) {
    const mapped = known.ids.get(before)
    if (mapped !== undefined) return mapped === after
    if (before !== after) ids.push({ path, before, after })
    return true
  }
  if (moment.test(before) && moment.test(after)) {
    if (Math.abs(Date.parse(before) - Date.parse(after)) <= sameMs) {
      if (before !== after) moments.push({ path, before, after })
      return true
    }
    const mapped = known.moments.get(before)
    if (mapped !== undefined) return Math.abs(Date.parse(mapped) - Date.parse(after)) <= sameMs
    moments.push({ path, before, after })
    return true
  }
  return before === after || withKnownIds(before, known.ids) === after
}

const idsInText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const momentsInText = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A text in which the ids of the first server are those of the trial. */
export function withKnownIds(text: string, known: ReadonlyMap<string, string>): string {
  return known.size === 0 ? text : text.replaceAll(idsInText, (found) => known.get(found) ?? found)
}

/** The same for moments that the server gave: a window sends them back to say what it saw. */
export function withKnownMoments(text: string, known: ReadonlyMap<string, string>): string {
  return known.size === 0 ? text : text.replaceAll(momentsInText, (found) => known.get(found) ?? found)
}
