/** `officine install` makes Officine a service of this computer, `officine update` brings it to the version of this folder (docs/operations.md). */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { AppOptions } from '#server/app.ts'
import { recoveryKeyOf } from '#server/backup/recovery-key.ts'
import { secretsOf } from '#server/base/kept-secrets.ts'
import { readBuildNote } from '#server/http/build-note.ts'
import { recordedFolder } from '#server/recording/recorder.ts'
import { install } from '#server/start/install.ts'
import { runCommand } from '#server/start/run-command.ts'
import { systemd, type Installation } from '#server/start/installation.ts'
import { goBack, update } from '#server/start/update.ts'
import { heldUntil, tryVersion } from '#server/trial.ts'

const usage = `officine install [--port 4800] [--data /var/lib/officine] [--names officine.local,192.168.1.10] [--user officine] [--root DOSSIER]
officine update [--accept-differences] [--without-trial]
officine update --back`

const app = resolve(dirname(fileURLToPath(import.meta.url)), join('..', '..'))
const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`)

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      names: { type: 'string' },
      user: { type: 'string', default: 'officine' },
      root: { type: 'string', default: '' },
      'accept-differences': { type: 'boolean', default: false },
      'without-trial': { type: 'boolean', default: false },
      back: { type: 'boolean', default: false },
    },
  })
  const root = values.root === '' ? '' : resolve(values.root)
  const common = { app, node: process.execPath, root, uid: process.getuid?.(), say }
  switch (positionals.join(' ')) {
    case 'install': {
      const port = values.port === undefined ? undefined : Number(values.port)
      if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
        throw new Error(`--port ${values.port} : un nombre de 1 à 65535.`)
      const data = values.data === undefined ? undefined : resolve(values.data)
      return install({ ...common, data, names: values.names, user: values.user, port })
    }
    case 'update': {
      if (root === '' && !existsSync('/run/systemd/system'))
        throw new Error('Cet ordinateur ne démarre pas par systemd : mettez à jour par ce qui démarre ses programmes.')
      const control = systemd
      if (values.back) return goBack({ ...common, control })
      // The shop sells beside the trial.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
      const abort = new AbortController()
      // A switch that has begun is undone, not left half done.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.on(signal, () => abort.abort(new Error('arrêtée')))
      return update({
        ...common,
        control,
        trial: tryInstalled,
        acceptsDifferences: values['accept-differences'],
        withoutTrial: values['without-trial'],
        onStep: () => abort.signal.throwIfAborted(),
      })
    }
    default:
      throw new Error(usage)
  }
}

/** Tries this version with the settings and the records of the installed one. */
async function tryInstalled({ config }: Installation, folder: string) {
  const { dataDirectory, backupDirectory: medium } = config
  const key = await recoveryKeyOf(dataDirectory)
  const { uid, gid } = await stat(dataDirectory)
  const windows = join(app, 'dist')
  const settings: Partial<AppOptions> = {
    secrets: await secretsOf(config),
    publicOrigin: config.publicOrigin,
    // Said in answers; no job runs that would send.
    mailer: config.mail && { send: () => Promise.reject(new Error('a trial sends nothing')) },
    disabledFeatures: [...config.disabledFeatures, ...readBuildNote(windows).disabledFeatures],
  }
  return tryVersion({
    medium: medium!,
    recorded: recordedFolder(dataDirectory),
    key,
    folder,
    ...(process.getuid?.() === 0 && uid !== 0 && { owner: { uid, gid } }),
    storedUntil: await heldUntil(medium!, key),
    binaries: config.postgresBin,
    settings,
    say,
  })
}

await runCommand(run)
