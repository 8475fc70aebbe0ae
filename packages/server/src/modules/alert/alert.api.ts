/** Calls of alert rules, incidents and channels. */
import type { alertChannelCalls, alertIncidentCalls, alertRuleCalls } from '@pone/contract/calls/alert.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { AlertChannelService } from './alert-channel.service.ts'
import type { AlertIncidentRepository } from './alert-incident.repository.ts'
import type { AlertRuleService } from './alert-rule.service.ts'

export const alertRuleApi = (rules: AlertRuleService): Handlers<typeof alertRuleCalls> => ({
  rules: input => rules.list(input),
  saveRule: async ({ projectId, ...save }, { audit, user }) => {
    audit.target(save.rule.name)
    const saved = await rules.save(projectId, user.account, save)
    const { name, isEnabled, level, content } = saved
    audit.after({ name, isEnabled, level, max: content.max, min: content.min, times: content.times })
    return saved
  },
  deleteRules: async ({ projectId, ids }, { audit }) => {
    audit.target((await rules.delete(projectId, ids)).join(', '))
    return {}
  },
  rehearse: ({ projectId, ...asked }) => rules.rehearse(projectId, asked),
})

export function alertIncidentApi(
  incidents: Pick<AlertIncidentRepository, 'list' | 'find' | 'timeline' | 'acknowledge'>,
  now: () => number,
): Handlers<typeof alertIncidentCalls> {
  const find = async (projectId: string, id: string) => {
    const incident = await incidents.find(projectId, id)
    if (incident === undefined) throw new AppError('NotFound', { what: 'alertIncident' })
    return incident
  }
  return {
    incidents: input => incidents.list(input),
    incident: async ({ projectId, id }) => ({
      incident: await find(projectId, id),
      timeline: await incidents.timeline(id),
    }),
    acknowledge: async ({ projectId, id }, { audit, user }) => {
      audit.target((await find(projectId, id)).rule)
      await incidents.acknowledge(projectId, id, { at: now(), by: user.account })
      return await find(projectId, id)
    },
  }
}

export const alertChannelApi = (channels: AlertChannelService): Handlers<typeof alertChannelCalls> => ({
  channels: ({ projectId }) => channels.list(projectId),
  saveChannel: async ({ projectId, ...save }, { audit, user }) => {
    audit.target(save.name)
    const saved = await channels.save(projectId, user.account, save)
    audit.after({ name: saved.name, kind: saved.kind, host: saved.host, isEnabled: saved.isEnabled })
    return saved
  },
  deleteChannels: async ({ projectId, ids }, { audit }) => {
    audit.target((await channels.delete(projectId, ids)).join(', '))
    return {}
  },
  testChannel: async ({ projectId, id }, { audit }) => {
    const { name, delivery } = await channels.test(projectId, id)
    audit.target(name)
    return delivery
  },
  deliveries: ({ projectId, id }) => channels.deliveries(projectId, id),
})
