import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { privateEnds, privateNetworks } from '#server/base/shop-names.ts'

const { asn1, md, pki } = forge
const dayMs = 86_400_000
/** The computers of the shop trust it until it ends: nobody wants to install it again. */
const authorityDays = 20 * 365
/** Browsers refuse certificates that live much longer than a year. */
const certificateDays = 180
/** A till whose clock is behind by less trusts what was made today. */
const earlierDays = 365
const nameConstraints = '2.5.29.30'

/** A certificate and its private key, as PEM. */
export type KeyPair = { cert: string; key: string }

/**
 * The authority of a shop: it certifies its server, and by its name constraints (RFC 5280, 4.2.1.10) nothing but names
 * and addresses of a private network. Whoever steals its key cannot speak for a bank.
 */
export async function makeAuthority(now: Date): Promise<KeyPair> {
  const key = await privateKey(3072)
  const certificate = bare(key, { now, days: authorityDays })
  const name = [{ name: 'commonName', value: `Officine, serveur de la pharmacie ${randomBytes(3).toString('hex')}` }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
    { id: nameConstraints, critical: true, value: permittedNames() },
  ])
  certificate.sign(pki.privateKeyFromPem(key), md.sha256.create())
  return { cert: pki.certificateToPem(certificate), key }
}

/** The certificate of the server, for the names by which the tills reach it. */
export async function certify(authority: KeyPair, names: readonly string[], now: Date): Promise<KeyPair> {
  const issuer = pki.certificateFromPem(authority.cert)
  const key = await privateKey(2048)
  const certificate = bare(key, { now, days: certificateDays })
  // No name of a machine: OpenSSL judges an address here as a name that is not permitted.
  certificate.setSubject([{ name: 'commonName', value: 'Serveur de la pharmacie' }])
  certificate.setIssuer(issuer.subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((one) => (isIP(one) ? { type: 7, ip: one } : { type: 2, value: one })),
    },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
  ])
  certificate.sign(pki.privateKeyFromPem(authority.key), md.sha256.create())
  return { cert: pki.certificateToPem(certificate), key }
}

/** Whether a certificate is to be made again: a third of its life is left, or the clock was wrong when it was made. */
export function isWorn(cert: string, now: Date): boolean {
  const { validFrom, validTo } = new X509Certificate(cert)
  const left = (Date.parse(validTo) - now.getTime()) / dayMs
  return left < certificateDays / 3 || left > certificateDays + 1 || Date.parse(validFrom) > now.getTime()
}

/** SHA-256 of a certificate, in groups as the systems show it. */
export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256
}

async function privateKey(modulusLength: number): Promise<string> {
  const { privateKey: key } = await promisify(generateKeyPair)('rsa', { modulusLength })
  return key.export({ type: 'pkcs1', format: 'pem' }).toString()
}

function bare(key: string, { now, days }: { now: Date; days: number }): forge.pki.Certificate {
  const certificate = pki.createCertificate()
  const { n, e } = pki.privateKeyFromPem(key)
  certificate.publicKey = pki.setRsaPublicKey(n, e)
  // Positive, and never given twice.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(now.getTime() - earlierDays * dayMs)
  certificate.validity.notAfter = new Date(now.getTime() + days * dayMs)
  return certificate
}

/** NameConstraints with permitted subtrees only. */
function permittedNames(): forge.asn1.Asn1 {
  const subtrees = [
    ...privateEnds.map((end) => ({ tag: 2, bytes: end as string })),
    ...privateNetworks.map(({ address, prefix }) => ({ tag: 7, bytes: subnet(address, prefix) })),
  ]
  const { SEQUENCE } = asn1.Type
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class
  const permitted = subtrees.map(({ tag, bytes }) =>
    asn1.create(UNIVERSAL, SEQUENCE, true, [asn1.create(CONTEXT_SPECIFIC, tag, false, bytes)]),
  )
  return asn1.create(UNIVERSAL, SEQUENCE, true, [asn1.create(CONTEXT_SPECIFIC, 0, true, permitted)])
}

/** An address and its mask, byte by byte. */
function subnet(address: string, prefix: number): string {
  const mask = [0, 8, 16, 24].map((before) => 255 & ~(255 >> Math.max(0, Math.min(8, prefix - before))))
  return String.fromCharCode(...address.split('.').map(Number), ...mask)
}
