import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Seals texts that the database keeps and only the server may read (AES-256-GCM). `place` binds a sealed text to its
 * row: copied to another one it does not open.
 */
export type Secrets = {
  seal(text: string, place: string): string
  /** Throws for a text that was sealed with an unknown key or for another place, or was changed. */
  open(sealed: string, place: string): string
  /** Whether it was sealed with the key that seals now. */
  isCurrent(sealed: string): boolean
}

const cipher = 'aes-256-gcm'

/** `keys`: of 32 bytes, as 64 hexadecimal digits; the first one seals, the others only open what they sealed before. */
export function openSecrets(keys: readonly string[]): Secrets {
  const known = keys.map((hex) => {
    const key = Buffer.from(hex, 'hex')
    if (key.length !== 32) throw new Error('a key of secrets has 64 hexadecimal digits')
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key }
  })
  const current = known[0]
  if (!current) throw new Error('no key of secrets is given')
  return {
    seal(text, place) {
      const iv = randomBytes(12)
      const sealing = createCipheriv(cipher, current.key, iv).setAAD(Buffer.from(place))
      const content = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return ['v1', current.id, ...[iv, sealing.getAuthTag(), content].map((part) => part.toString('base64url'))].join(
        '.',
      )
    },
    open(sealed, place) {
      const [version, id, ...parts] = sealed.split('.')
      const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'))
      const found = known.find((one) => one.id === id)
      if (version !== 'v1' || !iv || !tag || !content) throw new Error('a sealed text is damaged')
      if (!found) throw new Error(`a text was sealed with the key ${id}, which is not given`)
      const opening = createDecipheriv(cipher, found.key, iv, { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag)
      return Buffer.concat([opening.update(content), opening.final()]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.split('.')[1] === current.id,
  }
}

/** Of a server that was given no key: it can keep no secret. */
export const noSecrets: Secrets = {
  seal: () => missing(),
  open: () => missing(),
  isCurrent: () => missing(),
}

function missing(): never {
  throw new Error('the server has no SECRETS_KEY')
}
