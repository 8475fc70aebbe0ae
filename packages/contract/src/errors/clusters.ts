/** Texts of errors about clusters, load machines and join tokens. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const clusterErrorTexts = {
  MachineNotOffline: {
    zh: '压力机“{machine}”不是离线状态，不能删除，请先停止它的 Agent',
    en: 'Load machine “{machine}” is not offline and cannot be deleted; stop its agent first',
  },
  MachineDiskFull: {
    zh: '压力机“{machine}”的磁盘只剩 {free}，少于执行所需的 {least}：请清理磁盘，或停用这台压力机',
    en: 'The disk of load machine “{machine}” has {free} left, less than the {least} that a run needs: make room on it, or take the machine out of service',
  },
  MachineOffline: {
    zh: '压力机“{machine}”已离线，请在它上线后再更换密钥',
    en: 'Load machine “{machine}” is offline; give it a new key when it is back online',
  },
  CalibrationBusy: {
    zh: '压力机“{machine}”正在执行任务或测量，请在其空闲后再测量',
    en: 'Load machine “{machine}” drives a run or is measuring already; measure it when it is free',
  },
  CalibrationCancelled: {
    zh: '压力机“{machine}”的测量已取消（手动取消，或有执行开始），请稍后再测量',
    en: 'The measurement of load machine “{machine}” was cancelled, by hand or because a run began on it; measure again later',
  },
  CalibrationFailed: {
    zh: '压力机“{machine}”没有测出结果：{detail}。请确认它在线、空闲，且 Agent 版本与服务器一致',
    en: 'Load machine “{machine}” gave no measurement: {detail}. See that it is online, idle, and that its agent has the version of the server',
  },
  KeyChanging: {
    zh: '压力机“{machine}”正在更换密钥，请稍后再试',
    en: 'Load machine “{machine}” is changing its key already; try again in a minute',
  },
  KeyRevoked: {
    zh: '压力机“{machine}”的密钥已被吊销，请删除它，再用接入令牌重新接入',
    en: 'The key of load machine “{machine}” has been revoked; delete the machine and let it join again with a token',
  },
  ClusterNotOffline: {
    zh: '集群“{cluster}”不是离线状态，不能删除：有 {online} 台压力机在线，请先移出或停止它们',
    en: 'Cluster “{cluster}” is not offline and cannot be deleted: {online} of its load machines are online; move them out or stop them first',
  },
  ClusterOfProject: {
    zh: '集群“{cluster}”由项目“{project}”创建，请在该项目中修改',
    en: 'Cluster “{cluster}” was made by project “{project}”; change it there',
  },
  ScenarioInUse: {
    zh: '场景“{scenario}”被任务集“{sets}”使用，不能删除，请先从任务集中移除',
    en: 'Scenario “{scenario}” is used by the task sets “{sets}” and cannot be deleted; take it out of them first',
  },
  TaskSetEmpty: {
    zh: '任务集“{set}”中没有启用的任务',
    en: 'Task set “{set}” has no enabled task',
  },
  TaskSetActive: {
    zh: '任务集“{set}”正在执行，请等它结束或先停止',
    en: 'Task set “{set}” is being executed; wait for its end or stop it first',
  },
  TaskSetFull: {
    zh: '一个任务集最多 {limit} 个任务',
    en: 'A task set holds at most {limit} tasks',
  },
  TaskOtherEngine: {
    zh: '任务集“{set}”的类型是 {wanted}，而场景“{scenarios}”是 {engine} 场景；同一任务集的任务类型必须相同，请更换场景或任务集的类型',
    en: 'Task set “{set}” is of type {wanted}, but “{scenarios}” is of type {engine}; all tasks of a set share one type, so choose other scenarios or change the type of the set',
  },
  ScheduleInvalid: { zh: '计划有误：{detail}', en: 'The schedule cannot be used: {detail}' },
  ExecutionNotActive: {
    zh: '执行已结束，不能再操作',
    en: 'The execution has ended and can no longer be controlled',
  },
  ControllerUnreachable: {
    zh: '驱动该任务的控制机暂时无法连接，几秒后会由其他控制机接管，请稍后重试',
    en: 'The controller that drives this run cannot be reached; another one takes over within seconds, try again shortly',
  },
  KubernetesFailed: {
    zh: 'Kubernetes 操作失败：{detail}',
    en: 'Kubernetes refused or could not be reached: {detail}',
  },
  PodsFailed: {
    zh: '压力机 {pod} 创建失败：{detail}',
    en: 'Load machine {pod} could not be made: {detail}',
  },
  PodsLate: {
    zh: '{minutes} 分钟内只有 {joined} / {wanted} 台压力机就绪。{detail}',
    en: 'Only {joined} of {wanted} load machines were ready within {minutes} min. {detail}',
  },
  SampleLogMissing: {
    zh: '还没有样本日志：场景没有打开记录，或压力机尚未交回',
    en: 'There is no sample log: the scenario did not ask for one, or the load machines have not handed it over yet',
  },
  LoadNotChangeable: {
    zh: 'JMeter 任务执行期间不能调整负载',
    en: 'The load of a JMeter run cannot be changed while it runs',
  },
  RunNotActive: { zh: '任务已结束，不能再操作', en: 'The run has ended and can no longer be controlled' },
  RunActive: { zh: '任务正在执行，请先停止', en: 'The run is still active; stop it first' },
  ReportRange: {
    zh: '时间区间有误：区间不能为 0，且必须在实际执行时间之内',
    en: 'Invalid range: it must not be 0 and must lie within the actual run',
  },
  ComparisonMixed: {
    zh: '只能对比同一类型（PR 或 JMeter）的执行记录',
    en: 'Only runs of the same type (PR or JMeter) can be compared',
  },
  ComparisonTooLong: {
    zh: '对比用时超过 {seconds} 秒，请选择较短的时间段或较少的执行记录',
    en: 'The comparison took more than {seconds} s; choose a shorter part or fewer runs',
  },
  RunNotStarted: {
    zh: '执行记录 #{number} 没有开始执行，没有可对比的数据',
    en: 'Run #{number} never began; it has no figures to compare',
  },
  ExportFailed: { zh: '导出失败：{detail}', en: 'Export failed: {detail}' },
  DebugFailed: { zh: '独立执行失败：{detail}', en: 'Standalone execution failed: {detail}' },
} as const satisfies Catalogue
