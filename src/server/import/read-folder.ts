import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  BDPM_FILES,
  LATER_FILES,
  parseBdpmFile,
  type BdpmFiles,
  type BdpmName,
  type FileFacts,
  type LaterFile,
} from '#server/import/bdpm-files.ts'
import { ImportError } from '#server/import/import-error.ts'
import type { SetAside } from '#server/import/set-aside.ts'

/**
 * Reads the official files of a folder, `.txt` or `.txt.gz`; `absent` lists the later files that the folder lacks.
 * Throws ImportError naming everything that is wrong with any of them.
 */
export async function readFolder(
  folder: string,
  setAside: SetAside,
  onFile: (file: string) => void = () => {},
): Promise<{ files: BdpmFiles; facts: FileFacts[]; absent: LaterFile[] }> {
  const present = await listFolder(folder)
  const problems: string[] = []
  const facts: FileFacts[] = []
  const absent: LaterFile[] = []
  const files: Partial<Record<BdpmName, unknown[]>> = {}
  for (const name of Object.keys(BDPM_FILES) as BdpmName[]) {
    const { file } = BDPM_FILES[name]
    onFile(file)
    try {
      const bytes = await readOne(folder, present, file)
      if (bytes === null && isLaterFile(name)) {
        absent.push(name)
        files[name] = []
        continue
      }
      if (bytes === null) throw new Error('fichier absent (ni .txt ni .txt.gz)')
      const parsed = parseBdpmFile(name, bytes, setAside)
      files[name] = parsed.rows
      facts.push(parsed.facts)
    } catch (error) {
      problems.push(`${file} : ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (problems.length > 0) throw new ImportError(problems)
  refuseIncompleteSpecialities(files as BdpmFiles)
  return { files: files as BdpmFiles, facts, absent }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'n’est pas un dossier' : 'n’existe pas ou ne se lit pas'
    throw new ImportError([
      `${folder} ${reason} : donnez le dossier des fichiers de la base de données publique des médicaments`,
    ])
  }
}

function isLaterFile(name: BdpmName): name is LaterFile {
  return name in LATER_FILES
}

/** The largest official file has 10 MB. */
const mostUnpackedBytes = 500_000_000

/** The bytes of a file, unzipped; null when the folder lacks it. */
async function readOne(folder: string, present: readonly string[], file: string): Promise<Uint8Array | null> {
  const wanted = [`${file}.txt`, `${file}.txt.gz`].map((name) => name.toLowerCase())
  const found = wanted.flatMap((name) => present.find((one) => one.toLowerCase() === name) ?? [])
  if (found[0] === undefined) return null
  if (found.length > 1) throw new Error(`deux versions (${found.join(', ')}) : n’en gardez qu’une`)
  const bytes = await readFile(join(folder, found[0]))
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (found[0].endsWith('.gz') && bytes.length > 0) throw new Error('ce n’est pas un fichier gzip malgré son nom')
    return bytes
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpackedBytes })
  } catch {
    throw new Error('fichier gzip tronqué ou abîmé : recommencez le téléchargement')
  }
}

/** A file truncated between two lines looks complete; many presentations of unknown specialities reveal it. */
function refuseIncompleteSpecialities({ specialities, presentations, components }: BdpmFiles): void {
  const known = new Set(specialities.map(({ cis }) => cis))
  const orphans = presentations.filter(({ cis }) => !known.has(cis)).length
  if (orphans > 10 && orphans * 100 > presentations.length) {
    throw new ImportError([
      `${BDPM_FILES.specialities.file} : incomplet, ${orphans} présentations sur ${presentations.length} nomment une spécialité qui n’y est pas`,
    ])
  }
  const composed = new Set(components.map(({ cis }) => cis))
  const bare = specialities.filter(({ cis }) => !composed.has(cis)).length
  if (bare > 10 && bare * 100 > specialities.length) {
    throw new ImportError([
      `${BDPM_FILES.components.file} : incomplet, ${bare} spécialités sur ${specialities.length} n’y ont aucun composant`,
    ])
  }
  const presented = new Set(presentations.map(({ cis }) => cis))
  const unsold = specialities.filter(({ cis }) => !presented.has(cis)).length
  // 8 % is normal: all boxes of these specialities were withdrawn
  if (unsold > 10 && unsold * 4 > specialities.length) {
    throw new ImportError([
      `${BDPM_FILES.presentations.file} : incomplet, ${unsold} spécialités sur ${specialities.length} n’y ont aucune présentation`,
    ])
  }
}
