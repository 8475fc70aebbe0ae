/** Process entry of the demo shop: `--port N` (0 = any free one); tells its address on stdout and ends with its parent. */
import { parseArgs } from 'node:util'
import { createShop } from './shop.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8610' }, host: { type: 'string', default: '127.0.0.1' } },
})
const shop = createShop()

function say(event: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

function end(): void {
  shop.close()
  shop.closeAllConnections()
  process.stdin.destroy()
}

shop.once('error', cause => {
  say({ event: 'fatal', message: `The demo shop cannot listen on port ${values.port}: ${cause.message}.` })
  process.exitCode = 1
  process.stdin.destroy()
})
shop.listen(Number(values.port), values.host, () => {
  const bound = shop.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : values.port
  say({ event: 'listening', address: `http://${values.host}:${port}` })
})
process.once('SIGTERM', end)
process.once('SIGINT', end)
// A parent that spawned us holds the other end of a pipe; when it dies, even by kill -9, the pipe ends.
if (!process.stdin.isTTY) process.stdin.once('end', end).once('error', end).resume()
