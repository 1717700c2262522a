/**
 * Runs a command of the terminal. What ends it early is told in its own words, as a sentence and without the stack of the
 * program, and the command then fails.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const option = /'([^']+)'/.exec(message)?.[1] ?? ''
    console.error(
      code?.startsWith('ERR_PARSE_ARGS')
        ? `Cette commande ne comprend pas « ${option} » : docs/operations.md dit ce qu’elle prend.`
        : error instanceof Error
          ? message
          : error,
    )
    process.exitCode = 1
  }
}
