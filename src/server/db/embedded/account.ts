import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'

/** The user that runs PostgreSQL, in the form that `spawn` takes. */
export type Account = { uid: number; gid: number }

/** Many systems have a `postgres` account; `nobody` exists on all of them. */
const unprivileged = ['postgres', 'nobody']

/**
 * The account that runs PostgreSQL, because PostgreSQL refuses root. Undefined when this process is not root:
 * PostgreSQL then runs as the same user. In order of preference: the owner of an existing data directory (so that each
 * start uses the same account), the user who called sudo, a system account.
 */
export async function serverAccount({ data, folder }: { data: string; folder: string }): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const made of [data, folder]) {
    const owner = await stat(made).catch(() => undefined)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  const caller = { uid: Number(process.env.SUDO_UID), gid: Number(process.env.SUDO_GID) }
  if (caller.uid > 0 && caller.gid >= 0) return caller
  for (const name of unprivileged) {
    const account = await accountOf(name)
    if (account) return account
  }
  throw new EmbeddedError(
    'account',
    'PostgreSQL refuse de tourner sous root et cette machine n’a ni compte « postgres » ni compte « nobody ». Lancez Officine sous un compte ordinaire, ou indiquez une base avec DATABASE_URL.',
  )
}

async function accountOf(name: string): Promise<Account | undefined> {
  const id = async (which: '-u' | '-g'): Promise<number> =>
    Number((await promisify(execFile)('id', [which, name])).stdout)
  try {
    return { uid: await id('-u'), gid: await id('-g') }
  } catch {
    return undefined
  }
}
