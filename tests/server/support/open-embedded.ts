/** Opens the embedded PostgreSQL of a directory and stays until it is killed. Says « begun », then the address. */
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'

process.stdout.write('begun\n')
const { url } = await openEmbedded({ directory: process.argv[2] ?? '' })
process.stdout.write(`${url}\n`)
setInterval(() => undefined, 60_000)
