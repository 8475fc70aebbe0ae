/** Alert rules, their rehearsal, incidents, and the channels that are told. */
import { alertRuleContentSchema, alertRuleSchema } from '@pone/alerts/rule.ts'
import { done, idSchema, nameSchema, pageQueryShape, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { defineCall, inProject } from '../call.ts'
import {
  alertIncidentSchema,
  alertTimelineSchema,
  rehearsedSeriesSchema,
  storedAlertRuleSchema,
} from '../entities/alert.ts'
import {
  alertChannelSchema,
  alertChannelSettingsSchema,
  alertDeliverySchema,
  alertLanguages,
} from '../entities/alert-channel.ts'

const view = inProject('monitor.view')
const edit = inProject('monitor.edit')
const one = z.object({ ...projectScope, id: idSchema })
const several = z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(200) })

export const alertRuleCalls = {
  rules: defineCall({
    path: '/alert/rules',
    summary: { zh: '告警规则列表', en: 'List alert rules' },
    permission: view,
    input: z.object({ ...projectScope, ...pageQueryShape }),
    output: pageOf(storedAlertRuleSchema),
  }),
  /**
   * With `id` null one is made. A change of what is evaluated closes open incidents. Refused with EditedMeanwhile when
   * `revision` is not the stored one, with NameExists, and with AlertNeverTriggers when the trigger cycle holds fewer
   * samples than breaches are needed.
   */
  saveRule: defineCall({
    path: '/alert/saveRule',
    summary: { zh: '保存告警规则', en: 'Save an alert rule' },
    permission: edit,
    input: z.object({
      ...projectScope,
      id: idSchema.nullable(),
      /** That the changes are based on; of a new rule 0. */
      revision: z.int().min(0),
      rule: alertRuleSchema,
    }),
    output: storedAlertRuleSchema,
    audit: 'alert.saveRule',
  }),
  deleteRules: defineCall({
    path: '/alert/deleteRules',
    summary: { zh: '删除告警规则', en: 'Delete alert rules' },
    permission: edit,
    input: several,
    output: done,
    audit: 'alert.deleteRules',
  }),
  /** What the rule would have done with the last 24 h of a monitor, beside the stored rule `ruleId`. */
  rehearse: defineCall({
    path: '/alert/rehearse',
    summary: { zh: '预演告警规则', en: 'Rehearse an alert rule' },
    permission: view,
    input: z.object({
      ...projectScope,
      monitorId: idSchema,
      ruleId: idSchema.nullable(),
      content: alertRuleContentSchema,
    }),
    output: z.array(rehearsedSeriesSchema),
  }),
}

export const alertIncidentCalls = {
  /** Newest first. */
  incidents: defineCall({
    path: '/alert/incidents',
    summary: { zh: '告警事件列表', en: 'List incidents' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      /** Only those that are open. */
      isOpen: z.boolean().default(false),
    }),
    output: pageOf(alertIncidentSchema),
  }),
  incident: defineCall({
    path: '/alert/incident',
    summary: { zh: '告警事件信息', en: 'An incident' },
    permission: view,
    input: one,
    output: z.object({ incident: alertIncidentSchema, timeline: z.array(alertTimelineSchema) }),
  }),
  /** The first one counts. */
  acknowledge: defineCall({
    path: '/alert/acknowledge',
    summary: { zh: '确认告警事件', en: 'Acknowledge an incident' },
    permission: edit,
    input: one,
    output: alertIncidentSchema,
    audit: 'alert.acknowledge',
  }),
}

export const alertChannelCalls = {
  channels: defineCall({
    path: '/alert/channels',
    summary: { zh: '通知渠道列表', en: 'List notification channels' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(alertChannelSchema),
  }),
  /** With `id` null one is made; `settings` null keeps the stored ones, which are never sent back. */
  saveChannel: defineCall({
    path: '/alert/saveChannel',
    summary: { zh: '保存通知渠道', en: 'Save a notification channel' },
    permission: edit,
    input: z.object({
      ...projectScope,
      id: idSchema.nullable(),
      name: nameSchema,
      language: z.enum(alertLanguages),
      isEnabled: z.boolean(),
      settings: alertChannelSettingsSchema.nullable(),
    }),
    output: alertChannelSchema,
    audit: 'alert.saveChannel',
  }),
  deleteChannels: defineCall({
    path: '/alert/deleteChannels',
    summary: { zh: '删除通知渠道', en: 'Delete notification channels' },
    permission: edit,
    input: several,
    output: done,
    audit: 'alert.deleteChannels',
  }),
  /** Sends a notice that says that it is a test; the answer is what the delivery log got. */
  testChannel: defineCall({
    path: '/alert/testChannel',
    summary: { zh: '测试通知渠道', en: 'Test a notification channel' },
    permission: edit,
    input: one,
    output: alertDeliverySchema,
    audit: 'alert.testChannel',
  }),
  /** The newest 100. */
  deliveries: defineCall({
    path: '/alert/deliveries',
    summary: { zh: '通知发送记录', en: 'Deliveries of a notification channel' },
    permission: view,
    input: one,
    output: z.array(alertDeliverySchema),
  }),
}
