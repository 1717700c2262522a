import * as z from 'zod'

/** Where a bucket of an S3-compatible store is, and with which key. `prefix` is empty or ends with a slash. */
export type RemotePlace = {
  endpoint: string
  bucket: string
  prefix: string
  region: string
  keyId: string
  secret: string
}

/** `s3://bucket/prefix`: only signs that no store and no file system writes in another way. */
const place = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/(\w[\w.-]*(?:\/\w[\w.-]*)*)?\/?)?$/
const text = z.string().trim().min(1, 'est vide')

/** The variables of the environment that name the store of the backups. */
export const remoteVariables = {
  /** The bucket that the medium is copied to, when the network allows: `s3://bucket/prefix`. */
  BACKUP_S3: z.string().regex(place, 'est une adresse, comme s3://compartiment/officine').optional(),
  /** The address of the store; without it, that of Amazon in the region. */
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'est une adresse, comme https://s3.example' }).optional(),
  BACKUP_S3_REGION: text.default('us-east-1'),
  BACKUP_S3_KEY_ID: text.optional(),
  BACKUP_S3_SECRET: text.optional(),
}
const Variables = z.object(remoteVariables)

/** What is wrong with these variables, in French, the name of the first one in front; null when nothing is. */
export function remoteFault({
  BACKUP_S3,
  BACKUP_S3_KEY_ID,
  BACKUP_S3_SECRET,
}: z.infer<typeof Variables>): string | null {
  if (!BACKUP_S3) return null
  return BACKUP_S3_KEY_ID && BACKUP_S3_SECRET
    ? null
    : 'BACKUP_S3 demande BACKUP_S3_KEY_ID et BACKUP_S3_SECRET, la clé qui écrit dans ce compartiment.'
}

/** The place that checked variables name; undefined: none. */
export function remoteOf(read: z.infer<typeof Variables>): RemotePlace | undefined {
  const [, bucket = '', prefix] = place.exec(read.BACKUP_S3 ?? '') ?? []
  if (!bucket || !read.BACKUP_S3_KEY_ID || !read.BACKUP_S3_SECRET) return undefined
  return {
    endpoint: (read.BACKUP_S3_ENDPOINT ?? `https://s3.${read.BACKUP_S3_REGION}.amazonaws.com`).replace(/\/+$/, ''),
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    region: read.BACKUP_S3_REGION,
    keyId: read.BACKUP_S3_KEY_ID,
    secret: read.BACKUP_S3_SECRET,
  }
}

/** The place `address` with the key of the environment, for a command. Throws one French sentence. */
export function remoteAt(address: string, environment: NodeJS.ProcessEnv): RemotePlace {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Variables.safeParse({ ...given, BACKUP_S3: address })
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`${String(issue!.path[0]).replace(/^BACKUP_S3$/, address)} ${issue!.message}.`)
  }
  const fault = remoteFault(read.data)
  if (fault) throw new Error(fault.replace('BACKUP_S3 demande', `${address} demande`))
  return remoteOf(read.data)!
}
