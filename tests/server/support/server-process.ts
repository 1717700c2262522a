import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type ServerProcess = {
  pid: number
  /** All its output so far. */
  output(): string
  /** Resolves with its exit code; null when a signal ended it. */
  ended: Promise<number | null>
  end(signal: NodeJS.Signals): Promise<number | null>
}

const project = join(import.meta.dirname, '../../..')

/** Runs one of our programs as a separate process, with only the given environment. It ends with the running test. */
export function spawnProgram(
  file: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): ServerProcess {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', join(project, file), ...args], {
    cwd: project,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  // its last output may arrive after its exit
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    pid: child.pid!,
    output: () => text,
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
