import { join } from 'node:path'
import { keptOnce } from '#server/base/kept-secrets.ts'
import { certify, fingerprintOf, isWorn, makeAuthority, type KeyPair } from '#server/tls/authority.ts'

/** The file of the authority in the data directory: its certificate and its key. It travels with the backup. */
export const authorityFile = 'shop-authority.pem'
const watchMs = 3_600_000

export type ShopTls = {
  /** For `https.createServer`. */
  context: KeyPair
  /** The certificate that each till trusts, as PEM. */
  authority: string
  fingerprint: string
  /** Renews the certificate of a running server before it ends, until `stop`. */
  watch(server: { setSecureContext(context: KeyPair): void }, everyMs?: number): void
  stop(): void
}

/**
 * Https for the shop's own network: an authority of its own, made once and kept, and a certificate for these names that
 * is made at each start.
 */
export async function openShopTls({
  dataDirectory,
  names,
  now = () => new Date(),
}: {
  dataDirectory: string
  names: readonly string[]
  now?: () => Date
}): Promise<ShopTls> {
  const kept = await keptOnce(dataDirectory, authorityFile, async () => {
    const { cert, key } = await makeAuthority(now())
    return `${cert}${key}`
  })
  const authority = readAuthority(kept, join(dataDirectory, authorityFile))
  let context = await certify(authority, names, now())
  let watching: NodeJS.Timeout | undefined
  return {
    context,
    authority: authority.cert,
    fingerprint: fingerprintOf(authority.cert),
    watch(server, everyMs = watchMs) {
      watching = setInterval(() => {
        if (!isWorn(context.cert, now())) return
        void certify(authority, names, now()).then((renewed) => {
          context = renewed
          server.setSecureContext(renewed)
        })
      }, everyMs)
      watching.unref()
    },
    stop: () => clearInterval(watching),
  }
}

function readAuthority(text: string, path: string): KeyPair {
  const [cert] = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/.exec(text) ?? []
  const [key] = /-----BEGIN RSA PRIVATE KEY-----[^]+?-----END RSA PRIVATE KEY-----/.exec(text) ?? []
  if (!cert || !key)
    throw new Error(
      `${path} n’est plus lisible : remettez celui d’une sauvegarde, ou effacez-le et installez le nouveau certificat sur chaque poste.`,
    )
  return { cert, key }
}
