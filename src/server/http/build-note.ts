import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildNote } from '#shared/build-note.ts'

/** What the build of the windows in this folder noted; windows without a note call no other origin. */
export function readBuildNote(folder: string): BuildNote {
  const file = join(folder, 'build-note.json')
  if (!existsSync(file)) return { origins: { connect: [], script: [], frame: [] }, disabledFeatures: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as BuildNote
}
