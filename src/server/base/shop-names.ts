import { BlockList, isIP } from 'node:net'

/** Ends of names that no public site has: an authority for them can never speak for one. */
export const privateEnds = ['local', 'lan', 'home.arpa', 'internal', 'localhost'] as const
/** Addresses of networks that are not the Internet's. */
export const privateNetworks = [
  { address: '10.0.0.0', prefix: 8 },
  { address: '172.16.0.0', prefix: 12 },
  { address: '192.168.0.0', prefix: 16 },
  { address: '127.0.0.0', prefix: 8 },
] as const

/** Whether a name or an IPv4 address belongs to a shop's own network: the authority of a shop certifies no other. */
export function isShopName(name: string): boolean {
  if (isIP(name) === 4) {
    const own = new BlockList()
    for (const { address, prefix } of privateNetworks) own.addSubnet(address, prefix)
    return own.check(name)
  }
  if (!/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(name)) return false
  return privateEnds.some((end) => name.endsWith(`.${end}`)) || name === 'localhost'
}
