/** Opens the sign-in emulator in a folder and runs until it is killed. Prints its address. */
import { startAuthEmulator } from '#server/start/auth-emulator.ts'

const { host } = await startAuthEmulator({ projectId: 'demo-officine', directory: process.argv[2] ?? '' })
process.stdout.write(`${host}\n`)
setInterval(() => undefined, 60_000)
