/**
 * The target of a calibration: a process that answers every request on a keep-alive connection with the same few bytes,
 * as fast as it can.
 */
import { createServer } from 'node:net'
import { enclose } from '@pone/engine/enclosure.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\nok'
const endOfHead = '\r\n\r\n'

const server = createServer({ noDelay: true }, socket => {
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    const parts = (rest + text).split(endOfHead)
    rest = parts.pop() ?? ''
    if (parts.length > 0) socket.write(answer.repeat(parts.length))
  })
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => {
  enclose()
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit(0))
// Ctrl-C in a terminal reaches every process of the group; the agent ends this one in order.
process.on('SIGINT', () => undefined)
