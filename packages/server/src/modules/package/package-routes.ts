/** Where the bytes of packages are fetched: by load machines with their key, by browsers and install commands with an address of their own; ranges go on where a transfer broke. */

import { linkPackagePath } from '@pone/contract/link/package-path.ts'
import { idSchema } from '@pone/schema/common.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from '../../calls/content-disposition.ts'
import { rangeOf } from './byte-range.ts'
import { type PackageService } from './package.service.ts'
import { type PackageFile, packageFilePath } from './package-files.ts'

export function mountPackages(
  app: FastifyInstance,
  deps: {
    packages: Pick<PackageService, 'fileForMachine' | 'fileOfLink'>
    isAgent: (agentId: string, key: string) => Promise<boolean>
    /** Whether the machine is being given the package: only then there is one for it. */
    isBroughtTo: (agentId: string, packageId: string) => Promise<boolean>
  },
): void {
  const { packages, isAgent, isBroughtTo } = deps
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: linkPackagePath(':id'),
    handler: async (request, reply) => {
      const { id } = request.params
      const { 'agent-id': agentId, 'agent-key': key } = request.headers
      if (typeof agentId !== 'string' || typeof key !== 'string' || !(await isAgent(agentId, key)))
        return reply.code(401).send()
      const isMeant = idSchema.safeParse(id).success && (await isBroughtTo(agentId, id))
      return send(request, reply, isMeant ? await packages.fileForMachine(id) : null)
    },
  })
  app.route<{ Params: { secret: string } }>({
    method: ['GET', 'HEAD'],
    url: `${packageFilePath}/:secret/:name`,
    handler: async (request, reply) => send(request, reply, await packages.fileOfLink(request.params.secret)),
  })
}

function send(request: FastifyRequest, reply: FastifyReply, file: PackageFile | null): FastifyReply {
  if (file === null) return reply.code(404).send()
  const { sizeBytes, sha256, fileName } = file
  const tag = `"${sha256}"`
  reply
    .type('application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('cache-control', 'no-store')
    .header('content-disposition', contentDisposition(fileName))
  const condition = request.headers['if-range']
  const range =
    condition === undefined || condition === tag ? rangeOf(request.headers.range, sizeBytes) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`)
  reply.header('content-length', end - start + 1)
  return request.method === 'HEAD' ? reply.send() : reply.send(file.open({ start, end }))
}
