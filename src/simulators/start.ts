/**
 * `npm run simulator:emecef` and `simulator:fne`: a simulator of a fiscal platform. What it certifies has no fiscal
 * value. It prints its address and a token; `POST /traps` lays a trap.
 */
import { openEmecefSimulator } from './emecef.ts'
import { openFneSimulator } from './fne.ts'

const [kind, port] = process.argv.slice(2)
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

if (kind === 'emecef') {
  const simulator = await openEmecefSimulator({ port: Number(port ?? 4901) })
  const inAYear = new Date(Date.now() + 365 * 86_400_000)
  const token = await simulator.token({ taxId: '3201900000017', nim: 'TS01000001', name: 'Simulation' }, inAYear)
  say(`EMECEF_SIMULATOR=${simulator.url}`, `Jeton de l’IFU 3201900000017, machine TS01000001 : ${token}`)
} else if (kind === 'fne') {
  const simulator = await openFneSimulator({ port: Number(port ?? 4902) })
  say(`FNE_SIMULATOR=${simulator.url}`, `Clé : ${simulator.key}`)
} else throw new Error('emecef or fne?')
