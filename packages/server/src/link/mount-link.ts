/** Mounts the link on the web server: the agents' WebSocket, and the files that their plans need. */
import type { Readable } from 'node:stream'
import type {} from '@fastify/websocket'
import { linkPath } from '@pone/contract/link/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { AdmissionService } from '../modules/cluster/admission.ts'
import type { LinkServer } from './link-server.ts'

export interface PlanFileContent {
  readonly sizeBytes: number
  readonly body: Readable
}

/** `@fastify/websocket` has to be registered before. */
export function mountLink(
  app: FastifyInstance,
  deps: {
    link: Pick<LinkServer, 'accept'>
    admission: Pick<AdmissionService, 'isAgent'>
    /** null when there is no such file. */
    openFile: (id: string) => Promise<PlanFileContent | null>
  },
): void {
  app.get(linkPath, { websocket: true }, socket => deps.link.accept(socket))

  app.get<{ Params: { id: string } }>('/apm-api/link-file/:id', async (request, reply) => {
    const { 'agent-id': agentId, 'agent-key': key } = request.headers
    if (typeof agentId !== 'string' || typeof key !== 'string') return reply.code(401).send()
    if (!(await deps.admission.isAgent(agentId, key))) return reply.code(401).send()
    const file = await deps.openFile(request.params.id)
    if (file === null) return reply.code(404).send()
    return reply
      .type('application/octet-stream')
      .header('content-length', file.sizeBytes)
      .header('cache-control', 'no-store')
      .send(file.body)
  })
}
