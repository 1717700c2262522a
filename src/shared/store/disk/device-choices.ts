import { tellDisk, troubleOf } from '#shared/store/disk/disk-reports.ts'
import { cachePrefix } from '#shared/store/disk/other-pharmacies.ts'

/** As the names of databases: a full one is said above the screens, one of copies as a full database of lists. */
const names = { choice: 'officine-choices', copy: `${cachePrefix}answers` }

type Refused = { value: string; kind: keyof typeof names }
/** What a full device refused, by key. */
const refused = new Map<string, Refused>()

/**
 * Writes into local storage: a choice of this device, or a copy of what the server knows. A full device is said above
 * the screens, with the way out; what it refused is written as soon as there is room.
 */
export function keepOnDevice(key: string, value: string, kind: keyof typeof names): void {
  const isBack = refused.delete(key)
  if (write(key, { value, kind }) && (isBack || refused.size > 0)) keepRefused()
}

/** Writes what was refused, after space was freed or something was written. */
export function keepRefused(): void {
  const waiting = [...refused]
  refused.clear()
  for (const [key, one] of waiting) write(key, one)
  const kinds = [...refused.values()].map(({ kind }) => kind)
  for (const [kind, name] of Object.entries(names))
    if (!kinds.some((one) => one === kind)) tellDisk({ kind: 'well', name, isWritten: true })
}

function write(key: string, one: Refused): boolean {
  try {
    localStorage.setItem(key, one.value)
    return true
  } catch (error) {
    // A browser that forbids storage keeps the choice until the window closes; only a full one can be freed.
    if (troubleOf(error, false) !== 'full') return false
    refused.set(key, one)
    tellDisk({ kind: 'trouble', name: names[one.kind], trouble: 'full' })
    return false
  }
}
