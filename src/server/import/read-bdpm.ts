import { joinProducts, type ImportedProduct } from '#server/import/bdpm-products.ts'
import type { FileFacts, LaterFile } from '#server/import/bdpm-files.ts'
import { dataDay } from '#server/import/data-day.ts'
import { ImportError } from '#server/import/import-error.ts'
import { readFolder } from '#server/import/read-folder.ts'
import { SetAside } from '#server/import/set-aside.ts'

/** The checked and joined content of a folder of official files. No database is involved yet. */
export type Bdpm = {
  products: readonly ImportedProduct[]
  files: FileFacts[]
  /** Later files that the folder lacks: what an earlier import took from them stays. */
  absent: LaterFile[]
  /** The date of the data, derived from the rows; null if the rows contain none. */
  dataDay: string | null
  specialities: { total: number; withoutPresentation: number }
  setAside: SetAside
}

/**
 * Reads, checks and joins the files of a folder. The day of the data is at most `today`. Throws ImportError when a file
 * cannot be trusted.
 */
export async function readBdpm(
  folder: string,
  { today, onFile }: { today: string; onFile?: (file: string) => void },
): Promise<Bdpm> {
  const setAside = new SetAside()
  const { files, facts, absent } = await readFolder(folder, setAside, onFile)
  const products = joinProducts(files, setAside)
  if (products.length === 0) throw new ImportError(['aucune présentation à importer dans ces fichiers'])
  const presented = new Set(products.map((product) => product.national.cis))
  const withoutPresentation = files.specialities.filter(({ cis }) => !presented.has(cis)).length
  return {
    products,
    files: facts,
    absent,
    dataDay: dataDay(files, today),
    specialities: { total: files.specialities.length, withoutPresentation },
    setAside,
  }
}
