import { spawn } from 'node:child_process'
import type { ViteDevServer } from 'vite'

/** Both windows call the server that serves them, and sign in through it: no address is built in, so any port works. */
const sameOrigin = { VITE_API_BASE: '/api', VITE_AUTH_EMULATOR: 'same-origin' }

/** Builds both windows into dist/ in a child process, so that the database and the emulator start meanwhile. */
export function buildWindows(): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...sameOrigin },
    })
    child.once('error', failed)
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error('the windows could not be built'))))
  })
}

/** Serves both windows from their sources, with reload on change; the API and the sign-in stay on their own server. */
export async function serveSources(apiOrigin: string): Promise<{ url: string; server: ViteDevServer }> {
  Object.assign(process.env, sameOrigin)
  const { createServer } = await import('vite')
  const proxy = Object.fromEntries(
    [
      '/api',
      '/docs',
      '/openapi.json',
      '/identitytoolkit.googleapis.com',
      '/securetoken.googleapis.com',
      '/emulator',
    ].map((path) => [path, apiOrigin]),
  )
  const server = await createServer({ server: { proxy, port: 5173 } })
  await server.listen()
  return { url: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://127.0.0.1:5173', server }
}
