/** A real WebSocket server for tests of other packages. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** A WebSocket server that counts messages, answers each, and says one more thing that nobody asked for. */
export class CountingSockets {
  received = 0
  sent = 0
  readonly #server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

  async open(): Promise<this> {
    this.#server.on('connection', socket =>
      socket.on('message', () => {
        this.received++
        for (const text of ['{"price": 7}', '{"news": 1}']) socket.send(text, () => this.sent++)
      }),
    )
    await once(this.#server, 'listening')
    return this
  }
  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }
  close(): void {
    for (const client of this.#server.clients) client.terminate()
    this.#server.close()
  }
}
