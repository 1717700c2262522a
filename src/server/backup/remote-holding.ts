import { linesOfShops, logPlace, parseManifest, type Line, type Manifest } from '#server/backup/medium.ts'
import type { RemoteObject, RemoteStore } from '#server/backup/remote-store.ts'

/**
 * How a backup lies in a bucket (decision 0093): each file of the medium under its own path, in pieces that are sent
 * once and never changed, so that a file of the log that grows is sent as it grows and a line that breaks costs one piece.
 *
 *     officine-<system>/<line>/…/0001.part/<mark>-<offset>
 *
 * `mark`: of the first bytes of the file, which has a key of its own. Another file of the same name, as a power cut can
 * leave one, does not mix with it.
 */
export type RemoteFile = { path: string; mark: string; bytes: number; pieces: RemoteObject[]; at: Date }

/** What the bucket has, by path. */
export type RemoteHolding = Map<string, RemoteFile>

const pieceName = /^(.+)\/([\da-f]{8})-(\d{12})$/

export function pieceKey(path: string, mark: string, offset: number): string {
  return `${path}/${mark}-${String(offset).padStart(12, '0')}`
}

/** The files whose pieces lie in a bucket, each as far as it has no gap. Of two files of one name, the longer one. */
export function filesOf(objects: readonly RemoteObject[]): RemoteHolding {
  const found = new Map<string, RemoteFile>()
  for (const object of objects.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const [, path, mark, offset] = pieceName.exec(object.key) ?? []
    if (!path || !mark) continue
    const known = found.get(`${path}/${mark}`) ?? { path, mark, bytes: 0, pieces: [], at: object.at }
    if (Number(offset) === known.bytes) addPiece(known, object)
    found.set(`${path}/${mark}`, known)
  }
  const files: RemoteHolding = new Map()
  for (const file of found.values()) if ((files.get(file.path)?.bytes ?? -1) < file.bytes) files.set(file.path, file)
  return files
}

export function addPiece(file: RemoteFile, piece: RemoteObject): void {
  file.pieces.push(piece)
  file.bytes += piece.bytes
  if (piece.at > file.at) file.at = piece.at
}

const manifestPath = /^((officine-\d+)\/(officine_\w+)\/base-\w+)\/manifest\.json$/
const placePath = /^(officine-\d+)\/(officine_\w+)\/(?:(base-\w+)|log\/([^/]+)$)/

/**
 * The lines of a bucket by the folder of their shop, as `readLines` reads them from a medium; a base that lacks a part is
 * unfinished. `manifests`: those that were read before.
 */
export async function remoteShops(
  store: RemoteStore,
  files: RemoteHolding,
  { manifests, signal }: { manifests: Map<string, Manifest | undefined>; signal?: AbortSignal | undefined },
): Promise<Map<string, Line[]>> {
  const shops = new Map<string, Map<string, Line>>()
  const lineAt = (shop: string, name: string): Line => {
    const lines = shops.get(shop) ?? new Map<string, Line>()
    shops.set(shop, lines)
    const line = lines.get(name) ?? {
      name,
      folder: `${shop}/${name}`,
      bases: [],
      logs: [],
      unfinished: [],
      isUnsure: false,
    }
    lines.set(name, line)
    return line
  }
  const folders = new Set<string>()
  for (const { path, bytes } of files.values()) {
    const [, shop, name, base, log] = placePath.exec(path) ?? []
    if (!shop || !name) continue
    const line = lineAt(shop, name)
    const placed = log === undefined ? undefined : logPlace(log)
    if (placed) line.logs.push({ path, line: name, ...placed, bytes })
    if (base) folders.add(`${line.folder}/${base}`)
  }
  for (const [path, file] of files) {
    const [, folder, shop, name] = manifestPath.exec(path) ?? []
    if (!folder || !shop || !name) continue
    if (!manifests.has(path)) manifests.set(path, parseManifest((await readPieces(store, file, signal)).toString()))
    const manifest = manifests.get(path)
    if (!manifest?.parts.every((part) => files.get(`${folder}/${part.name}`)?.bytes === part.size)) continue
    const bytes = manifest.parts.reduce((sum, { size }) => sum + size, 0)
    lineAt(shop, name).bases.push({ ...manifest, folder, line: name, bytes })
    folders.delete(folder)
  }
  for (const folder of folders) {
    const [shop = '', name = ''] = folder.split('/')
    lineAt(shop, name).unfinished.push(folder)
  }
  return new Map([...shops].map(([shop, lines]) => [shop, [...lines.values()].toSorted(byName)]))
}

/** The lines of a key in a bucket, as `linesOfKey` gives them of a medium. */
export async function remoteLinesOfKey(
  store: RemoteStore,
  files: RemoteHolding,
  {
    recipient,
    own,
    ...reading
  }: {
    recipient: string
    own?: string
    manifests: Map<string, Manifest | undefined>
    signal?: AbortSignal | undefined
  },
): Promise<Line[]> {
  return linesOfShops(await remoteShops(store, files, reading), recipient, own)
}

export async function readPieces(store: RemoteStore, { pieces }: RemoteFile, signal?: AbortSignal): Promise<Buffer> {
  const read: Buffer[] = []
  for (const { key } of pieces) read.push(await store.get(key, signal))
  return Buffer.concat(read)
}

function byName(one: Line, other: Line): number {
  return one.name < other.name ? -1 : 1
}
