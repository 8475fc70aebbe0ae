/** Texts of errors about monitors. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const monitorErrorTexts = {
  MonitorTypeUnknown: { zh: '没有监控类型“{type}”', en: 'There is no monitor type “{type}”' },
  MonitorTypeInvalid: {
    zh: '监控类型有误，第 {line} 行第 {column} 列：{detail}（共 {count} 处）',
    en: 'The monitor type cannot be used. Line {line}, column {column}: {detail} ({count} in total)',
  },
  MonitorTypesExceeded: {
    zh: '自定义监控类型最多 {limit} 个',
    en: 'There can be at most {limit} monitor types of your own',
  },
  MonitorTypeUsed: {
    zh: '{count} 个监控正在使用类型“{name}”，请先删除这些监控，或停用该类型',
    en: 'The type {name} is used by {count} monitors. Delete these first, or deactivate the type',
  },
  MonitorFrequencyTooLong: {
    zh: '监控频率（{frequency} 毫秒）不能大于发送间隔和接收间隔（{limit} 毫秒）',
    en: 'The monitoring frequency ({frequency} ms) must not exceed the send and receive intervals ({limit} ms)',
  },
  MonitorParamInvalid: { zh: '参数“{param}”：{detail}', en: 'Parameter “{param}”: {detail}' },
  MonitorSecretNeeded: {
    zh: '主机或端口已更改，请重新输入“{param}”',
    en: 'Host or port was changed. Enter “{param}” again',
  },
  MonitorNoCredential: {
    zh: '监控“{monitor}”的类型没有“{param}”，请取消选择后重试',
    en: 'The type of the monitor “{monitor}” has no {param}. Deselect it and try again',
  },
  MonitorGroupsExceeded: {
    zh: '一个项目最多 {limit} 个监控分组',
    en: 'A project can have at most {limit} groups of monitors',
  },
  MonitorNoAgent: {
    zh: '没有在线的 Agent 可以执行此操作，请启动或分配 Agent',
    en: 'No agent that could do this is online. Start or assign one',
  },
  MonitorPlansBusy: {
    zh: '该 Agent 正在查询多个执行计划，请稍后再试',
    en: 'The agent is asking for several execution plans. Try again in a moment',
  },
  MonitorProposalsBusy: {
    zh: '正在处理多个推荐连线的请求，请稍后再试',
    en: 'Several requests for proposed connections are running. Try again in a moment',
  },
  MonitorAgentNeeded: {
    zh: '此监控类型只能由目标主机上的 Agent 采集，请选择 Agent',
    en: 'Only the agent on the target host can collect this monitor type. Choose an agent',
  },
  MonitorRangeFuture: { zh: '开始时间不能晚于现在', en: 'The start must not be in the future' },
  MonitorRangeTooLong: {
    zh: '时间范围最多 {days} 天',
    en: 'A range can have at most {days} days',
  },
  MonitorsExceeded: {
    zh: '一个项目最多 {limit} 个监控',
    en: 'A project can have at most {limit} monitors',
  },
  MonitorRunning: {
    zh: '监控“{monitors}”正在运行，请先停止再删除',
    en: 'The monitors “{monitors}” are running. Stop them before deleting them',
  },
  MonitorLinkRunning: {
    zh: '正在运行的监控链路不能删除或编辑，请先停止“{links}”',
    en: 'A running monitoring link cannot be deleted or edited. Stop “{links}” first',
  },
  FlowReportRunning: {
    zh: '监控流“{links}”正在运行，请先停止监控链路再删除',
    en: 'The monitoring stream of “{links}” is running. Stop the link before deleting it',
  },
  FlowReportsOfOneLink: {
    zh: '只能对比同一监控链路的两次监控流',
    en: 'Only two monitoring streams of the same link can be compared',
  },
  MonitorLinkInvalid: {
    zh: '监控链路未保存：{place}{detail}',
    en: 'The monitoring link was not saved: {place}{detail}',
  },
  MonitorLinksExceeded: {
    zh: '一个项目最多 {limit} 条监控链路',
    en: 'A project can have at most {limit} monitoring links',
  },
  LinkPicturesExceeded: {
    zh: '一个项目最多 {limit} 张拓扑背景图；请从链路中移除不用的背景图，一天后会自动清理',
    en: 'A project can have at most {limit} background pictures; remove those that are not needed from the links, they are deleted after a day',
  },
  AlertRulesExceeded: {
    zh: '一个项目最多 {limit} 条告警规则',
    en: 'A project can have at most {limit} alert rules',
  },
  AlertChannelsExceeded: {
    zh: '一个项目最多 {limit} 个通知渠道',
    en: 'A project can have at most {limit} notification channels',
  },
  AlertChannelSettingsMissing: {
    zh: '新的通知渠道需要填写设置',
    en: 'A new notification channel needs settings',
  },
  AlertCommentsExceeded: {
    zh: '一个告警事件最多 {limit} 条评论',
    en: 'An incident can have at most {limit} comments',
  },
  AlertPasswordNeeded: {
    zh: '更改邮件服务器、端口、加密方式或用户名后，请重新填写密码',
    en: 'Enter the password again after a change of the mail server, port, encryption or user name',
  },
  AlertRecipientsMissing: {
    zh: '请至少填写一个收件人，或选择通知监控的联系人',
    en: 'Name at least one recipient, or let the contacts of the monitor be told',
  },
  AlertNeverTriggers: {
    zh: '触发周期内最多采集 {most} 次，达不到触发阈值 {times} 次，请加长触发周期或减小触发阈值',
    en: 'The trigger cycle holds at most {most} samples, fewer than the {times} breaches that are needed. Make the cycle longer or the number smaller',
  },
  ChartGroupsExceeded: {
    zh: '一个项目最多 {limit} 个图表分组',
    en: 'A project can have at most {limit} chart groups',
  },
  MonitorRetentionOrder: {
    zh: '分钟汇总的保留天数不能少于原始样本，小时汇总的不能少于分钟汇总',
    en: 'Minute summaries must be kept at least as long as samples, and hour summaries at least as long as minute summaries',
  },
  SeriesStorageUnavailable: {
    zh: '监控数据存储 VictoriaMetrics 没有应答：{detail}',
    en: 'VictoriaMetrics, which stores monitoring data, does not answer: {detail}',
  },
} as const satisfies Catalogue
