import { chown, copyFile, mkdir, realpath, statfs } from 'node:fs/promises'
import { Client, Pool } from 'pg'
import { serverAccount, type Account } from '#server/db/embedded/account.ts'
import { namedBinaries, readyBinaries, type Binaries } from '#server/db/embedded/binaries.ts'
import { majorOf, placeIn, type Place } from '#server/db/embedded/data-directory.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'
import { openEmbedded, type EmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { nextPlace, removeUnfinished, swapData, undoSwap } from '#server/db/embedded/swap.ts'
import { migrate, readMigrations, type Migration } from '#server/db/migrate.ts'
import { differences } from '#server/db/upgrade/compare-tables.ts'
import { copyTables, sameText, tablesOf } from '#server/db/upgrade/copy-tables.ts'

export type UpgradeOptions = {
  /** Folder of the embedded PostgreSQL. */
  directory: string
  /** Folder of the programs that made the data. Without it, they are looked for. */
  from?: string | undefined
  /** Folder of the programs that take the data over. Without it, those that Officine starts with. */
  to?: string | undefined
  /** Folder of the programs that Officine starts with (`POSTGRES_BIN`); undefined: those that npm installed. */
  usual?: string | undefined
  /** Receives sentences about the progress. */
  say: (sentence: string) => void
  /** Ends the work; the former data stay. */
  signal?: AbortSignal | undefined
}

export type Upgraded = { from: string; to: string; tables: number; rows: number; kept: string }

/** Programs and the folder that names them; undefined: those that npm installed. */
type Engine = { folder: string | undefined; binaries: Binaries }

/** The new cluster is made from nothing and thrown away after a failure: it needs no log of what it copies. */
const copySettings = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '4GB', autovacuum: 'off' }
/** Room for the copy, beside as much as the database takes now. */
const spareBytes = 256 * 1024 * 1024

/**
 * Brings the data of the embedded PostgreSQL to another major version: a new cluster is made by the migrations beside the
 * old one, all tables are copied and compared, then the folders are exchanged. The old data are kept. When it fails or is
 * killed, the old data stand as they were and it can be run again. Throws `EmbeddedError`.
 */
export async function upgradeEngine(options: UpgradeOptions): Promise<Upgraded> {
  const { say, signal } = options
  const place = placeIn(await realpath(options.directory).catch(() => options.directory))
  const put = await undoSwap(place)
  if (put) say(put)
  const account = await serverAccount(place)
  const { source, target } = await enginesOf(place, account, options)
  const old = await openEmbedded({ directory: place.folder, binaries: source.folder, say })
  let isSwapped = false
  try {
    say(`Les données restent à PostgreSQL ${source.binaries.version} jusqu’à la fin ; une copie se fait à côté.`)
    const next = await openNext(place, account, target)
    let counts: { tables: number; rows: number }
    try {
      await refuseFullDisk(place, old)
      counts = await copyDatabase(old, next, { say, signal })
    } catch (error) {
      await next.stop('immediate')
      throw error
    }
    await next.stop()
    await old.stop()
    isSwapped = true
    const left = (await processesOn(place.data)) ?? []
    if (left.length > 0)
      throw new EmbeddedError(
        'in-use',
        `La base ${place.data} a été ouverte entre-temps (processus ${left.join(', ')}). Relancez la commande.`,
      )
    const kept = await swapData(place, source.binaries.major)
    return { from: source.binaries.version, to: target.binaries.version, ...counts, kept }
  } finally {
    if (!isSwapped) {
      await removeUnfinished(place, target.binaries, account)
      await old.stop()
    }
  }
}

/** The programs of both versions. Throws a sentence that says which one is missing and where to get it. */
async function enginesOf(
  place: Place,
  account: Account | undefined,
  { from, to, usual }: UpgradeOptions,
): Promise<{ source: Engine; target: Engine }> {
  const major = await majorOf(place)
  if (major === undefined)
    throw new EmbeddedError(
      'broken',
      `Il n’y a pas de données dans ${place.data} : rien à faire passer à une autre version.`,
    )
  const engine = async (folder: string | undefined): Promise<Engine> => ({
    folder,
    binaries: folder ? await namedBinaries(folder, account) : await readyBinaries(place.folder, account),
  })
  const target = await engine(to ?? usual)
  if (target.binaries.major === major)
    throw new EmbeddedError(
      'version',
      `Les données sont déjà de PostgreSQL ${major}. Une version de correction (${target.binaries.version}) se prend au redémarrage d’Officine, sans cette commande ; « --to » nomme les programmes d’une autre version.`,
    )
  if (from !== undefined) {
    const source = await engine(from)
    if (source.binaries.major === major) return { source, target }
    throw new EmbeddedError(
      'version',
      `${from} est PostgreSQL ${source.binaries.version}, et les données ont été faites par PostgreSQL ${major}.`,
    )
  }
  for (const folder of [usual, undefined, ...usualFolders(major)]) {
    const source = await engine(folder).catch(() => undefined)
    if (source?.binaries.major === major) return { source, target }
  }
  throw new EmbeddedError(
    'platform',
    `Les données ont été faites par PostgreSQL ${major}, qui n’est pas sur cette machine. Installez-le (paquet postgresql-${major} de Debian ou de PGDG, installateur EDB de Windows) et indiquez son dossier avec « --from ».`,
  )
}

