import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * A file of the backup that only the recovery key opens (decision 0085): a key of its own, sealed by age to the
 * recipient, then records of AES-256-GCM. A record is whole as soon as it is synced, so a file that was cut at any byte
 * opens up to its last whole record. The name of the file and the place of a record are part of what is sealed.
 */
export type SealedWriter = {
  /** Adds a record, not yet synced. */
  append(content: Buffer): Promise<void>
  sync(): Promise<void>
  /** Syncs and closes the file. */
  end(): Promise<{ size: number; sha256: string }>
  /** Closes the file as it is. */
  abandon(): Promise<void>
  /** Whether the file still stands under its name: the medium was not exchanged. */
  stands(): Promise<boolean>
}

/** The whole records at its begin. `cut`: the last one is not whole, as after a power cut; `damaged`: one before the last, or its key. */
export type SealedContent = { records: Buffer[]; state: 'whole' | 'cut' | 'damaged' }

const magic = Buffer.from('OFFICIN1')
const cipher = 'aes-256-gcm'
const tagLength = 16

/** Creates the file; throws EEXIST when there is one. `recipient`: the public half of the recovery key. */
export async function createSealed(path: string, recipient: string): Promise<SealedWriter> {
  const key = randomBytes(32)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const sealedKey = await encrypter.encrypt(key)
  const head = Buffer.alloc(magic.length + 2)
  magic.copy(head)
  head.writeUInt16LE(sealedKey.length, magic.length)
  const file = await open(path, 'wx', 0o600)
  const { ino } = await file.stat()
  const hash = createHash('sha256')
  let size = 0
  let count = 0
  const write = async (bytes: Buffer): Promise<void> => {
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, from)
      from += bytesWritten
    }
    hash.update(bytes)
    size += bytes.length
  }
  try {
    await write(Buffer.concat([head, sealedKey]))
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
  return {
    append: (content) => write(seal(content, key, basename(path), count++)),
    sync: () => file.datasync(),
    async end() {
      await file.sync()
      await file.close()
      return { size, sha256: hash.digest('hex') }
    },
    abandon: () => file.close().catch(() => undefined),
    stands: () => isSame(path, ino),
  }
}

/** Reads a sealed file whole. Throws the error of the system. */
export async function readSealed(path: string, identity: string): Promise<SealedContent> {
  const bytes = await readFile(path)
  // A file may have been made and not yet written when the power failed.
  if (bytes.every((byte) => byte === 0)) return { records: [], state: 'cut' }
  const mark = bytes.subarray(0, magic.length)
  if (!mark.equals(magic.subarray(0, mark.length))) return { records: [], state: 'damaged' }
  const headLength = magic.length + 2
  const keyLength = bytes.length >= headLength ? bytes.readUInt16LE(magic.length) : Infinity
  if (bytes.length < headLength + keyLength) return { records: [], state: 'cut' }
  const key = await openKey(bytes.subarray(headLength, headLength + keyLength), identity)
  if (!key) return { records: [], state: 'damaged' }
  const records: Buffer[] = []
  for (let from = headLength + keyLength; from < bytes.length;) {
    const length = bytes.length - from < 4 ? Infinity : bytes.readUInt32LE(from)
    const until = from + 4 + length + tagLength
    const record =
      until > bytes.length ? undefined : unseal(bytes.subarray(from + 4, until), key, basename(path), records.length)
    if (!record) {
      const isLast = until >= bytes.length || bytes.subarray(from).every((byte) => byte === 0)
      return { records, state: isLast ? 'cut' : 'damaged' }
    }
    records.push(record)
    from = until
  }
  return { records, state: 'whole' }
}

/** SHA-256 of a file. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  for await (const piece of file.createReadStream()) hash.update(piece as Buffer)
  return hash.digest('hex')
}

async function openKey(sealed: Buffer, identity: string): Promise<Buffer | undefined> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(new Uint8Array(sealed)).then(Buffer.from, () => undefined)
}

function seal(content: Buffer, key: Buffer, name: string, index: number): Buffer {
  const sealing = createCipheriv(cipher, key, nonceOf(index)).setAAD(Buffer.from(name))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([length, sealing.update(content), sealing.final(), sealing.getAuthTag()])
}

function unseal(sealed: Buffer, key: Buffer, name: string, index: number): Buffer | undefined {
  const opening = createDecipheriv(cipher, key, nonceOf(index), { authTagLength: tagLength })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(sealed.length - tagLength))
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, sealed.length - tagLength)), opening.final()])
  } catch {
    return undefined
  }
}

/** Never used twice: each file has its own key. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

async function isSame(path: string, ino: number): Promise<boolean> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    return (await file.stat()).ino === ino
  } catch {
    return false
  } finally {
    await file?.close()
  }
}
