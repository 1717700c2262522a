import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn, readPostmaster } from '#server/db/embedded/postmaster-file.ts'
import { install, type InstallOptions } from '#server/start/install.ts'
import { serviceUnit } from '#server/start/service-unit.ts'
import { supervise, writeSettings } from '#tests/server/support/supervisor.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'
import { takenPort } from '#tests/support/taken-port.ts'

const project = join(import.meta.dirname, '../..')
const unitPath = 'etc/systemd/system/officine.service'
const settingsPath = 'etc/officine/officine.env'
const onLinux = describe.skipIf(process.platform !== 'linux')
const judgesUnits = existsSync('/usr/bin/systemd-analyze')

onLinux('officine install', () => {
  test('writes the unit and the settings with fresh secrets, and says what is to be completed', async () => {
    const { root, said } = await installed()
    const settings = parseEnv(await readFile(join(root, settingsPath), 'utf8'))
    expect((await stat(join(root, settingsPath))).mode & 0o777).toBe(0o600)
    expect([settings['PIN_SECRET'], settings['SECRETS_KEY']]).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.stringMatching(/^[\da-f]{64}$/),
    ])
    expect(settings['PIN_SECRET']).not.toBe(settings['SECRETS_KEY'])
    expect(said.at(-1)).toMatch(/PUBLIC_ORIGIN manque[\s\S]*puis lancez « systemctl start officine »/)
    expect(await readFile(join(root, unitPath), 'utf8')).toContain('Restart=always')
  })

  test('with names of the shop, the settings ask for no proxy; a public name is refused', async () => {
    const { root, said } = await installed({ names: 'officine.local,192.168.1.10' })
    const settings = parseEnv(await readFile(join(root, settingsPath), 'utf8'))
    expect(settings).toMatchObject({ HOST: '0.0.0.0', TLS_NAMES: 'officine.local,192.168.1.10' })
    expect(said.at(-1)).not.toContain('PUBLIC_ORIGIN')
    expect(await refusal({ root: aFolder(), names: 'officine.local,officine.example' })).toContain(
      '--names officine.example',
    )
  })

  test.skipIf(!judgesUnits)(
    'the unit is one that systemd accepts, also with spaces and signs in its paths',
    async () => {
      const { root } = await installed()
      expect(faultsOf(join(root, unitPath))).toBe('')
      const folder = aFolder()
      const unit = join(folder, 'officine.service')
      const app = join(folder, 'Pharmacie du $marché à 100 %')
      await mkdir(app)
      const data = '/var/lib/officine'
      await writeFile(
        unit,
        serviceUnit({ node: process.execPath, app, settings: '/etc/officine/officine.env', data, user: 'root' }),
      )
      expect(faultsOf(unit)).toBe('')
    },
  )

  test('twice, without rights or systemd, and on a port in use or of the system is one sentence each, and nothing is written', async () => {
    const { root } = await installed()
    const before = await readFile(join(root, settingsPath), 'utf8')
    expect(await refusal({ root })).toContain('Officine est déjà installée')
    expect(await readFile(join(root, settingsPath), 'utf8')).toBe(before)
    expect(await refusal({ root: '', uid: 1000 })).toContain('relancez-la avec « sudo »')
    const empty = aFolder()
    const port = await takenPort()
    expect(await refusal({ root: empty, port })).toContain(`Le port ${port} est déjà pris`)
    expect(await refusal({ root: empty, port: 443, user: 'officine' })).toContain('ne peut pas ouvrir le port 443')
    expect(await refusal({ root: empty, isSystemdThere: false })).toContain('ne démarre pas par systemd')
    expect(await readdir(empty)).toEqual([])
  })

  test('settings that are there stay, and who asked for others is told', async () => {
    const root = aFolder()
    const port = await freePort()
    await writeSettings(root, { PORT: String(port), DATA_DIRECTORY: join(root, 'data') })
    const before = await readFile(join(root, settingsPath), 'utf8')
    const { said } = await installed({ root, port: await takenPort(), data: '/srv/officine' })
    expect(said[0]).toContain(`PORT=${port}, DATA_DIRECTORY=${join(root, 'data')}.`)
    expect(said[0]).toMatch(/« --port \d+ » et « --data \/srv\/officine » n’y change rien : modifiez ce fichier\.$/)
    expect(await readFile(join(root, settingsPath), 'utf8')).toBe(before)
  })

  test('run by a supervisor as its unit says: it answers, comes back when it is killed, and stops with its PostgreSQL', async () => {
    const root = aFolder()
    const data = join(root, 'data')
    await mkdir(data)
    const port = await freePort()
    await writeSettings(root, { PORT: String(port), DATA_DIRECTORY: data })
    const { said } = await installed({ root, port: undefined })
    expect(said.at(-1)).toBe('Officine tourne, et repart avec l’ordinateur.')

    const supervisor = await supervise(root)
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/api/`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(answers, { timeout: 100_000 }).toBe(200)
    const cluster = join(data, 'postgresql', 'data')
    const before = await readPostmaster(cluster)
    supervisor.kill()
    await expect.poll(answers, { timeout: 10_000, interval: 20 }).toBe(0)
    await expect.poll(answers, { timeout: 100_000 }).toBe(200)
    // It was not killed with its parent, and is taken over as it runs.
    expect(await readPostmaster(cluster)).toEqual(before)
    expect(await supervisor.stop()).toBe(0)
    expect(await processesOn(cluster)).toEqual([])
  })
})

/** Installs into a folder as if it were a disk. */
async function installed(given: Partial<InstallOptions> = {}): Promise<{ root: string; said: string[] }> {
  const said: string[] = []
  const root = given.root ?? aFolder()
  const port = await freePort()
  await install({
    node: process.execPath,
    app: project,
    data: '/var/lib/officine',
    user: 'root',
    port,
    uid: 0,
    say: (sentence) => said.push(sentence),
    ...given,
    root,
  })
  return { root, said }
}

function refusal(given: Partial<InstallOptions>): Promise<string> {
  return installed(given).then(
    () => 'installed',
    (error: Error) => error.message,
  )
}

/** What systemd finds wrong with a unit. */
function faultsOf(unit: string): string {
  try {
    execFileSync('systemd-analyze', ['verify', '--man=no', unit], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    return ''
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}

function aFolder(): string {
  const folder = newDataDirectory('install')
  onTestFinished(() => removeDataDirectory(folder))
  return folder
}
