/** Texts of errors about runs and reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const runErrorTexts = {
  ScenarioIncomplete: { zh: '场景还不能执行：{detail}', en: 'The scenario cannot be run yet: {detail}' },
  SlaMonitorUnknown: {
    zh: '第 {rule} 条 SLA 规则引用的监控不存在',
    en: 'SLA rule {rule} refers to a monitor that does not exist',
  },
  SlaCounterUnknown: {
    zh: '第 {rule} 条 SLA 规则引用的计数器“{counter}”不在监控“{monitor}”中',
    en: 'SLA rule {rule} refers to the counter “{counter}”, which the monitor “{monitor}” does not have',
  },
  TooManyReportNotes: {
    zh: '一份报告最多 {limit} 条备注，请先删除不用的',
    en: 'A report can have at most {limit} notes. Delete unused notes first',
  },
  NoMachineOnline: {
    zh: '集群“{cluster}”没有在线的压力机，请先启动 Agent',
    en: 'Cluster “{cluster}” has no load machine online. Start an agent first',
  },
  CapacityExceeded: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”只剩 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are required, cluster “{cluster}” has {remaining} available; {missing} users are missing',
  },
  LicenceExceeded: {
    zh: '需要 {wanted} 个并发用户，许可证共允许 {total} 个，已占用 {used} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are required. The licence allows {total}, {used} are in use; {missing} users are missing',
  },
  LicenceExpired: {
    zh: '许可证已于 {expiredAt} 到期，请在“许可管理”中更新许可证或恢复社区许可',
    en: 'The licence expired at {expiredAt}. Update the licence or restore the community licence on the Licence page',
  },
  LicenceNotYetValid: {
    zh: '许可证自 {validAt} 起生效，在此之前不能启动任务',
    en: 'The licence is valid from {validAt}. No runs can be started before',
  },
  LicenceUnusable: {
    zh: '许可证不可用：{detail}',
    en: 'The licence is not valid: {detail}',
  },
  NoMachineInService: {
    zh: '集群“{cluster}”在线的压力机都已停用，请先启用其中一台',
    en: 'All online load machines of cluster “{cluster}” are out of service. Put one of them back into service first',
  },
  ScriptsExceeded: {
    zh: '任务有 {wanted} 个脚本，集群“{cluster}”的压力机最多还能执行 {remaining} 个，还差 {missing} 个：已达最大并发脚本数，请等待任务结束或调高上限',
    en: 'The run has {wanted} scripts. A load machine of cluster “{cluster}” can run at most {remaining} more; {missing} too many. Wait until runs end, or increase the max concurrent scripts',
  },
  CapacityBehindScripts: {
    zh: '需要 {wanted} 个并发用户，集群“{cluster}”可用的只有 {remaining} 个，还差 {missing} 个：有 {full} 台压力机已达最大并发脚本数',
    en: '{wanted} concurrent users are required, cluster “{cluster}” has {remaining} available; {missing} users are missing. {full} load machines have reached their max concurrent scripts',
  },
  RunMachinesExceeded: {
    zh: '需要 {wanted} 个并发用户，本次执行所用的压力机最多可承载 {remaining} 个，还差 {missing} 个',
    en: '{wanted} concurrent users are required, the load machines of this run can take at most {remaining}; {missing} users are missing',
  },
  CapacityNotPossible: {
    zh: '{engine} 在执行中不能调整负载，无法搜索容量',
    en: 'The load of {engine} cannot be changed during a run, so its capacity cannot be searched for',
  },
  CapacitySetsLoad: {
    zh: '本次执行的负载由容量搜索设置，不能手动调整',
    en: 'The capacity search sets the load of this run; it cannot be changed by hand',
  },
  CapacityRange: {
    zh: '最高负载不能低于起始负载',
    en: 'The highest load must not be lower than the load to start with',
  },
  CapacityRuleForm: {
    zh: '第 {position} 个字符起的“{rule}”不是规则，请按 p95 < 300 的形式填写',
    en: '“{rule}” at character {position} is not a rule. Write for example p95 < 300 or errors < 1%',
  },
  CapacityRuleDirection: {
    zh: '第 {position} 个字符起的“{rule}”：负载越高越容易满足，不能用于搜索容量',
    en: '“{rule}” at character {position}: more load does not break it, so it cannot limit the search',
  },
  CapacityRuleMetric: {
    zh: '第 {position} 个字符起的“{rule}”：最大值只取决于一个请求，请改用百分位',
    en: '“{rule}” at character {position}: a maximum depends on a single request. Use a percentile',
  },
  CapacityRuleWindow: {
    zh: '第 {position} 个字符起的“{rule}”：搜索按整个级别判定，请去掉时间窗口',
    en: '“{rule}” at character {position}: the search evaluates whole levels. Remove the window',
  },
  CapacityRuleTooMany: {
    zh: '第 {position} 个字符起的“{rule}”：规则最多 20 条',
    en: '“{rule}” at character {position}: at most 20 rules are possible',
  },
  LoadNotWhole: {
    zh: '用户数必须是整数；只有到达率可以是小数',
    en: 'Users are whole numbers; only arrival rates may have decimals',
  },
  LoadPartsNotPossible: {
    zh: '“并发”负载模型的所有用户一起开始每一轮，不能按组件调整，请调整总负载',
    en: 'With the load model Concurrency, all users start each round together. Change the total load instead of the load of single components',
  },
  LoadPartsMismatch: {
    zh: '请为本次执行的每个组件（共 {count} 个）各给出一个负载',
    en: 'Specify one load for each component of this run ({count} components)',
  },
  OneMachineExceeded: {
    zh: 'JMeter 的并发负载只能在一台压力机上集合，需要 {wanted} 个并发用户，集群“{cluster}”中余量最大的压力机还可承载 {remaining} 个，还差 {missing} 个',
    en: 'With JMeter, a concurrency load needs all users on one load machine: {wanted} users are required, and the load machine of cluster “{cluster}” with the most capacity can take {remaining}; {missing} users are missing',
  },
  EngineMismatch: {
    zh: '任务类型为 {wanted}，集群“{cluster}”的类型为 {engine}，请选择同类型的集群',
    en: 'The run is of type {wanted}, cluster “{cluster}” is of type {engine}. Select a cluster of the same type',
  },
} as const satisfies Catalogue
