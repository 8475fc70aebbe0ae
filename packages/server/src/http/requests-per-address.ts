/** Limits the number of concurrent requests per address, also behind a trusted proxy. */
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

export function limitRequests(app: FastifyInstance, perAddress: number): void {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    // Sockets after an upgrade have limits of their own.
    if (request.headers.upgrade !== undefined) return done()
    const { ip } = request
    const own = underWay.get(ip) ?? 0
    if (own >= perAddress) return done(new AppError('TooManyRequests', { seconds: 1 }))
    underWay.set(ip, own + 1)
    let isOver = false
    const leave = () => {
      if (isOver) return
      isOver = true
      const left = (underWay.get(ip) ?? 1) - 1
      if (left === 0) underWay.delete(ip)
      else underWay.set(ip, left)
    }
    // The client may have disconnected before the response.
    reply.raw.once('finish', leave).once('close', leave)
    done()
  })
}
