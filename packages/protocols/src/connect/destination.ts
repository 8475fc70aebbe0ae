/** Where a connection goes. */

export interface Destination {
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** Whether the host is an address, so that no name is told to TLS. */
  readonly isIp: boolean
}
