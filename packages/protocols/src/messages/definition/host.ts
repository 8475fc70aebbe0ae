/** Host and port of a peer, as a step names them. */
import type { FormItem } from '@pone/schema/form.ts'
import type { ProblemText, ReportProblem } from '@pone/schema/protocol.ts'
import { template } from '@pone/schema/template.ts'
import { z } from 'zod'

export const hostFields = {
  /** Name or address, an IPv6 address with or without brackets. */
  host: template(255).default(''),
  port: z.int().min(1).max(65_535).default(7),
}

export const hostRow: FormItem = {
  item: 'row',
  label: { zh: '主机与端口', en: 'Host and port' },
  hint: {
    zh: '主机写域名、IPv4 或 IPv6 地址，可以用变量',
    en: 'Host name, IPv4 or IPv6 address; variables can be used',
  },
  fields: [
    { name: 'host', label: { zh: '主机', en: 'Host' }, widget: 'template' },
    { name: 'port', label: { zh: '端口', en: 'Port' }, widget: 'number' },
  ],
}

export const hostProblems = {
  emptyPeerHost: { zh: '请填写主机', en: 'Enter the host' },
  badPeerHost: {
    zh: '主机“{host}”应只写域名或 IP 地址，端口另填',
    en: 'Host “{host}” must be a host name or IP address only; the port has its own field',
  },
} as const satisfies Record<string, ProblemText>

/** Checks a host as it is written. */
export function checkHost(text: string, report: ReportProblem): void {
  const host = text.trim()
  if (host === '') report('host', 'emptyPeerHost')
  else if (!host.includes('${') && !/^[\w.-]+$|^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(host)) {
    report('host', 'badPeerHost', { host })
  } else if (!host.includes('${') && /^[\w.-]*:\d+$/.test(host)) report('host', 'badPeerHost', { host })
}

/** The host without the brackets of an IPv6 address. */
export const bareHost = (host: string): string => host.trim().replace(/^\[(.*)\]$/, '$1')

/** `host:port`, an IPv6 address in brackets. */
export function peerAddress(host: string, port: number): string {
  const bare = bareHost(host)
  return `${bare.includes(':') && !bare.includes('${') ? `[${bare}]` : bare}:${port}`
}
