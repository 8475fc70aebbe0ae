/** The process of a recording proxy: its memory and its faults are not those of server or agent. It ends when the recording or the process that started it does, and completes its file before. */
import { errorText } from '@pone/schema/error-text.ts'
import { openAuthority } from '../certificates/authority.ts'
import type { EndReason } from '../limits.ts'
import { type RecordingProxy, startProxy } from '../proxy.ts'
import { createAddressWall } from '../target/address-wall.ts'
import { type ProxyOrder, type ProxyReport, proxyCommandSchema } from './messages.ts'

const maxUrlLength = 500

const report = (message: ProxyReport, then?: () => void): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => then?.())
  else then?.()
}

async function start(order: ProxyOrder): Promise<RecordingProxy> {
  const authority = await openAuthority(order.authorityPath, Date.now())
  const { host, path, hosts, password, addresses, acceptsAnyCertificate, closedPorts, limits } = order
  const open = (port: number) =>
    startProxy({
      authority,
      host,
      port,
      path,
      hosts,
      acceptsAnyCertificate,
      limits,
      closedPorts,
      access: { addresses: addresses ?? 'any', password },
      wall: createAddressWall(order.allowedTargets),
      onExchange: ({ url, index, method, status, contentType, durationMs, pageId }) =>
        report({
          kind: 'exchange',
          index,
          method: method.slice(0, 50),
          url: (url.split(/[?#]/)[0] ?? '').slice(0, maxUrlLength),
          status,
          contentType: contentType.slice(0, 100),
          durationMs,
          pageId,
        }),
      onEnd: reason => void end(reason),
    })
  const proxy = await firstOpen(order.ports, open)
  const { certificate, fingerprint, hostKeyHash } = authority
  report({ kind: 'started', port: proxy.port, certificate, fingerprint, hostKeyHash })
  return proxy
}

/** On the first port that is free. @throws the fault of the last one */
async function firstOpen(
  ports: readonly number[],
  open: (port: number) => Promise<RecordingProxy>,
): Promise<RecordingProxy> {
  let fault: unknown
  for (const port of ports) {
    try {
      return await open(port)
    } catch (cause) {
      fault = cause
      if (!isTaken(cause)) break
    }
  }
  throw fault
}

const isTaken = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'

let started: Promise<RecordingProxy> | null = null

async function end(reason: EndReason): Promise<void> {
  const proxy = await started?.catch(() => null)
  await proxy?.close()
  report({ kind: 'ended', reason }, () => process.exit())
}

async function mark(title: string): Promise<void> {
  const page = (await started)?.mark(title) ?? null
  report({ kind: 'marked', page: page === null ? null : { id: page.id, title: page.title } })
}

process.on('message', (message: unknown) => {
  const command = proxyCommandSchema.parse(message)
  if (command.kind === 'start') {
    started = start(command.order)
    started.catch((cause: unknown) =>
      report({ kind: 'refused', arePortsTaken: isTaken(cause), detail: errorText(cause) }, () =>
        process.exit(1),
      ),
    )
  } else if (command.kind === 'stop') void end('stopped')
  else void mark(command.title)
})

// Its parent has ended: nobody would stop the proxy. What a server recorded is found by the next one.
process.on('disconnect', () => void end('stopped'))
// Sent to all processes of the service; the parent tells this one when it ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
