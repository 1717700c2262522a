/** `officine install`: makes Officine a service of this computer (docs/operations.md). */
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { install } from '#server/start/install.ts'
import { runCommand } from '#server/start/run-command.ts'

const usage =
  'officine install [--port 4800] [--data /var/lib/officine] [--names officine.local,192.168.1.10] [--user officine] [--root DOSSIER]'

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      names: { type: 'string' },
      user: { type: 'string', default: 'officine' },
      root: { type: 'string', default: '' },
    },
  })
  if (positionals.join(' ') !== 'install') throw new Error(usage)
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw new Error(`--port ${values.port} : un nombre de 1 à 65535.`)
  await install({
    node: process.execPath,
    app: resolve(dirname(fileURLToPath(import.meta.url)), join('..', '..', '..')),
    data: values.data === undefined ? undefined : resolve(values.data),
    names: values.names,
    user: values.user,
    root: values.root === '' ? '' : resolve(values.root),
    port,
    uid: process.getuid?.(),
    say: (sentence) => console.log(sentence),
  })
}

await runCommand(run)
