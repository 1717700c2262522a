/** The paths of every value inside a request, those of lists and objects included: `.records.0.price`. */
export function placesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return path ? [path] : []
  return [
    ...(path ? [path] : []),
    ...Object.entries(value).flatMap(([key, child]) => placesOf(child, `${path}.${key}`)),
  ]
}

/** A copy with another value at one place; what lacks on the way there is made. */
export function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = replaced(copy[key] ?? (rest[0] === '0' ? [] : {}), rest, by)
  return copy
}
