/** Words of what happens in a run. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from './texts.ts'

export const eventTexts = {
  ...commonTexts,
  'event.stateChanged': { zh: '状态变为“{to}”', en: 'State changed to “{to}”' },
  'event.loadChanged': { zh: '负载调整为 {load}', en: 'Load changed to {load}' },
  'event.loadRamp': {
    zh: '负载在 {seconds} 秒内由 {from} 调整为 {load}',
    en: 'Load changed from {from} to {load} over {seconds} s',
  },
  'event.loadParts': { zh: '{change}（{parts}）', en: '{change} ({parts})' },
  'event.loadReset': { zh: '负载恢复为模型', en: 'Load model restored' },
  'event.levelHeld': {
    zh: '容量搜索：负载 {load} 满足规则（测量 {seconds} 秒）',
    en: 'Capacity search: the rules hold at load {load} (measured for {seconds} s)',
  },
  'event.levelBroken': {
    zh: '容量搜索：负载 {load} 不满足规则（测量 {seconds} 秒）',
    en: 'Capacity search: the rules are broken at load {load} (measured for {seconds} s)',
  },
  'event.slaBroken': { zh: 'SLA 规则“{rule}”未满足', en: 'SLA rule “{rule}” violated' },
  'event.machineLost': { zh: '压力机 {machine} 失联', en: 'Load machine {machine} was lost' },
  'event.resultsAwaited': {
    zh: '压力机 {machine} 最后几秒的数据还没有送达，恢复连接后会补记',
    en: 'The last seconds of load machine {machine} have not been received yet; they are added when it reconnects',
  },
  'event.resultsLate': {
    zh: '压力机 {machine} 在执行结束后补送了 {requests} 个请求的数据，已计入',
    en: 'Load machine {machine} delivered data of {requests} requests after the end of the run; they are included',
  },
  'event.machineBack': { zh: '压力机 {machine} 恢复', en: 'Load machine {machine} has reconnected' },
  'event.shareMoved': {
    zh: '{from} 承担的负载（{percent}%）已移交给 {to}',
    en: 'The load of {from} ({percent} %) was moved to {to}',
  },
  'event.shareNotMoved': {
    zh: '目前没有压力机能接手 {from} 承担的负载（{percent}%），系统会继续尝试',
    en: 'No load machine has capacity for the load of {from} ({percent} %) at the moment; Pone keeps trying',
  },
  'event.shareEndedEarly': {
    zh: '压力机 {machine} 在执行临近结束时失联（第 {second} 至 {toSecond} 秒），剩余时间不足以移交，这段时间的负载不完整',
    en: 'Load machine {machine} was lost near the end of the run (seconds {second} to {toSecond}). There was not enough time to move its load, so the load of these seconds is incomplete',
  },
  'event.loadHeld': {
    zh: '压力机 {machine} 在第 {second} 至 {toSecond} 秒暂停发起新请求（与服务器失去联系或进程被挂起）',
    en: 'Load machine {machine} sent no new requests from second {second} to {toSecond} (connection to the server lost, or process suspended)',
  },
  'event.workerLost': {
    zh: '{machine} 上的压测进程异常退出',
    en: 'An engine process on {machine} exited unexpectedly',
  },
  'event.generatorOverloaded': { zh: '压力机 {machine} 过载', en: 'Load machine {machine} is overloaded' },
  'event.generatorOverloadedBy': {
    zh: '压力机 {machine} 过载：{reason}',
    en: 'Load machine {machine} is overloaded: {reason}',
  },
  'overload.cpu': { zh: 'CPU 用满一个核', en: 'one CPU core fully used' },
  'overload.eventLoop': { zh: '事件循环延迟过大', en: 'high event-loop delay' },
  'overload.sockets': { zh: '连接数接近进程上限', en: 'connections close to the process limit' },
  'overload.memory': { zh: '内存接近用满', en: 'memory almost full' },
  'overload.network': { zh: '网卡带宽接近用满', en: 'network interface almost saturated' },
  'overload.lateStarts': { zh: '到达迟于计划', en: 'arrivals start late' },
  listComma: { zh: '、', en: ', ' },
  'event.roundsEnded': {
    zh: '共执行 {driven} 轮；另有 {skipped} 次集合超时时没有空闲用户，不计为一轮',
    en: '{driven} rounds executed. The gather time-out elapsed {skipped} more times without a free user; these are not counted as rounds',
  },
  'event.rowsRepeated': {
    zh: '压力机 {machine} 失联后继续使用了已分配给其他压力机的 {rows} 行唯一参数，这些行可能重复',
    en: 'Load machine {machine} was lost and continued to use {rows} unique parameter rows that had been assigned to other load machines; these rows may have been used twice',
  },
  'event.machinesAwaited': {
    zh: '正在创建压力机：{joined} / {wanted} 台就绪 {problem}',
    en: 'Creating load machines: {joined} of {wanted} ready {problem}',
  },
  'event.machinePrepared': { zh: '压力机 {machine} 已准备就绪', en: 'Load machine {machine} is ready' },
  'event.machineStarted': { zh: '压力机 {machine} 开始施压', en: 'Load machine {machine} started' },
  'event.machineReturned': {
    zh: '压力机 {machine} 施压完成，已释放',
    en: 'Load machine {machine} has finished and was released',
  },
  'event.reportMade': { zh: '生成报告', en: 'Report generated' },
  'event.monitoringStarted': {
    zh: '监控链路已随执行启动或加入：{links}',
    en: 'Monitoring links started with the run, or running already: {links}',
  },
  'event.monitoringFailed': {
    zh: '监控链路无法随执行启动或停止，执行不受影响：{detail}',
    en: 'Monitoring links could not be started or stopped with the run; the run itself is not affected: {detail}',
  },
  'event.stopRequested': { zh: '请求停止', en: 'Stop requested' },
} as const satisfies Catalogue
