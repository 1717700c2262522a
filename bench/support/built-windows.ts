import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

export type BuiltFile = {
  /** The path that the browser requests: `assets/kiosk-x.js`. */
  path: string
  gzBytes: number
  /** Files that are loaded with this one. */
  imports: readonly string[]
  /** Its content by package or by folder of ours, with sizes (in proportion to the source before minifying). */
  parts: ReadonlyMap<string, number>
}

/** Builds both windows into dist/, as `npm start` does, and returns the content of each script. */
export async function buildAndWeigh(): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  const environment = process.env.NODE_ENV
  Object.assign(process.env, { VITE_API_BASE: '/api', VITE_AUTH_EMULATOR: 'same-origin' })
  await build({ logLevel: 'warn', plugins: [weigh(files)] })
  // Vite sets NODE_ENV to production in this process; the shop that we start is a demo.
  if (environment === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = environment
  return files
}

function weigh(files: Map<string, BuiltFile>): Plugin {
  return {
    name: 'officine:weigh',
    apply: 'build',
    // after all other plugins, on the final code
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const gzBytes = gzipSync(chunk.code).length
        files.set(chunk.fileName, {
          path: chunk.fileName,
          gzBytes,
          imports: chunk.imports,
          parts: partsOf(chunk.modules, gzBytes),
        })
      }
    },
  }
}

function partsOf(modules: Readonly<Record<string, { renderedLength: number }>>, gzBytes: number): Map<string, number> {
  const total = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
  const parts = new Map<string, number>()
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const part = partOf(id)
    parts.set(part, (parts.get(part) ?? 0) + (renderedLength / total) * gzBytes)
  }
  return parts
}

/** `@mantine/core`, or `src/shared/ui` for a file of ours. */
function partOf(id: string): string {
  const fromPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return fromPackage ?? /\/(src\/(?:shared\/)?[^/]+)\//.exec(id)?.[1] ?? 'the bundler'
}

/** A file with all files that it requires. */
export function withImports(
  files: ReadonlyMap<string, BuiltFile>,
  path: string,
  known = new Set<string>(),
): Set<string> {
  const file = files.get(path)
  if (!file || known.has(path)) return known
  known.add(path)
  for (const other of file.imports) withImports(files, other, known)
  return known
}
