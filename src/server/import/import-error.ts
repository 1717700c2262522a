/** Why nothing was imported, in sentences for the person who ran the command. The database is unchanged. */
export class ImportError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ImportError'
    this.problems = problems
  }
}
