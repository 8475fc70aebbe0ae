/** Limits the number of connections per address, whatever is sent over them. */
import type { Server } from 'node:net'

/** Addresses for which `isExempt` holds, such as a reverse proxy, have no limit. */
export function limitConnections(
  server: Server,
  { perAddress, isExempt }: { perAddress: number; isExempt: (address: string) => boolean },
): void {
  const byAddress = new Map<string, number>()
  server.on('connection', socket => {
    const address = socket.remoteAddress
    // Already closed.
    if (address === undefined) return void socket.destroy()
    if (isExempt(address)) return
    const open = byAddress.get(address) ?? 0
    if (open >= perAddress) return void socket.destroy()
    byAddress.set(address, open + 1)
    socket.once('close', () => {
      const left = (byAddress.get(address) ?? 1) - 1
      if (left === 0) byAddress.delete(address)
      else byAddress.set(address, left)
    })
  })
}
