/** Order events over WebSocket: a client names a good by `{"goodsId"}`, is told its price at once, and each order of it from then on. */
import type { IncomingMessage, Server } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { findGood } from './goods.ts'
import type { Tally } from './tally.ts'

/** Where the shop speaks WebSocket. */
export const eventsPath = '/api/order-events'
const maxMessageBytes = 4 * 1_024
/** A client that has not read this much is told no further orders until it has. */
const maxUnreadBytes = 1_048_576

/** An order as those who watch its good are told. */
interface Order {
  readonly orderId: number
  readonly goodsId: number
  readonly quantity: number
}

export class OrderEvents {
  readonly #tally: Tally
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  readonly #watchers = new Map<number, Set<WebSocket>>()

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** Takes the handshakes of the shop; each, and each message, is counted like a request. `runOf` tells the run of a request. */
  listen(server: Server, runOf: (request: IncomingMessage) => string | undefined): void {
    server.on('upgrade', (request, socket, head) => {
      if (URL.parse(request.url ?? '', 'http://shop')?.pathname !== eventsPath) return socket.destroy()
      const run = runOf(request)
      const open = this.#tally.receive(`WS ${eventsPath}`, run)
      this.#server.handleUpgrade(request, socket, head, client => {
        open.answered(101)
        this.#serve(client, run)
      })
    })
  }

  /** Tells who watches the good. */
  tell({ orderId, goodsId, quantity }: Order): void {
    const text = JSON.stringify({ orderId, goodsId, quantity })
    for (const client of this.#watchers.get(goodsId) ?? [])
      if (client.bufferedAmount < maxUnreadBytes) client.send(text)
  }

  /** Ends all connections. */
  close(): void {
    for (const client of this.#server.clients) client.terminate()
  }

  #serve(client: WebSocket, run: string | undefined): void {
    let watched: number | null = null
    const leave = () => {
      if (watched !== null) this.#watchers.get(watched)?.delete(client)
    }
    client.on('message', data => {
      const open = this.#tally.receive(`MESSAGE ${eventsPath}`, run)
      const good = findGood(goodsIdOf(data))
      leave()
      watched = good?.id ?? null
      if (good !== undefined) this.#watch(good.id, client)
      client.send(JSON.stringify(good === undefined ? { message: 'No such good.' } : priceOf(good)))
      open.answered(good === undefined ? 404 : 200)
    })
    client.on('close', leave)
    // A client that breaks the protocol is closed by the library.
    client.on('error', () => undefined)
  }

  #watch(goodsId: number, client: WebSocket): void {
    const watchers = this.#watchers.get(goodsId) ?? new Set()
    this.#watchers.set(goodsId, watchers.add(client))
  }
}

const priceOf = ({ id, priceCents }: { id: number; priceCents: number }) => ({ goodsId: id, priceCents })

function goodsIdOf(data: RawData): number {
  if (!Buffer.isBuffer(data)) return Number.NaN
  try {
    const message: unknown = JSON.parse(data.toString())
    return message instanceof Object ? Number(Reflect.get(message, 'goodsId')) : Number.NaN
  } catch {
    return Number.NaN
  }
}
