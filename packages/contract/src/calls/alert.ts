/** Alert rules, their rehearsal, incidents, and the channels that are told. */
import { alertLevels, alertRuleContentSchema, alertRuleSchema } from '@pone/alerts/rule.ts'
import { noticeKinds } from '@pone/alerts/state.ts'
import {
  done,
  idSchema,
  instantSchema,
  nameSchema,
  pageQueryShape,
  projectScope,
} from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall, inProject } from '../call.ts'
import {
  alertCurveSchema,
  alertFiguresSchema,
  alertIncidentDetailSchema,
  alertIncidentSchema,
  alertMarkSchema,
  openAlertsSchema,
  rehearsedSeriesSchema,
  ruleWithoutValuesSchema,
  storedAlertRuleSchema,
} from '../entities/alert.ts'
import {
  alertChannelKinds,
  alertChannelSchema,
  alertChannelSettingsSchema,
  alertChannelTemplateSchema,
  alertChannelTemplatesSchema,
  alertDeliverySchema,
  alertLanguages,
  previewedNoticeSchema,
  runNoticeKinds,
  runTemplateSchema,
  runTemplatesSchema,
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
    input: z.object({
      ...projectScope,
      ...pageQueryShape,
      level: z.enum(alertLevels).nullable().default(null),
      isEnabled: z.boolean().nullable().default(null),
      /** Those whose scope includes the monitor. */
      monitorId: idSchema.nullable().default(null),
      sort: z.enum(['name', 'level', 'open', 'updatedAt']).default('name'),
      descending: z.boolean().default(false),
    }),
    output: pageOf(storedAlertRuleSchema),
  }),
  rule: defineCall({
    path: '/alert/rule',
    summary: { zh: '告警规则信息', en: 'An alert rule' },
    permission: view,
    input: one,
    output: storedAlertRuleSchema,
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
  /** All of them, or none when the project does not have one. Switching off closes open incidents. */
  setRulesEnabled: defineCall({
    path: '/alert/setRulesEnabled',
    summary: { zh: '启用或停用告警规则', en: 'Switch alert rules on or off' },
    permission: edit,
    input: several.extend({ isEnabled: z.boolean() }),
    output: done,
    audit: 'alert.setRulesEnabled',
  }),
  /** Enabled rules that can neither trigger nor recover on some of their monitors, by name. */
  rulesWithoutValues: defineCall({
    path: '/alert/rulesWithoutValues',
    summary: { zh: '没有取到值的告警规则', en: 'List alert rules that get no values' },
    permission: view,
    input: z.object(projectScope),
    output: z.array(ruleWithoutValuesSchema),
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

const incidentQuery = {
  ...pageQueryShape,
  level: z.enum(alertLevels).nullable().default(null),
  state: z.enum(['open', 'closed', 'all']).default('all'),
  monitorId: idSchema.nullable().default(null),
  ruleId: idSchema.nullable().default(null),
  /** Those that were open at some time between these instants. */
  from: instantSchema.nullable().default(null),
  to: instantSchema.nullable().default(null),
}

export const alertIncidentCalls = {
  /** Newest first. */
  incidents: defineCall({
    path: '/alert/incidents',
    summary: { zh: '告警事件列表', en: 'List incidents' },
    permission: view,
    input: z.object({
      ...projectScope,
      ...incidentQuery,
      /** `me`: those that are assigned to who asks. */
      assignee: z.enum(['me', 'nobody']).nullable().default(null),
    }),
    output: pageOf(alertIncidentSchema),
  }),
  incident: defineCall({
    path: '/alert/incident',
    summary: { zh: '告警事件信息', en: 'An incident' },
    permission: view,
    input: one,
    output: alertIncidentDetailSchema,
  }),
  /** What was compared around an incident: a quarter of its length before and after, at least ten minutes. */
  incidentCurve: defineCall({
    path: '/alert/incidentCurve',
    summary: { zh: '告警事件曲线', en: 'Curve of an incident' },
    permission: view,
    input: one,
    output: alertCurveSchema,
  }),
  /** All of them, or none when the project does not have one. The first acknowledgement of each counts. */
  acknowledge: defineCall({
    path: '/alert/acknowledge',
    summary: { zh: '确认告警事件', en: 'Acknowledge incidents' },
    permission: edit,
    input: several,
    output: done,
    audit: 'alert.acknowledge',
  }),
  /** To a member of the project, or to nobody. */
  assign: defineCall({
    path: '/alert/assign',
    summary: { zh: '指派告警事件', en: 'Assign an incident' },
    permission: edit,
    input: one.extend({ userId: idSchema.nullable() }),
    output: done,
    audit: 'alert.assign',
  }),
  comment: defineCall({
    path: '/alert/comment',
    summary: { zh: '评论告警事件', en: 'Comment on an incident' },
    permission: edit,
    input: one.extend({ text: z.string().trim().min(1).max(2_000) }),
    output: done,
    audit: 'alert.comment',
  }),
  openCounts: defineCall({
    path: '/alert/openCounts',
    summary: { zh: '未关闭告警事件数', en: 'Number of open incidents' },
    permission: view,
    input: z.object(projectScope),
    output: openAlertsSchema,
  }),
  figures: defineCall({
    path: '/alert/figures',
    summary: { zh: '告警数量', en: 'Figures of incidents' },
    permission: view,
    input: z.object(projectScope),
    output: alertFiguresSchema,
  }),
  /** Incidents of these monitors that were open in the range, the newest 1,000, ascending. */
  marks: defineCall({
    path: '/alert/marks',
    summary: { zh: '告警时间段', en: 'Times of incidents of monitors' },
    permission: view,
    input: z
      .object({
        ...projectScope,
        monitorIds: z.array(idSchema).max(200),
        from: instantSchema,
        to: instantSchema,
      })
      .refine(({ from, to }) => from <= to, { path: ['to'] }),
    output: z.array(alertMarkSchema),
  }),
}

/** Over all projects, for the administrators' task centre. */
export const adminAlertCalls = {
  /** Newest first. */
  incidents: defineCall({
    path: '/adminAlert/incidents',
    summary: { zh: '所有项目的告警事件', en: 'Incidents of all projects' },
    permission: administrator,
    input: z.object({ ...incidentQuery, projectId: idSchema.nullable().default(null) }),
    output: pageOf(alertIncidentSchema.extend({ projectId: idSchema, projectName: z.string() })),
  }),
  openCounts: defineCall({
    path: '/adminAlert/openCounts',
    summary: { zh: '所有项目未关闭告警事件数', en: 'Number of open incidents of all projects' },
    permission: administrator,
    input: z.object({}),
    output: openAlertsSchema,
  }),
  figures: defineCall({
    path: '/adminAlert/figures',
    summary: { zh: '所有项目的告警数量', en: 'Figures of incidents of all projects' },
    permission: administrator,
    input: z.object({}),
    output: alertFiguresSchema,
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
  /**
   * With `id` null one is made; `settings` null keeps the stored ones, whose secrets are never sent back. The password of
   * mail is kept by null as long as server, port, encryption and user stay; else it is refused with AlertPasswordNeeded.
   */
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
      templates: alertChannelTemplatesSchema,
      runTemplates: runTemplatesSchema,
      /** Also told of these load tests; of alerts the rules decide. */
      runNotices: z.array(z.enum(runNoticeKinds)).max(runNoticeKinds.length),
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
  /** The text of a notice with example values, as a channel of this kind would send it. */
  previewNotice: defineCall({
    path: '/alert/previewNotice',
    summary: { zh: '预览通知', en: 'Preview a notice' },
    permission: view,
    input: z.object({
      ...projectScope,
      kind: z.enum(alertChannelKinds),
      language: z.enum(alertLanguages),
      notice: z.enum([...noticeKinds, ...runNoticeKinds]).default('triggered'),
      /** Of notices of alerts; null: the usual text. */
      template: alertChannelTemplateSchema.nullable(),
      /** Of notices of load tests. */
      runTemplate: runTemplateSchema.nullable().default(null),
    }),
    output: previewedNoticeSchema,
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
