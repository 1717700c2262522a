import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#server/db/embedded/free-port.ts'
import { processesOn } from '#server/db/embedded/postmaster-file.ts'
import { supervise, writeSettings } from '#tests/server/support/supervisor.ts'
import { newDataDirectory, removeDataDirectory } from '#tests/support/data-directory.ts'

const project = join(import.meta.dirname, '../..')
const isAsked = process.env.OFFICINE_ARCHIVE !== undefined && process.platform === 'linux' && process.arch === 'x64'

test.skipIf(!isAsked)(
  'the archive, unpacked anywhere, installs itself and serves both windows with its own Node',
  async () => {
    const folder = newDataDirectory('archive')
    onTestFinished(() => removeDataDirectory(folder))
    run('npx', ['tsx', 'packaging/make-archive.ts', '--to', folder], project)
    const [archive = ''] = await readdir(folder)
    const place = join(folder, 'une pharmacie')
    await mkdir(place)
    run('tar', ['-xzf', join(folder, archive)], place)
    const app = join(place, (await readdir(place))[0]!)
    const root = join(folder, 'root')
    const data = join(root, 'data')
    const port = await freePort()
    await mkdir(data, { recursive: true })
    await writeSettings(root, { PORT: String(port), DATA_DIRECTORY: data })
    // Nothing of this machine but its shell: neither its Node nor its packages.
    const said = execFileSync(join(app, 'officine'), ['install', '--root', root, '--user', 'root'], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    })
    expect(said).toContain('Officine tourne, et repart avec l’ordinateur.')
    expect(await readFile(join(root, 'etc/systemd/system/officine.service'), 'utf8')).toContain(
      `ExecStart="${join(app, 'bin/node')}" `,
    )
    const supervisor = await supervise(root)
    const answerOf = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        async (answer) => `${answer.status} ${await answer.text()}`,
        () => 'nothing',
      )
    await expect.poll(() => answerOf('/api/'), { timeout: 100_000 }).toContain('200 {"name":"officine"')
    for (const path of ['/kiosk/', '/backoffice/']) expect(await answerOf(path)).toMatch(/^200 <!doctype html>/i)
    expect(await supervisor.stop()).toBe(0)
    expect(await processesOn(join(data, 'postgresql', 'data'))).toEqual([])
  },
  1_800_000,
)

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
