import type { Config } from '#server/base/config.ts'

/** Explains why the server cannot listen: mostly a port in use, when a second start is tried. */
export function portFault(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>, name = 'PORT'): unknown {
  const text: Readonly<Record<string, string>> = {
    EADDRINUSE: `Le port ${port} de ${host} est déjà pris : Officine y tourne peut-être déjà. Fermez ce programme, ou choisissez un autre port : « npm start -- --port ${port + 1} », ou ${name}=${port + 1}.`,
    EACCES: `${name} : ce compte ne peut pas ouvrir le port ${port}. Choisissez-en un au-dessus de 1023.`,
    EADDRNOTAVAIL: `HOST : cette machine n’a pas l’adresse ${host}.`,
    ENOTFOUND: `HOST : aucune machine ne s’appelle ${host}.`,
    EAI_AGAIN: `HOST : aucune machine ne s’appelle ${host}.`,
  }
  const said = text[(error as NodeJS.ErrnoException).code ?? '']
  return said === undefined ? error : new Error(said, { cause: error })
}
