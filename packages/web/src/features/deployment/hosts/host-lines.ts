/** Parses hosts entered as text, one name and address per line, with ranges for numbered hosts. */
import { maxHostsPerOperation, maxNameLength } from '@pone/schema/limits.ts'
import { canonicalAddress, isHostAddress } from '@pone/schema/network-address.ts'

export interface HostLine {
  readonly name: string
  readonly address: string
  /** null: the port of the form. */
  readonly sshPort: number | null
}

export type LineFault = 'address' | 'port' | 'range' | 'twice' | 'placeTwice' | 'tooMany' | 'name'

export interface HostLines {
  readonly hosts: readonly HostLine[]
  /** `line` counts from 1. */
  readonly faults: readonly { readonly line: number; readonly fault: LineFault }[]
}

/** `name address[:port]`, or only the address, which then is the name too. `[01-50]` is expanded to each number with that width; ranges of equal length in name and address are expanded in parallel. */
export function readHostLines(text: string): HostLines {
  const hosts: HostLine[] = []
  const faults: { line: number; fault: LineFault }[] = []
  const names = new Set<string>()
  const places = new Set<string>()
  for (const [index, content] of text.split('\n').entries()) {
    const found = readLine(content)
    for (const host of Array.isArray(found) ? found : []) {
      const place = `${canonicalAddress(host.address)} ${host.sshPort ?? ''}`
      if (names.has(host.name)) faults.push({ line: index + 1, fault: 'twice' })
      else if (places.has(place)) faults.push({ line: index + 1, fault: 'placeTwice' })
      else if (hosts.length === maxHostsPerOperation) faults.push({ line: index + 1, fault: 'tooMany' })
      else hosts.push(host)
      names.add(host.name)
      places.add(place)
    }
    if (typeof found === 'string') faults.push({ line: index + 1, fault: found })
  }
  return { hosts, faults: faults.filter((each, at) => faults[at - 1]?.line !== each.line) }
}

/** The line that this host is parsed from. */
export const hostLineText = ({ name, address, sshPort }: HostLine): string =>
  `${name} ${sshPort === null ? address : `${address}:${sshPort}`}`

function readLine(content: string): HostLine[] | LineFault {
  const words = content
    .trim()
    .split(/[\s,;，；]+/)
    .filter(Boolean)
  const [first, second = first] = words
  if (first === undefined || second === undefined) return []
  if (words.length > 2) return 'address'
  const names = expand(first)
  const places = expand(second)
  if (names === null || places === null) return 'range'
  if (names.length !== places.length && names.length !== 1) return 'range'
  const hosts: HostLine[] = []
  for (const [index, place] of places.entries()) {
    const [address, port] = splitPort(place)
    const named = names.length === places.length ? names[index] : undefined
    const name = words.length === 1 ? address : (named ?? `${first}-${String(index + 1)}`)
    if (!isHostAddress(address)) return 'address'
    if (port !== null && !(port >= 1 && port <= 65_535)) return 'port'
    if (name.length > maxNameLength) return 'name'
    hosts.push({ name, address, sshPort: port })
  }
  return hosts
}

/** A number after the only colon is a port; with several colons the text is an IPv6 address. */
function splitPort(place: string): [address: string, port: number | null] {
  const [, address, port] = /^([^:]+):(\d+)$/.exec(place) ?? []
  return address === undefined || port === undefined ? [place, null] : [address, Number(port)]
}

/** All words that `[a-b]` expands to; null for an invalid range. */
function expand(word: string): string[] | null {
  const [, before = '', from, to, after = ''] = /^([^[\]]*)\[(\d+)-(\d+)\]([^[\]]*)$/.exec(word) ?? []
  if (from === undefined || to === undefined) return /[[\]]/.test(word) ? null : [word]
  const count = Number(to) - Number(from) + 1
  if (count < 1 || count > maxHostsPerOperation) return null
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(from) + index).padStart(from.length, '0')
    return `${before}${number}${after}`
  })
}
