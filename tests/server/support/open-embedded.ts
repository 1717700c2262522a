/** Opens the embedded PostgreSQL of a directory and runs until it is killed. Prints « begun », then the address. */
import { openEmbedded } from '#server/db/embedded/embedded-postgres.ts'

process.stdout.write('begun\n')
const { url } = await openEmbedded({ directory: process.argv[2] ?? '' })
process.stdout.write(`${url}\n`)
setInterval(() => undefined, 60_000)
