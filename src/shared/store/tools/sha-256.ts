import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 of a text as UTF-8, in hexadecimal. At once: the browser's own only answers later, from another thread, and a transaction that waits for
 * anything but its own requests is over, while what it finds on the disk is frozen and hashed in it.
 */
export function sha256(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)))
}