/** Where systems install PostgreSQL: Debian and PGDG, Red Hat, EDB on Windows. */
function usualFolders(major: string): string[] {
  return process.platform === 'win32'
    ? [`C:\\Program Files\\PostgreSQL\\${major}\\bin`]
    : [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`]
}

async function openNext(place: Place, account: Account | undefined, { folder }: Engine): Promise<EmbeddedPostgres> {
  const next = nextPlace(place)
  await mkdir(next.folder, { recursive: true, mode: 0o700 })
  // Without sockets, the superuser of the new cluster is asked for the same password.
  await copyFile(place.password, next.password)
  if (account) for (const own of [next.folder, next.password]) await chown(own, account.uid, account.gid)
  return openEmbedded({ directory: next.folder, binaries: folder, settings: copySettings })
}

async function refuseFullDisk({ folder }: Place, old: EmbeddedPostgres): Promise<void> {
  const size = await asSuperuser(old, async (client) => {
    const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database())::text as size')
    return Number(rows[0]!.size)
  })
  const { bavail, bsize } = await statfs(folder)
  const missing = size + spareBytes - bavail * bsize
  if (missing > 0)
    throw new EmbeddedError(
      'disk-full',
      `La copie demande ${Math.ceil(missing / 1_000_000)} Mo de plus sur le disque de ${folder}. Rien n’a été touché : faites de la place, puis relancez la commande.`,
    )
}

/** Copies and compares all tables. Returns how many there are. */
async function copyDatabase(
  old: EmbeddedPostgres,
  next: EmbeddedPostgres,
  { say, signal }: Pick<UpgradeOptions, 'say' | 'signal'>,
): Promise<{ tables: number; rows: number }> {
  return asSuperuser(old, (source) =>
    asSuperuser(next, async (target) => {
      const migrations = await appliedIn(source)
      say(`Les tables sont créées (${migrations.length} étapes).`)
      const pool = new Pool({ connectionString: next.url, max: 1 })
      pool.on('error', () => {})
      try {
        await migrate(pool, migrations)
      } finally {
        await pool.end()
      }
      const tables = await tablesOf(source)
      if (JSON.stringify(tables) !== JSON.stringify(await tablesOf(target)))
        throw new EmbeddedError(
          'broken',
          'Les tables de cette base ne sont pas celles de ses étapes : elles ont été changées à la main.',
        )
      say(`${tables.length} tables à copier.`)
      let rows = 0
      await copyTables(source, target, tables, { report: (_, count) => (rows += count), signal })
      say(`${rows} lignes copiées ; elles sont comparées une à une.`)
      const found = await differences(source, target, tables, signal)
      if (found.length > 0)
        throw new EmbeddedError(
          'broken',
          `La copie n’est pas égale à l’original, elle est abandonnée :\n${found.join('\n')}`,
        )
      await target.query('vacuum (analyze)')
      return { tables: tables.length, rows }
    }),
  )
}

/**
 * The migrations that a database has. The new one gets the same, so that the release of Officine that used the old data
 * can use the new ones; the next start applies the rest.
 */
async function appliedIn(client: Client): Promise<Migration[]> {
  const known = await readMigrations()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const strange = rows.filter(
    ({ name, checksum }) => !known.some((migration) => migration.name === name && migration.checksum === checksum),
  )
  if (strange.length > 0)
    throw new EmbeddedError(
      'version',
      `Cette base vient d’une autre version d’Officine, qui a des étapes que celle-ci n’a pas (${strange.map(({ name }) => name).join(', ')}). Lancez la commande avec celle-là.`,
    )
  return known.filter((migration) => rows.some(({ name }) => name === migration.name))
}

async function asSuperuser<T>({ adminUrl }: EmbeddedPostgres, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl, application_name: 'officine, upgrade' })
  // Without a listener, an error on the connection ends the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sameText)
    return await work(client)
  } finally {
    // Not awaited: after a failure in the middle of a copy the server never says goodbye.
    void client.end().catch(() => undefined)
  }
}
