import { isAbsolute, join } from 'node:path'

export type ServiceUnit = {
  /** The program of Node that runs it. */
  node: string
  /** The folder of Officine, with its sources and packages. */
  app: string
  /** The file of its settings. */
  settings: string
  /** The folder that it writes. */
  data: string
  user: string
}

/**
 * The unit with which systemd runs Officine. Throws for a path that is not absolute.
 *
 * `KillMode=process`: a stop reaches our process alone, which lets calls end and then stops PostgreSQL. When our process
 * dies, PostgreSQL finishes what it writes, and the next start takes it over. The door of PostgreSQL is in a folder that
 * stays meanwhile, and that no cleaning of temporary files empties. A network folder that no longer answers keeps some
 * threads of the pool: there are enough for the others.
 */
export function serviceUnit({ node, app, settings, data, user }: ServiceUnit): string {
  for (const path of [node, app, settings, data]) if (!isAbsolute(path)) throw new Error(`${path} is no absolute path`)
  return `[Unit]
Description=Officine
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
User=${user}
WorkingDirectory=${plain(app)}
EnvironmentFile=${plain(settings)}
Environment=TMPDIR=%t/officine
Environment=UV_THREADPOOL_SIZE=16
RuntimeDirectory=officine
RuntimeDirectoryMode=0700
RuntimeDirectoryPreserve=restart
ExecStart=${quoted(node)} --import ${quoted(join(app, 'node_modules/tsx/dist/loader.mjs'))} ${quoted(join(app, 'src/server/main.ts'))}
Restart=always
RestartSec=2
KillMode=process
KillSignal=SIGTERM
TimeoutStopSec=90
OOMPolicy=continue
NoNewPrivileges=yes
ProtectSystem=full
ProtectHome=read-only
ReadWritePaths=${quoted(data)}
UMask=0077

[Install]
WantedBy=multi-user.target
`
}

/** systemd replaces what begins with a percent. */
function plain(path: string): string {
  return path.replaceAll('%', '%%')
}

function quoted(path: string): string {
  return `"${plain(path)
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll('$', '$$$$')}"`
}
