import { joinProducts, type ImportedProduct } from '#server/import/bdpm-products.ts'
import type { FileFacts } from '#server/import/bdpm-files.ts'
import { ImportError } from '#server/import/import-error.ts'
import { readFolder } from '#server/import/read-folder.ts'
import { SetAside } from '#server/import/set-aside.ts'

/** The checked and joined content of a folder of official files. No database is involved yet. */
export type Bdpm = {
  products: ImportedProduct[]
  files: FileFacts[]
  specialities: { total: number; withoutPresentation: number }
  setAside: SetAside
}

/** Reads, checks and joins the files of a folder. Throws ImportError when a file cannot be trusted. */
export async function readBdpm(folder: string, onFile?: (file: string) => void): Promise<Bdpm> {
  const setAside = new SetAside()
  const { files, facts } = await readFolder(folder, setAside, onFile)
  const products = joinProducts(files, setAside)
  if (products.length === 0) throw new ImportError(['aucune présentation à importer dans ces fichiers'])
  const presented = new Set(products.map((product) => product.national.cis))
  const withoutPresentation = files.specialities.filter(({ cis }) => !presented.has(cis)).length
  return { products, files: facts, specialities: { total: files.specialities.length, withoutPresentation }, setAside }
}
