import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decimalMarks, type DecimalMark } from '#shared/domain/files/decimals.ts'
import { registerFields, type RegisterField, type RegisterMapping } from '#shared/domain/registers/register-fields.ts'
import { ImportError } from '#server/import/import-error.ts'

const USAGE =
  'Usage : npm run import:products -- FICHIER --country PAYS [--column champ=Titre] [--decimals comma|point] [--sheet N] [--proposals skip|accept|new] [--yes]'
const COUNTRY = /^[A-Z]{2}$/
const proposalChoices = ['skip', 'accept', 'new'] as const

export type ProductsCommandLine = {
  file: string
  countryCode: string
  /** Columns that the detection did not find; an empty one is not read. */
  columns: RegisterMapping
  decimals: DecimalMark | undefined
  /** The sheet of a spreadsheet, from 1. */
  sheet: number
  /** What becomes of rows with proposed products: left out, the first one taken, or new products. */
  proposals: (typeof proposalChoices)[number]
  /** Writes, instead of only showing what an import would do. */
  yes: boolean
}

/** Parses the command line. Throws ImportError when it is invalid. */
export function readProductsCommandLine(args: readonly string[], startedIn: string): ProductsCommandLine {
  const { values, positionals } = parse(args)
  if (positionals.length !== 1)
    throw new ImportError([
      positionals.length === 0 ? 'donnez le fichier du registre' : 'donnez un seul fichier',
      USAGE,
    ])
  const countryCode = (values.country ?? '').toUpperCase()
  if (!COUNTRY.test(countryCode))
    throw new ImportError(['--country attend le pays du registre en deux lettres, par exemple BJ', USAGE])
  const sheet = Number(values.sheet ?? '1')
  if (!Number.isInteger(sheet) || sheet < 1)
    throw new ImportError(['--sheet attend un nombre entier, 1 au moins', USAGE])
  return {
    file: resolve(startedIn, positionals[0] ?? ''),
    countryCode,
    columns: Object.fromEntries((values.column ?? []).map(columnOf)),
    decimals: choiceOf('--decimals', decimalMarks, values.decimals),
    sheet,
    proposals: choiceOf('--proposals', proposalChoices, values.proposals) ?? 'skip',
    yes: values.yes ?? false,
  }
}

function columnOf(text: string): [RegisterField, string] {
  const at = text.indexOf('=')
  const field = registerFields.find((each) => each === text.slice(0, at))
  if (!field)
    throw new ImportError([`--column attend champ=Titre, avec l’un des champs ${registerFields.join(', ')}`, USAGE])
  return [field, text.slice(at + 1)]
}

function choiceOf<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  given: string | undefined,
): Choice | undefined {
  const choice = choices.find((each) => each === given)
  if (given !== undefined && !choice) throw new ImportError([`${option} attend ${choices.join(' ou ')}`, USAGE])
  return choice
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        country: { type: 'string' },
        column: { type: 'string', multiple: true },
        decimals: { type: 'string' },
        sheet: { type: 'string' },
        proposals: { type: 'string' },
        yes: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch {
    throw new ImportError(['option inconnue ou incomplète', USAGE])
  }
}
