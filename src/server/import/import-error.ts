/** Why nothing was imported, in sentences for the person who launched the command. The database is as it was. */
export class ImportError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ImportError'
    this.problems = problems
  }
}
