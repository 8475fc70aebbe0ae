/** Calls of monitoring links: the list, start and stop, bindings, sessions and live values. */
import type { monitorLinkCalls } from '@pone/contract/calls/monitor-link.ts'
import type { LinkLive } from '@pone/contract/entities/monitor-link.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MonitorLinkService } from './monitor-link.service.ts'
import type { PictureService } from './pictures/picture.service.ts'
import type { ProposalService } from './proposals/proposal.service.ts'
import { seenBy } from './seen-scenarios.ts'

export interface MonitorLinkApiDeps {
  readonly links: MonitorLinkService
  readonly pictures: Pick<PictureService, 'upload' | 'get'>
  readonly proposals: ProposalService
  readonly live: (projectId: string, id: string) => Promise<LinkLive>
}

export function monitorLinkApi({
  links,
  pictures,
  proposals,
  live,
}: MonitorLinkApiDeps): Handlers<typeof monitorLinkCalls> {
  return {
    list: async (input, { project }) => {
      const page = await links.list(input)
      return { ...page, rows: page.rows.map(link => seenBy(project, link)) }
    },
    sessions: input => links.sessions(input),
    live: ({ projectId, id }) => live(projectId, id),
    uploadPicture: async ({ projectId }, { audit, upload }) => {
      audit.target(upload.name)
      const picture = await pictures.upload(projectId, upload)
      audit.after(picture)
      return picture
    },
    picture: ({ projectId, id }) => pictures.get(projectId, id),
    proposeEdges: async (input, { audit, gone }) => {
      const found = await proposals.propose(input, gone)
      audit.target(found.machines.map(machine => machine.name).join(', '))
      return found
    },
    copy: async ({ projectId, id }, { audit, user, project }) => {
      const copy = await links.copy(projectId, user.account, id)
      audit.target(copy.name)
      return seenBy(project, copy)
    },
    rename: async ({ projectId, id, name }, { audit, user }) => {
      audit.target(name)
      audit.after({ name })
      audit.before({ name: await links.rename(projectId, user.account, { id, name }) })
      return {}
    },
    delete: async ({ projectId, ids }, { audit }) => {
      audit.target((await links.delete(projectId, ids)).join(', '))
      return {}
    },
    start: async ({ projectId, ids }, { audit, user }) => {
      audit.target((await links.start(projectId, user.account, ids)).join(', '))
      return {}
    },
    stop: async ({ projectId, ids }, { audit, user }) => {
      audit.target((await links.stop(projectId, user.account, ids)).join(', '))
      return {}
    },
    bind: async ({ projectId, id, ...binding }, { audit }) => {
      const before = await links.bind(projectId, id, binding)
      audit.target(before.name)
      audit.before({
        scenarios: before.scenarios.map(scenario => scenario.name),
        collectsEachSecond: before.collects_each_second,
      })
      audit.after(binding)
      return {}
    },
  }
}
