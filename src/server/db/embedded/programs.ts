import { spawn } from 'node:child_process'
import type { Account } from '#server/db/embedded/account.ts'
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts'

/**
 * PostgreSQL programs read PG… variables, which may name another cluster. Their messages must be in English, because
 * the code matches them.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', LANG: 'C' }
}

/** Runs a PostgreSQL program to its end. Throws `broken` or `disk-full` with its output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account | undefined,
): Promise<void> {
  await outputOf(program, args, account)
}

/** As `runProgram`; returns what the program printed. */
export function outputOf(program: string, args: readonly string[], account: Account | undefined): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.once('error', (cause) => failed(cannotRun(program, cause)))
    child.once('close', (code) => (code === 0 ? done(printed) : failed(failureOf(program, printed))))
  })
}

export function cannotRun(program: string, cause: Error): EmbeddedError {
  return new EmbeddedError(
    'platform',
    `${program} ne peut pas être lancé sur cette machine (${cause.message}). Officine apporte PostgreSQL pour Linux avec glibc, macOS et Windows ; ailleurs, indiquez une base PostgreSQL avec DATABASE_URL.`,
    { cause },
  )
}

/** Turns the output of a failed program into an error that says what to do. */
export function failureOf(program: string, printed: string): EmbeddedError {
  if (printed.includes('No space left on device'))
    return new EmbeddedError(
      'disk-full',
      'Le disque de la base de données est plein. Libérez de la place : Officine repartira d’elle-même.',
    )
  return new EmbeddedError('broken', `${program} a échoué :\n${printed.trim().slice(-2000)}`)
}
