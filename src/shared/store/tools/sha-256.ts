import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 of a text as UTF-8, in hexadecimal. Synchronous, because an IndexedDB transaction commits as soon as it waits
 * for anything but its own requests: `crypto.subtle.digest` would end the transaction in which content is read and
 * hashed.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)))
}
