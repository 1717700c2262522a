import type * as z from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { bareSchemas, schemasBelow } from '#shared/contract/input-texts.ts'
import { pictureFields, secretFields } from '#shared/contract/values.ts'

type Schema = z.core.$ZodType
type Registry = typeof secretFields

/**
 * How much of a call is kept for the trial of a new version (decision 0095). `whole`: request and answer, pictures
 * without their bytes. `mark`: that it was made, and nothing that it said. `none`: nothing.
 */
export type Recording = 'whole' | 'mark' | 'none'

/** Resources that no call of a shop depends on; a call that touches these alone need not be made again. */
const apart: readonly string[] = ['pin-alerts', 'assistant-tokens', 'mails', 'fiscal-documents']

/** Decided by the contract alone: secrets, files and what leaves the house are never kept. */
export function recordingOf(endpoint: Endpoint): Recording {
  const { method, query, reply, permission, asks, stream } = endpoint
  const isQuiet = isUnkept(endpoint) || fieldsOf(reply, pictureFields).length > 0
  if (method !== 'GET') return asks ? 'none' : isQuiet ? 'mark' : 'whole'
  // What was searched is a name, and a cursor depends on what this server wrote before.
  const asked = query ? Object.keys(query.shape) : []
  const isFree = permission === 'public' || stream === true || asked.includes('search') || asked.includes('cursor')
  return isQuiet || isFree ? 'none' : 'whole'
}

/** Whether the calls after this one may depend on what it did, although the trial cannot make it again. */
export function isGap(endpoint: Endpoint): boolean {
  if (recordingOf(endpoint) !== 'mark' || endpoint.unreplayed === 'outside') return false
  if (endpoint.multipart || endpoint.unreplayed === 'file') return true
  return (endpoint.touches ?? []).some((resource) => !apart.includes(resource))
}

function isUnkept({ params, query, body, reply, multipart, csv, file, unreplayed }: Endpoint): boolean {
  const schemas = [params, query, body, reply].filter((schema) => schema !== undefined)
  return (
    Boolean(multipart ?? csv ?? file ?? unreplayed) || schemas.some((one) => fieldsOf(one, secretFields).length > 0)
  )
}

/** The paths of the fields of a schema that stand in a registry; `*`: each item of a list and each key of a record. */
export function fieldsOf(schema: Schema, registry: Registry, path: readonly string[] = []): (readonly string[])[] {
  if (path.length > 12) return []
  if (registry.has(schema)) return [path]
  return bareSchemas(schema).flatMap((one) =>
    one !== schema && registry.has(one)
      ? [path]
      : Object.entries(schemasBelow(one)).flatMap(([key, below]) => fieldsOf(below, registry, [...path, key])),
  )
}

/** The start of a JPEG: what the trial of a new version shows instead of a picture. */
export const noPicture = '/9j/4AAQSkZJRgAB'

/** A body without the bytes of its pictures; the same object when it has none. */
export function withoutPictures(endpoint: Endpoint, body: unknown): unknown {
  const fields = endpoint.body ? fieldsOf(endpoint.body, pictureFields) : []
  return fields.reduce((kept, path) => replaced(kept, path), body)
}

function replaced(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return typeof value === 'string' ? noPicture : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => replaced(item, rest))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, key === '*' || key === name ? replaced(item, rest) : item]),
  )
}
