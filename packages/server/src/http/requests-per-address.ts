/** Limits how many requests of one address are under way, also where a trusted proxy brings those of many over its own connections. */
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

export function limitRequests(app: FastifyInstance, perAddress: number): void {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', (request, reply, done) => {
    // The sockets that upgrades become have limits of their own.
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
    // The peer may have gone before its answer.
    reply.raw.once('finish', leave).once('close', leave)
    done()
  })
}
