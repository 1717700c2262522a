import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { bdpmFolder, removeFolder, smallRows } from '#tests/import-fixture.ts'

const project = join(import.meta.dirname, '..')
let dataDirectory: string
let folder: string

beforeEach(async () => {
  dataDirectory = newDataDirectory('import')
  folder = await bdpmFolder()
})
afterEach(async () => {
  removeDataDirectory(dataDirectory)
  await removeFolder(folder)
})

/** The command as a person runs it, on the built-in database of a new data directory. */
function command(...args: string[]): { status: number | null; output: string; complaint: string } {
  const env = {
    ...process.env,
    DATA_DIRECTORY: dataDirectory,
    DATABASE_URL: '',
    NODE_ENV: 'development',
    INIT_CWD: project,
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/server/import/bdpm.ts', ...args],
    { cwd: project, env, encoding: 'utf8' },
  )
  return { status, output: stdout.replaceAll(/\p{Zs}+/gu, ' '), complaint: stderr }
}

async function productCount(): Promise<number> {
  const database = await openDatabase({ directory: join(dataDirectory, 'postgresql') })
  try {
    const rows = await database.platform((tx) => tx.selectFrom('products').select('id').execute())
    return rows.length
  } finally {
    await database.close()
  }
}

describe('npm run import:bdpm', () => {
  test('sums up, names its source, and writes what it set aside', async () => {
    const first = command(folder)
    expect(first).toMatchObject({ status: 0, complaint: '' })
    expect(first.output).toMatch(/Présentations 4 4 ajoutées, 0 modifiées, 0 inchangées/)
    expect(first.output).toMatch(/CIS_CIP_bdpm 1 présentation d’une spécialité inconnue/)
    expect(first.output).toMatch(
      /Source : Base de données publique des médicaments \(ANSM, HAS, UNCAM\), données du 4 juillet 2025/,
    )
    const setAside = await readFile(join(dataDirectory, 'import', 'bdpm-set-aside.tsv'), 'utf8')
    expect(setAside).toMatch(/\nCIS_CIP_bdpm\t5\tligne\tprésentation d’une spécialité inconnue\t69999999 \| 3000005/)
    expect(command(folder).output).toMatch(/Présentations 4 0 ajoutées, 0 modifiées, 4 inchangées/)
  })

  test('a file that is refused leaves the referential as it was', async () => {
    command(folder)
    const broken = await bdpmFolder({ raw: { 'CIS_COMPO_bdpm.txt': '<!DOCTYPE html><html></html>\n' } })
    const { status, complaint } = command(broken)
    await removeFolder(broken)
    expect(status).toBe(1)
    expect(complaint).toMatch(/^Rien n’a été importé\.\n {2}CIS_COMPO_bdpm : page web/)
    expect(await productCount()).toBe(4)
  })

  test('a file much shorter than the last one needs --accept-shorter, and both counts are said', async () => {
    const links = (count: number) => Array.from({ length: count }, () => smallRows.CIS_MITM[0]!)
    const long = await bdpmFolder({ rows: { CIS_MITM: links(40) } })
    const short = await bdpmFolder({ rows: { CIS_MITM: links(20) } })
    command(long)
    const { status, complaint } = command(short)
    expect(status).toBe(1)
    expect(complaint).toMatch(/^Rien n’a été importé\.\n {2}CIS_MITM : 20 lignes, contre 40 à l’import du/)
    expect(command(short, '--accept-shorter')).toMatchObject({ status: 0, complaint: '' })
    for (const each of [long, short]) await removeFolder(each)
  })

  test('without the demo pharmacy nothing can be stocked, and nothing is imported', async () => {
    expect(command(folder, '--stock', '2')).toMatchObject({
      status: 1,
      complaint: expect.stringMatching(/pharmacie de démonstration/) as string,
    })
    expect(await productCount()).toBe(0)
  })

  test('while a server uses the database, it says so', async () => {
    const server = await openDatabase({ directory: join(dataDirectory, 'postgresql') })
    const { status, complaint } = command(folder)
    await server.close()
    expect(status).toBe(1)
    expect(complaint).toMatch(
      /^Rien n’a été importé\.\n {2}La base .* est déjà ouverte par Officine \(officine, processus \d+\)/,
    )
  })
})
