import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig, type Config } from '#server/base/config.ts'
import { serviceUnit, type ServiceUnit } from '#server/start/service-unit.ts'

export const unitPath = '/etc/systemd/system/officine.service'
export const settingsPath = '/etc/officine/officine.env'

/** What stands on this computer: the unit says which folder runs. */
export type Installation = ServiceUnit & { unitFile: string; config: Config; environment: Record<string, string> }

/** What runs the service: systemd, or the supervisor of a test. */
export type ServiceControl = { stop(): Promise<void>; start(): Promise<void> }

export const systemd: ServiceControl = {
  stop: async () => void execFileSync('systemctl', ['stop', 'officine']),
  async start() {
    execFileSync('systemctl', ['daemon-reload'])
    execFileSync('systemctl', ['start', 'officine'])
  },
}

/** Reads the installed unit and its settings. Throws one French sentence when there is none. `root`: as for `install`. */
export async function readInstallation(root: string): Promise<Installation> {
  const unitFile = join(root, unitPath)
  if (!existsSync(unitFile))
    throw new Error('Officine n’est pas installée sur cet ordinateur : « officine install » l’installe.')
  const unit = await readFile(unitFile, 'utf8')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [, node = ''] = /^"((?:[^"\\]|\\.)*)"/.exec(valueOf('ExecStart')) ?? []
  const settings = join(root, settingsPath)
  const environment = parseEnv(await readFile(settings, 'utf8')) as Record<string, string>
  const config = readConfig(environment)
  return {
    unitFile,
    settings: settingsPath,
    node: unquoted(node),
    app: valueOf('WorkingDirectory').replaceAll('%%', '%'),
    data: config.dataDirectory,
    user: valueOf('User'),
    config,
    environment,
  }
}

/** Lets the unit run the program of another folder: the whole file, or the former one after a power cut. */
export async function writeUnit(unitFile: string, unit: ServiceUnit): Promise<void> {
  await writeFile(`${unitFile}.new`, serviceUnit(unit))
  await rename(`${unitFile}.new`, unitFile)
}

function unquoted(text: string): string {
  return text
    .replaceAll('$$', '$')
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%%', '%')
}
