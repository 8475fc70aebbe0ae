/**
 * The base address of a component in a plan: origin and path of the thread group's HTTP Request Defaults. JMeter uses
 * the defaults' path only for samplers without one, so samplers contain the whole path, and the conversion back removes
 * it.
 */

export interface AddressParts {
  readonly protocol: string
  readonly host: string
  readonly port: string
  readonly path: string
}

/** The parts of an address; one that begins with a variable stays whole in the path, which JMeter accepts. */
export function addressParts(address: string): AddressParts {
  const [, protocol = '', host = '', port = '', path = ''] =
    /^(https?):\/\/([^/:?#]+|\[[^\]]+\])(?::([^/?#]+))?(.*)$/is.exec(address) ?? []
  return host === ''
    ? { protocol: '', host: '', port: '', path: address }
    : { protocol: protocol.toLowerCase(), host, port, path }
}

/** True for a complete address, which needs no base. */
export const isWholeAddress = (url: string): boolean => /^(https?:\/\/|\$\{)/i.test(url)

/** A request's address, with the base before it where it is only a path. */
export const withBase = (url: string, baseUrl: string): string =>
  isWholeAddress(url) ? url : `${baseUrl.replace(/\/$/, '')}${url.startsWith('/') ? '' : '/'}${url}`
