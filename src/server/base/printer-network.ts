import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { NetworkPrinter } from '#shared/contract/pharmacy-settings.ts'
import type { FieldIssue } from '#server/base/field-issues.ts'

/** `allowsThisMachine`: also loopback addresses, and any port; for tests and the demo, refused in production. */
export type PrinterNetwork = {
  allowsThisMachine: boolean
  /** No failure is answered earlier, so that the time does not tell a closed port from a missing machine. */
  failsAfterMs: number
  /** The addresses of this machine now: they change with its network. */
  ownAddresses: () => readonly string[]
  /** No printer is reached: this is not the shop, but one to exercise in. */
  isClosed?: boolean
}
export const pharmacyNetwork: PrinterNetwork = {
  allowsThisMachine: false,
  failsAfterMs: 2_500,
  ownAddresses: () => Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
}

type Address = Pick<NetworkPrinter, 'host' | 'port'>

const privateRanges = new BlockList()
privateRanges.addSubnet('10.0.0.0', 8, 'ipv4')
privateRanges.addSubnet('172.16.0.0', 12, 'ipv4')
privateRanges.addSubnet('192.168.0.0', 16, 'ipv4')
privateRanges.addSubnet('fc00::', 7, 'ipv6')
const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
thisMachine.addAddress('::1', 'ipv6')

/** Printers listen for raw bytes on these ports; nothing else usually does. */
const [firstPort, lastPort] = [9100, 9109]

/**
 * Issues of the printers in a request. Names are not resolved here: the answer would tell which names exist. What they
 * stand for is checked at each connection.
 */
export function printerIssues(printers: readonly Address[], network: PrinterNetwork): FieldIssue[] {
  return printers.flatMap(({ host, port }, index) => [
    ...(isIP(host) === 0 || isAllowed(host, network)
      ? []
      : [{ path: `body.printers.${index}.host`, message: 'not in the network' }]),
    ...(isPrinterPort(port, network) ? [] : [{ path: `body.printers.${index}.port`, message: 'no printer port' }]),
  ])
}

/**
 * The IP address to connect to. A name is resolved once, and the connection goes to the checked address: a second
 * answer of the name service cannot lead elsewhere. Throws when the printer is not in the network of the pharmacy.
 */
export async function checkedAddress({ host, port }: Address, network: PrinterNetwork): Promise<Address> {
  if (network.isClosed) throw new Error('this shop reaches no printer')
  if (!isPrinterPort(port, network)) throw new Error(`${port} is no port of a printer`)
  const { address } = await lookup(host)
  if (!isAllowed(address, network)) throw new Error(`${host} is not in the network of the pharmacy`)
  return { host: address, port }
}

function isAllowed(address: string, { allowsThisMachine, ownAddresses }: PrinterNetwork): boolean {
  if (allowsThisMachine && thisMachine.check(address, familyOf(address))) return true
  const own = new BlockList()
  for (const one of ownAddresses()) own.addAddress(one, familyOf(one))
  return privateRanges.check(address, familyOf(address)) && !own.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

function isPrinterPort(port: number, { allowsThisMachine }: PrinterNetwork): boolean {
  return allowsThisMachine || (port >= firstPort && port <= lastPort)
}
