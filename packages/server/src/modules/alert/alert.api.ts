/** Calls of alert rules, incidents and channels. */
import type {
  adminAlertCalls,
  alertChannelCalls,
  alertIncidentCalls,
  alertRuleCalls,
} from '@pone/contract/calls/alert.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { AlertChannelService } from './alert-channel.service.ts'
import type { AlertIncidentService } from './alert-incident.service.ts'
import type { AlertRuleService } from './alert-rule.service.ts'

export const alertRuleApi = (rules: AlertRuleService): Handlers<typeof alertRuleCalls> => ({
  rules: input => rules.list(input),
  rule: ({ projectId, id }) => rules.get(projectId, id),
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
  setRulesEnabled: async ({ projectId, ids, isEnabled }, { audit, user }) => {
    audit.target((await rules.setEnabled(projectId, ids, { isEnabled, by: user.account })).join(', '))
    audit.after({ isEnabled })
    return {}
  },
  rulesWithoutValues: ({ projectId }) => rules.withoutValues(projectId),
  rehearse: ({ projectId, ...asked }) => rules.rehearse(projectId, asked),
})

export const alertIncidentApi = (incidents: AlertIncidentService): Handlers<typeof alertIncidentCalls> => ({
  incidents: ({ assignee, ...query }, { user }) =>
    incidents.list({ ...query, assignee: assignee === 'me' ? user.id : assignee }),
  incident: ({ projectId, id }, { project }) =>
    incidents.get(projectId, id, { seesRuns: project.functions.has('run.view') }),
  incidentCurve: ({ projectId, id }) => incidents.curve(projectId, id),
  acknowledge: async ({ projectId, ids }, { audit, user }) => {
    audit.target((await incidents.acknowledge(projectId, ids, user.account)).join(', '))
    return {}
  },
  assign: async ({ projectId, id, userId }, { audit, user }) => {
    const before = await incidents.assign(projectId, id, { userId, by: user.account })
    audit.target(before.rule)
    audit.before({ userId: before.assignee?.userId ?? null })
    audit.after({ userId })
    return {}
  },
  comment: async ({ projectId, id, text }, { audit, user }) => {
    audit.target((await incidents.comment(projectId, id, { text, by: user.account })).rule)
    audit.after({ text })
    return {}
  },
  openCounts: ({ projectId }) => incidents.openCounts(projectId),
  figures: ({ projectId }) => incidents.figures(projectId),
  marks: ({ projectId, ...asked }) => incidents.marks(projectId, asked),
})

export const adminAlertApi = (incidents: AlertIncidentService): Handlers<typeof adminAlertCalls> => ({
  incidents: query => incidents.list({ ...query, assignee: null }),
  openCounts: () => incidents.openCounts(null),
  figures: () => incidents.figures(null),
})

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
  previewNotice: input => channels.preview(input),
  deliveries: ({ projectId, id }) => channels.deliveries(projectId, id),
})
