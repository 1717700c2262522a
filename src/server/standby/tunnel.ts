import { chown } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Account } from '#server/db/embedded/account.ts'
import { newDoor, removeDoor, type Door } from '#server/db/embedded/postmaster.ts'
import { openChannel, writeLine, type ChannelKey } from '#server/standby/channel.ts'

export type Tunnel = Door & {
  /** Address of the login of backups of the first computer. */
  url: string
  /** The same for the settings of PostgreSQL. */
  conninfo(applicationName: string): string
  close(): Promise<void>
}

/**
 * A door on this computer that leads to the PostgreSQL of the first one, through TLS of Node: the engine’s own TLS is never
 * used. Only the account of PostgreSQL may enter the folder of its socket.
 */
export async function openTunnel(
  of: { host: string; port: number },
  { key, account, password }: { key: ChannelKey; account: Account | undefined; password: string },
): Promise<Tunnel> {
  const isSocket = process.platform !== 'win32'
  const door = await newDoor(account, isSocket)
  const open = new Set<Socket>()
  const server = createServer((local) => {
    open.add(local)
    local.on('error', () => local.destroy())
    local.once('close', () => open.delete(local))
    openChannel(of, key).then(
      (channel) => {
        if (local.destroyed) return void channel.destroy()
        writeLine(channel, { do: 'postgresql' })
        local.once('close', () => channel.destroy())
        channel.once('close', () => local.destroy())
        local.pipe(channel)
        channel.pipe(local)
      },
      () => local.destroy(),
    )
  })
  const path = join(door.host, `.s.PGSQL.${door.port}`)
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    if (isSocket) server.listen(path, done)
    else server.listen(door.port, door.host, done)
  })
  server.on('error', () => {})
  if (isSocket && account) await chown(path, account.uid, account.gid)
  return {
    ...door,
    url: isSocket
      ? `postgresql://officine_backup@localhost/postgres?host=${encodeURIComponent(door.host)}&port=${door.port}`
      : `postgresql://officine_backup:${password}@${door.host}:${door.port}/postgres`,
    conninfo: (applicationName) =>
      [
        `host=${door.host}`,
        `port=${door.port}`,
        'user=officine_backup',
        ...(isSocket ? [] : [`password=${password}`]),
        'sslmode=disable',
        'gssencmode=disable',
        'connect_timeout=10',
        `application_name=${applicationName}`,
      ].join(' '),
    async close() {
      for (const local of open) local.destroy()
      await new Promise((done) => server.close(done))
      await removeDoor(door)
    },
  }
}
