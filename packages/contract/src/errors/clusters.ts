/** Texts of errors about clusters, load machines and join tokens. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const clusterErrorTexts = {
  MachineNotOffline: {
    zh: '压力机“{machine}”不是离线状态，不能删除，请先停止它的 Agent',
    en: 'Load machine “{machine}” is not offline and cannot be deleted. Stop its agent first',
  },
  MachineDiskFull: {
    zh: '压力机“{machine}”的磁盘只剩 {free}，少于执行所需的 {least}：请清理磁盘，或停用这台压力机',
    en: 'Load machine “{machine}” has {free} of disk space left; a run requires {least}. Free up disk space or take the load machine out of service',
  },
  MachineOffline: {
    zh: '压力机“{machine}”已离线，请在它上线后再更换密钥',
    en: 'Load machine “{machine}” is offline. Renew the key when it is online again',
  },
  CalibrationBusy: {
    zh: '压力机“{machine}”正在执行任务或测量，请在其空闲后再测量',
    en: 'Load machine “{machine}” has an active run or measurement. Measure it when it is idle',
  },
  CalibrationCancelled: {
    zh: '压力机“{machine}”的测量已取消（手动取消，或有执行开始），请稍后再测量',
    en: 'The measurement of load machine “{machine}” was cancelled (manually, or because a run started). Measure again later',
  },
  CalibrationFailed: {
    zh: '压力机“{machine}”没有测出结果：{detail}。请确认它在线、空闲，且 Agent 版本与服务器一致',
    en: 'The measurement of load machine “{machine}” failed: {detail}. Make sure that it is online and idle and that its agent has the same version as the server',
  },
  KeyChanging: {
    zh: '压力机“{machine}”正在更换密钥，请稍后再试',
    en: 'The key of load machine “{machine}” is already being renewed. Try again later',
  },
  KeyRevoked: {
    zh: '压力机“{machine}”的密钥已被吊销，请删除它，再用接入令牌重新接入',
    en: 'The key of load machine “{machine}” has been revoked. Delete the machine and join it again with a join token',
  },
  ClusterNotOffline: {
    zh: '集群“{cluster}”不是离线状态，不能删除：有 {online} 台压力机在线，请先移出或停止它们',
    en: 'Cluster “{cluster}” is not offline and cannot be deleted: {online} of its load machines are online. Move or stop them first',
  },
  ClusterOfProject: {
    zh: '集群“{cluster}”由项目“{project}”创建，请在该项目中修改',
    en: 'Cluster “{cluster}” was created by project “{project}”. Change it in that project',
  },
  ScenarioInUse: {
    zh: '场景“{scenario}”被任务集“{sets}”使用，不能删除，请先从任务集中移除',
    en: 'Scenario “{scenario}” is used by the task sets “{sets}” and cannot be deleted. Remove it from them first',
  },
  ProductionMixInUse: {
    zh: '生产流量模型“{name}”被场景“{scenarios}”使用，不能删除，请先在场景中取消选择',
    en: 'Production mix “{name}” is used by the scenarios “{scenarios}” and cannot be deleted. Choose no mix in them first',
  },
  ProductionMixesExceeded: {
    zh: '一个项目最多 {limit} 个生产流量模型，请先删除不用的',
    en: 'A project can have at most {limit} production mixes. Delete some that are not used',
  },
  LogsRefused: {
    zh: '压力机“{name}”：{cause}',
    en: 'Load machine “{name}”: {cause}',
  },
  LogMachineSilent: {
    zh: '压力机“{name}”的 Agent 没有应答，请检查它是否在线；旧版本的 Agent 需要升级',
    en: 'The agent of the load machine “{name}” does not answer. Check that it is online; agents of older versions must be upgraded',
  },
  LogCountLost: {
    zh: '压力机“{name}”上的统计已不存在：Agent 已重新启动或与服务器断开过久，请重新统计',
    en: 'The load machine “{name}” does not count this log any more: its agent was restarted, or was without the server for too long. Count it again',
  },
  TaskSetEmpty: {
    zh: '任务集“{set}”中没有启用的任务',
    en: 'Task set “{set}” has no enabled tasks',
  },
  TaskSetActive: {
    zh: '任务集“{set}”正在执行，请等它结束或先停止',
    en: 'Task set “{set}” is active. Wait until it ends, or stop it first',
  },
  TaskSetFull: {
    zh: '一个任务集最多 {limit} 个任务',
    en: 'A task set can have at most {limit} tasks',
  },
  TaskOtherEngine: {
    zh: '任务集“{set}”的类型是 {wanted}，而场景“{scenarios}”是 {engine} 场景；同一任务集的任务类型必须相同，请更换场景或任务集的类型',
    en: 'Task set “{set}” is of type {wanted}, but the scenarios “{scenarios}” are of type {engine}. All tasks of a set must be of the same type; change the scenarios or the type of the set',
  },
  ScheduleInvalid: { zh: '计划有误：{detail}', en: 'Invalid schedule: {detail}' },
  ExecutionNotActive: {
    zh: '执行已经结束',
    en: 'The execution has already ended',
  },
  ControllerUnreachable: {
    zh: '驱动该任务的控制机暂时无法连接，几秒后会由其他控制机接管，请稍后重试',
    en: 'The controller of this run cannot be reached. Another controller takes over within a few seconds; try again later',
  },
  KubernetesFailed: {
    zh: 'Kubernetes 操作失败：{detail}',
    en: 'Kubernetes operation failed: {detail}',
  },
  PodsFailed: {
    zh: '压力机 {pod} 创建失败：{detail}',
    en: 'Load machine {pod} could not be created: {detail}',
  },
  PodsLate: {
    zh: '{minutes} 分钟内只有 {joined} / {wanted} 台压力机就绪。{detail}',
    en: 'Only {joined} of {wanted} load machines were ready within {minutes} min. {detail}',
  },
  SampleLogMissing: {
    zh: '还没有样本日志：场景没有打开记录，或压力机尚未交回',
    en: 'No sample log: it is not enabled in the scenario, or the load machines have not delivered it yet',
  },
  LoadNotChangeable: {
    zh: 'JMeter 任务执行期间不能调整负载',
    en: 'The load of a JMeter run cannot be changed during the run',
  },
  RunNotActive: { zh: '执行已经结束', en: 'The run has already ended' },
  RunActive: { zh: '任务正在执行，请先停止', en: 'The run is active. Stop it first' },
  ReportRange: {
    zh: '时间区间有误：区间不能为 0，且必须在实际执行时间之内',
    en: 'Invalid time range: it must not be empty and must be within the run',
  },
  ComparisonMixed: {
    zh: '只能对比同一类型（PR 或 JMeter）的执行记录',
    en: 'Only runs of the same type (PR or JMeter) can be compared',
  },
  ComparisonTooLong: {
    zh: '对比用时超过 {seconds} 秒，请选择较短的时间段或较少的执行记录',
    en: 'The comparison took longer than {seconds} s. Select a shorter time range or fewer runs',
  },
  RunNotStarted: {
    zh: '执行记录 #{number} 没有开始执行，没有可对比的数据',
    en: 'Run #{number} never started and has no data to compare',
  },
  ExportFailed: { zh: '导出失败：{detail}', en: 'Export failed: {detail}' },
  DebugFailed: { zh: '独立执行失败：{detail}', en: 'Standalone execution failed: {detail}' },
} as const satisfies Catalogue
