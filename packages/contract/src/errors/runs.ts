/** Texts of errors about runs and reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const runErrorTexts = {
  ScenarioIncomplete: { zh: '场景还不能执行：{detail}', en: 'The scenario cannot be executed yet: {detail}' },
  TooManyReportNotes: {
    zh: '一份报告最多 {limit} 条备注，请先删除不用的',
    en: 'A report may have {limit} notes; delete one first',
  },
  NoMachineOnline: {
    zh: '集群“{cluster}”没有在线的压力机，请先启动 Agent',
    en: 'Cluster “{cluster}” has no load machine online; start an agent first',
  },
  CapacityExceeded: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”只剩 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted, cluster “{cluster}” has {remaining} left, {missing} too few',
  },
  LicenceExceeded: {
    zh: '需要 {wanted} 个并发用户，许可证共允许 {total} 个，已占用 {used} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted; the licence allows {total}, {used} are in use, {missing} too few',
  },
  LicenceExpired: {
    zh: '许可证已于 {expiredAt} 到期，请在“许可管理”中更新许可证或恢复社区许可',
    en: 'The licence expired at {expiredAt}; install a new one or go back to the community licence on the licence page',
  },
  LicenceNotYetValid: {
    zh: '许可证自 {validAt} 起生效，在此之前不能启动任务',
    en: 'The licence is valid from {validAt}; nothing can be started before',
  },
  LicenceUnusable: {
    zh: '许可证不可用：{detail}',
    en: 'The licence cannot be used: {detail}',
  },
  NoMachineInService: {
    zh: '集群“{cluster}”在线的压力机都已停用，请先启用其中一台',
    en: 'Every load machine of cluster “{cluster}” that is online is out of service; put one back into service',
  },
  ScriptsExceeded: {
    zh: '任务有 {wanted} 个脚本，集群“{cluster}”的压力机最多还能执行 {remaining} 个，还差 {missing} 个：已达最大并发脚本数，请等待任务结束或调高上限',
    en: 'The task has {wanted} scripts; a load machine of cluster “{cluster}” can take {remaining} more at most, {missing} too few: the max concurrent scripts are reached; wait for a task to end or raise the limit',
  },
  CapacityBehindScripts: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”可用的只有 {remaining} 个，还差 {missing} 个：有 {full} 台压力机已达最大并发脚本数',
    en: '{wanted} concurrent users are wanted, cluster “{cluster}” has {remaining} left, {missing} too few: {full} load machines have reached their max concurrent scripts',
  },
  RunMachinesExceeded: {
    zh: '需要 {wanted} 个并发用户，本次执行所用的压力机最多可承载 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are wanted; the load machines of this run take {remaining} at most, {missing} too few',
  },
  LoadPartsNotPossible: {
    zh: '“并发”负载模型的所有用户一起开始每一轮，不能按组件调整，请调整总负载',
    en: 'With the load model Concurrency all users begin each round together: change the total load, not that of components',
  },
  LoadPartsMismatch: {
    zh: '请为本次执行的每个组件（共 {count} 个）各给出一个负载',
    en: 'Give one load for each of the {count} components of this run',
  },
  OneMachineExceeded: {
    zh: 'JMeter 的并发负载只能在一台压力机上集合，需要 {wanted} 个并发用户，集群“{cluster}”中余量最大的压力机还可承载 {remaining} 个，还差 {missing} 个',
    en: 'Users of a JMeter concurrency load meet on one machine only: {wanted} are wanted, the machine of cluster “{cluster}” with the most room takes {remaining}, {missing} too few',
  },
  EngineMismatch: {
    zh: '任务类型为 {wanted}，集群“{cluster}”的类型为 {engine}，请选择同类型的集群',
    en: 'The task is of type {wanted}, cluster “{cluster}” of type {engine}; choose a cluster of the same type',
  },
} as const satisfies Catalogue
