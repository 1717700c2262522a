import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { loadEnv, type Plugin } from 'vite'
import { type BuildNote, noteOf } from './src/shared/build-note.ts'
import { readConfig } from './src/shared/settings.ts'

/** This build and the two before it: a window of yesterday that was never closed still finds its own files. */
const keptBuilds = 3

type Build = { version: string; files: string[] }

/** What the windows are made of; a change of the server alone asks nobody to update. */
const sources = [
  'src/shared',
  'src/kiosk',
  'src/backoffice',
  'src/worker',
  'kiosk.html',
  'backoffice.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.builds.ts',
]

/** Names a build by what it is made of: made twice from the same sources and settings it has the same version. */
export function versionOf(root: string, settings: Record<string, string>): string {
  const hash = createHash('sha256').update(
    JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1))),
  )
  for (const file of sources.flatMap((source) => filesOf(join(root, source))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return `${version}+${hash.digest('hex').slice(0, 8)}`
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

/** Forgets the files that belong to none of the last builds. Answers the builds that are kept, the newest first. */
export function keepLastBuilds(folder: string, build: Build): Build[] {
  const list = join(folder, 'builds.json')
  const former = (existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Build[]) : []).filter(
    ({ version }) => version !== build.version,
  )
  const kept = [build, ...former].slice(0, keptBuilds)
  writeFileSync(list, JSON.stringify(kept))
  const files = new Set(kept.flatMap((each) => each.files))
  for (const name of readdirSync(join(folder, 'assets')))
    if (!files.has(`assets/${name}`)) rmSync(join(folder, 'assets', name))
  return kept
}

/**
 * A worker that removes itself and the files it had put aside (docs/decisions): the way out, should the real one ever do harm. No window is reloaded,
 * nothing of a sale is touched.
 */
export const farewell = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))),
  self.registration.unregister(),
])))
`

/** Names each build, and keeps the files of the last ones beside it. `has` says what belongs to the build that was just written. */
export function builds({ withoutWorker }: { withoutWorker: boolean }): {
  plugin: Plugin
  has: (file: string) => boolean
} {
  let version = ''
  let files: string[] = []
  let note: BuildNote = { origins: { connect: [], script: [], frame: [] }, disabledFeatures: [] }
  const plugin: Plugin = {
    name: 'officine:builds',
    config(_, { command, mode }) {
      const root = import.meta.dirname
      const settings = loadEnv(mode, root, 'VITE_')
      version = command === 'build' ? versionOf(root, settings) : 'sources'
      note = noteOf(readConfig(settings))
      return { define: { __BUILD_VERSION__: JSON.stringify(version) }, build: { emptyOutDir: false } }
    },
    writeBundle({ dir }, bundle) {
      files = Object.keys(bundle)
      if (!dir) return
      // For the server that serves these files (src/server/http/build-note.ts).
      writeFileSync(join(dir, 'build-note.json'), JSON.stringify(note))
      if (withoutWorker) writeFileSync(join(dir, 'sw.js'), farewell)
      keepLastBuilds(dir, { version, files: files.filter((file) => file.startsWith('assets/')) })
    },
  }
  return { plugin, has: (file) => files.includes(file) }
}
