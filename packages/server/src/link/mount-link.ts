/** Mounts the link on the web server: the agents' WebSocket, the download of plan files, and the upload of sample logs. */
import { Readable } from 'node:stream'
import type {} from '@fastify/websocket'
import { linkPath } from '@pone/contract/link/connection.ts'
import { sampleLogPath } from '@pone/contract/link/sample-log.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdmissionService } from './admission.ts'
import type { LinkServer } from './link-server.ts'

export interface PlanFileContent {
  readonly sizeBytes: number
  readonly body: Readable
}

/** `@fastify/websocket` must be registered before. */
export function mountLink(
  app: FastifyInstance,
  deps: {
    link: Pick<LinkServer, 'accept'>
    admission: Pick<AdmissionService, 'isAgent'>
    /** Whether work of the machine needs the file; otherwise the response is the same as for a missing file. */
    needsFile: (agentId: string, id: string) => Promise<boolean>
    /** null when there is no such file. */
    openFile: (id: string) => Promise<PlanFileContent | null>
    /** false when the run is not one of the machine's. */
    takeSampleLog: (upload: {
      runId: string
      agentId: string
      worker: string
      body: Readable
    }) => Promise<boolean>
  },
): void {
  app.get(linkPath, { websocket: true }, (socket, { ip, socket: connection }) => {
    const { remotePort, localPort } = connection
    const ends = { address: ip, port: remotePort ?? null, socketPort: localPort ?? null }
    deps.link.accept(socket, connection, ends)
  })

  /** Id of the authenticated agent; null otherwise. */
  const agentOf = async ({ headers }: FastifyRequest): Promise<string | null> => {
    const { 'agent-id': agentId, 'agent-key': key } = headers
    if (typeof agentId !== 'string' || typeof key !== 'string') return null
    return (await deps.admission.isAgent(agentId, key)) ? agentId : null
  }

  app.get<{ Params: { id: string } }>('/apm-api/link-file/:id', async (request, reply) => {
    const { id } = request.params
    const agentId = await agentOf(request)
    if (agentId === null) return reply.code(401).send()
    const file = (await deps.needsFile(agentId, id)) ? await deps.openFile(id) : null
    if (file === null) return reply.code(404).send()
    return reply
      .type('application/octet-stream')
      .header('content-length', file.sizeBytes)
      .header('cache-control', 'no-store')
      .send(file.body)
  })

  // The body stays a stream, because a sample log may be larger than the memory.
  app.addContentTypeParser('application/gzip', (_request, body, done) => done(null, body))
  app.put<{ Params: { runId: string; worker: string }; Body: unknown }>(
    sampleLogPath(':runId', ':worker'),
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    async (request, reply) => {
      const agentId = await agentOf(request)
      if (agentId === null) return reply.code(401).send()
      const { body } = request
      if (!(body instanceof Readable)) return reply.code(415).send()
      const isTaken = await deps.takeSampleLog({ ...request.params, agentId, body })
      return reply.code(isTaken ? 204 : 404).send()
    },
  )
}
