/** What `npm test -- --changed` runs for a set of changed files. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The files that differ from a commit, the new ones included. */
export function changedFiles(base: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
}

/** The files that still exist, for the formatter; those of them that are code, for the linter. */
export function checkedFiles(files: readonly string[]): { all: string[]; code: string[] } {
  const all = files.filter((file) => existsSync(file) && /\.(tsx?|mjs|cjs|json|md|css|html)$/.test(file))
  return { all, code: all.filter((file) => /\.tsx?$/.test(file)) }
}

/**
 * A pattern of the journeys to run: those that are tagged with a changed folder (`@kiosk/payment`), and the changed ones. What both windows share
 * touches the journeys tagged `@shared`; what the journeys share touches all of them. Undefined: none.
 */
export function journeysOf(files: readonly string[]): string | undefined {
  if (files.some((file) => file.startsWith('e2e/') && !file.endsWith('.spec.ts'))) return '.'
  const patterns = files.flatMap((file) => {
    const [, room, folder] = /^src\/(kiosk|backoffice|server)\/([^/]+)\//.exec(file) ?? []
    if (room) return [`@${room}/${folder}(\\s|$)`]
    if (file.startsWith('src/worker/')) return ['@worker(\\s|$)']
    if (file.startsWith('src/')) return ['@shared(\\s|$)']
    return file.startsWith('e2e/') ? [file.slice('e2e/'.length).replaceAll('.', '\\.')] : []
  })
  return patterns.length > 0 ? [...new Set(patterns)].join('|') : undefined
}
