/** Process entry of the demo shop in Java: `--port N` (0 = any free one); tells its address on stdout and ends with its parent. */
import { parseArgs } from 'node:util'
import { startJavaShop } from './java-shop.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8611' }, host: { type: 'string', default: '127.0.0.1' } },
})
const shop = await startJavaShop({ host: values.host, port: Number(values.port) })
process.stdout.write(`${JSON.stringify({ event: 'listening', address: shop.address, pid: shop.pid })}\n`)

function end(): void {
  process.stdin.destroy()
  void shop.close()
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
// A parent that spawned us holds the other end of a pipe; when it dies, even by kill -9, the pipe ends.
if (!process.stdin.isTTY) process.stdin.once('end', end).once('error', end).resume()
