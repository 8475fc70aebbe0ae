/** Which packets a capture takes, as an expression of libpcap that is made of checked fields alone. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { CaptureOrder } from '@pone/contract/entities/capture.ts'

interface Endpoint {
  readonly address: string
  readonly port: number
}

/** @param leftOut connections to these are never captured @throws Error for what is no address */
export function filterOf(
  { host, port, protocol }: Pick<CaptureOrder, 'host' | 'port' | 'protocol'>,
  leftOut: readonly Endpoint[],
): string {
  const parts = [
    ...(protocol === 'all' ? [] : [protocol]),
    ...(host === null ? [] : [`host ${checked(host)}`]),
    ...(port === null ? [] : [`port ${port}`]),
    ...leftOut.map(each => `not (tcp port ${each.port} and host ${checked(each.address)})`),
  ]
  return parts.join(' and ')
}

function checked(address: string): string {
  // The zone of an address is any text.
  if (isIP(address) === 0 || address.includes('%')) throw new Error('no address to capture')
  return address
}

/** Where the agent's own line leads, over which its key and the secrets of runs pass; a name that is not known leads nowhere. */
export async function endpointsOf(serverUrls: readonly string[]): Promise<Endpoint[]> {
  const found = await Promise.all(
    serverUrls.map(async each => {
      const { hostname, port, protocol } = new URL(each)
      const usual = protocol === 'https:' ? 443 : 80
      const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
      return addresses.map(({ address }) => ({
        address: address.replace(/%.*$/, ''),
        port: port === '' ? usual : Number(port),
      }))
    }),
  )
  return found.flat()
}
