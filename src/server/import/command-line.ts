import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ImportError } from '#server/import/import-error.ts'

const USAGE = 'Usage : npm run import:bdpm -- DOSSIER [--stock N] [--accept-shorter]'
const MOST_STOCKED = 20_000

export type CommandLine = {
  folder: string
  stock: number
  /** Takes files that are much shorter than at the last import. */
  acceptShorter: boolean
}

/** Parses the command line. Throws ImportError when it is invalid. */
export function readCommandLine(args: readonly string[], startedIn: string): CommandLine {
  const { values, positionals } = parse(args)
  if (positionals.length !== 1)
    throw new ImportError([
      positionals.length === 0 ? 'donnez le dossier des fichiers' : 'donnez un seul dossier',
      USAGE,
    ])
  const stock = Number(values.stock ?? '0')
  if (!Number.isInteger(stock) || stock < 0 || stock > MOST_STOCKED || values.stock?.trim() === '')
    throw new ImportError([`--stock attend un nombre entier, de 0 à ${MOST_STOCKED}`, USAGE])
  return {
    folder: resolve(startedIn, positionals[0] ?? ''),
    stock,
    acceptShorter: values['accept-shorter'] ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { stock: { type: 'string' }, 'accept-shorter': { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch {
    throw new ImportError(['option inconnue ou incomplète', USAGE])
  }
}
